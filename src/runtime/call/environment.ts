import type { Policy } from "../../model/policy.ts";
import type { RuntimeConfig } from "../../schema/runtime.ts";
import type { Approver } from "../approval/approval.ts";
import type { StandingApprovals } from "../approval/file.ts";
import type { AuditLog } from "../audit/log.ts";
import type { Redactor } from "../audit/redact.ts";
import type { TracerLike } from "../audit/telemetry.ts";
import type { Denial } from "../denied.ts";
import type { GateSettings } from "../gate/settings.ts";
import { DEFAULT_SETTINGS } from "../gate/settings.ts";
import type { Subject } from "../gate/uses.ts";
import type { Roots } from "../roots.ts";
import { fixedRoots } from "../roots.ts";
import type { SessionState } from "./session.ts";

/** A tool that is bound to what was reviewed. */
export interface BoundTool {
  /** Identity in the manifest; the exposed name where there is no manifest. */
  readonly id: string;
  readonly name: string;
  readonly policy: Policy | null;
  readonly subject: Subject;
  readonly risk: Policy["risk"] | null;
  /** Whether its code does what only a kernel holds: it starts programs, loads or evaluates code, or is not seen through. */
  readonly isRaised: boolean;
  /** The executor that `withPolicy` made of it, where it was seen and is still in place: its gate need not judge the same call again. */
  readonly wrapper: object | null;
  /** Why the tool may not run at all. */
  readonly refusal: Denial | null;
}

/** A call as listeners and interceptors see it. */
export interface CallInfo {
  readonly tool: string;
  readonly call: string;
  readonly session: string;
  readonly input: unknown;
}

/** What an interceptor may answer. Changed input is judged again. */
export type Interception =
  | { readonly k: "proceed" }
  | { readonly k: "modify"; readonly input: unknown }
  | { readonly k: "deny"; readonly reason: string }
  | { readonly k: "substitute"; readonly result: unknown };

export type Interceptor = (call: CallInfo) => Interception | undefined | Promise<Interception | undefined>;

export interface Listeners {
  /** A call that takes place. */
  readonly called?: (call: CallInfo) => void;
  /** A call that does not, or would not in `report` mode. */
  readonly denied?: (call: CallInfo, denial: Denial) => void;
}

/** All that a call is judged by, and recorded in. */
export interface Environment {
  readonly roots: Roots;
  readonly config: RuntimeConfig;
  readonly settings: GateSettings;
  readonly mode: "enforce" | "report" | "off";
  /** Null without a fence: then guards that count cannot hold, and refuse. */
  readonly session: (() => SessionState) | null;
  readonly manifest: string | null;
  readonly audit: AuditLog | null;
  readonly tracer: TracerLike | undefined;
  /** What the log holds of arguments. */
  readonly auditArguments: "redacted" | "digest" | "none";
  readonly redact: Redactor;
  /** Redacts secrets that are known, and nothing that only looks like one: whoever decides must see what is done. */
  readonly redactKnown: Redactor;
  readonly approve: Approver | undefined;
  readonly approvalTimeoutMs: number;
  readonly standing: StandingApprovals | null;
  readonly interceptors: readonly Interceptor[];
  readonly listeners: Listeners;
}

/** `withPolicy` by itself: default lists, no session, no log. */
export const ALONE: Environment = {
  roots: fixedRoots(),
  config: {},
  settings: DEFAULT_SETTINGS,
  mode: "enforce",
  session: null,
  manifest: null,
  audit: null,
  tracer: undefined,
  auditArguments: "none",
  redact: (text) => ({ text, count: 0 }),
  redactKnown: (text) => ({ text, count: 0 }),
  approve: undefined,
  approvalTimeoutMs: 0,
  standing: null,
  interceptors: [],
  listeners: {},
};
