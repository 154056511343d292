import { resolve } from "node:path";
import type { Atom, Segment } from "../../model/glob/syntax.ts";
import type { PathPattern } from "../../model/path.ts";
import type { Manifest } from "../../schema/manifest.ts";
import type { RuntimeConfig } from "../../schema/runtime.ts";
import { weakenings } from "../../schema/weakening.ts";
import type { Approver } from "../approval/approval.ts";
import { folderOfApprover } from "../approval/approval.ts";
import { StandingApprovals } from "../approval/file.ts";
import type { AuditOptions } from "../audit/log.ts";
import { AuditLog } from "../audit/log.ts";
import type { RedactorOptions } from "../audit/redact.ts";
import { createRedactor } from "../audit/redact.ts";
import type { TracerLike } from "../audit/telemetry.ts";
import type { Environment, Interceptor, Listeners } from "../call/environment.ts";
import { resolveDeepest } from "../gate/paths.ts";
import type { GateSettings } from "../gate/settings.ts";
import { checkRuntimeConfig, gateSettings } from "../gate/settings.ts";
import type { Known } from "../known-options.ts";
import { fixedRoots, rootsBeside } from "../roots.ts";
import { FenceError } from "./load.ts";
import type { WorkerOptions } from "../worker/options.ts";

export interface FenceOptions {
  /** The reviewed manifest: a file, or its parsed content. */
  readonly manifest: string | object;
  /** The digest of the manifest that was reviewed; another one is refused. */
  readonly digest?: string;
  /** What `$WORKSPACE` stands for; the working directory at first import by default. Where it is another folder, relative paths are judged in both. */
  readonly workspace?: string;
  /** `<package>/<server>`, where one manifest has several tools of one name. */
  readonly server?: string;
  /** Beyond what the manifest says; it may only ask for more. */
  readonly config?: RuntimeConfig;
  /** Overrides the configured mode, where it is stricter. */
  readonly mode?: "enforce" | "report" | "off";
  readonly approve?: Approver;
  /** How long somebody has for an answer; five minutes by default. */
  readonly approvalTimeoutMs?: number;
  /** A file for answers that outlive the session; without one, nobody is offered `always`. */
  readonly approvals?: string;
  /** The audit log: a file, or options. */
  readonly audit?: string | AuditOptions;
  /** What the log holds of arguments; `redacted` by default. */
  readonly auditArguments?: "redacted" | "digest" | "none";
  readonly redact?: RedactorOptions;
  /** A tracer of `@opentelemetry/api`: a span a call, without arguments and results. Off by default. */
  readonly tracer?: TracerLike;
  readonly interceptors?: readonly Interceptor[];
  readonly on?: Listeners;
  /** How the workers are made and kept in which tools run that are wrapped with their `module`. */
  readonly workers?: WorkerOptions;
  /** For tests: the run's id and the clock. */
  readonly identity?: { readonly run?: string; readonly now?: () => Date };
}

/** All of them, and which are functions. */
export const FENCE_OPTIONS: Known<FenceOptions> = {
  manifest: "any",
  digest: "any",
  workspace: "any",
  server: "any",
  config: "any",
  mode: "any",
  approve: "function",
  approvalTimeoutMs: "any",
  approvals: "any",
  audit: "any",
  auditArguments: "any",
  redact: "any",
  tracer: "any",
  interceptors: "any",
  on: "any",
  workers: "any",
  identity: "any",
};

const MODES = ["off", "report", "enforce"] as const;

/** The stricter of two modes: what is reviewed, and what the code says. */
const strictest = (a: (typeof MODES)[number], b: (typeof MODES)[number] | undefined): (typeof MODES)[number] =>
  b !== undefined && MODES.indexOf(b) > MODES.indexOf(a) ? b : a;

/** Variables whose values are secrets by their name: known to the redactor without being told. */
const SECRET_VARIABLE =
  /(?:^|_)(?:key|pat|pass|pwd)$|(?:token|secret|passw(?:or)?d|passphrase|apikey|credentials?)$|(?:^|_)(?:api_?key|access_?key|private_?key|secret|token|passw(?:or)?d)_/iu;
/** Of such a name, and no secret: the shell's own folders, and where something is. */
const NO_SECRET = /^(?:OLD)?PWD$|_(?:DIR|FOLDER|FILE|PATH|URL|URI|TTL|LIMIT|LENGTH|COUNT)$/iu;

function knownSecrets(): string[] {
  return Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && value.length >= 8 && SECRET_VARIABLE.test(name) && !NO_SECRET.test(name) ? [value] : [],
  );
}

/** The reviewed configuration, and what the code asks beyond it. @throws {FenceError} where the code asks less. */
function configOf(own: RuntimeConfig | undefined, reviewed: RuntimeConfig): RuntimeConfig {
  if (own === undefined) return reviewed;
  const config = { ...reviewed, ...checkRuntimeConfig(own) };
  const weaker = weakenings(reviewed, config);
  if (weaker.length === 0) return config;
  const list = weaker.map(({ key, from, to }) => `\`${key}\` from \`${from}\` to \`${to}\``).join(", ");
  throw new FenceError(
    `The configuration asks less than the reviewed manifest: ${list}. Write it into \`toolfence.json\` under \`runtime\`, and have the manifest reviewed.`,
  );
}

const STAR = { t: "star" } as const;
const literal = (name: string): Atom[] => Array.from(name, (one) => ({ t: "lit" as const, c: one.codePointAt(0) ?? 0 }));

/** A path as a pattern that holds nothing else; with what stands beside it under its name and an ending, or all that is below it. */
function exactly(path: string, more?: "beside" | "below"): PathPattern {
  const names = path.split("/").filter(Boolean);
  const last = names.at(-1) ?? "";
  const segments: Segment[] = names.map(literal);
  const alternatives = [
    segments,
    ...(more === "beside" ? [[...segments.slice(0, -1), [...literal(`${last}.`), STAR]]] : []),
    ...(more === "below" ? [[...segments, "**" as const]] : []),
  ];
  return { root: "/", alternatives, text: path };
}

/** The files by which the fence itself goes: no tool touches its log, its approvals and their questions, or writes its manifest. */
function withOwnFiles(settings: GateSettings, { audit, approvals, approve, manifest }: FenceOptions): GateSettings {
  const rule = (file: string | undefined, may: { readonly read: boolean }, more?: "beside" | "below"): GateSettings["pathRules"] =>
    file === undefined ? [] : [{ pattern: exactly(resolveDeepest(resolve(file)), more), clause: "createFence", ...may, write: false }];
  return {
    ...settings,
    pathRules: [
      ...rule(typeof audit === "string" ? audit : audit?.file, { read: false }, "beside"),
      ...rule(approvals, { read: false }),
      ...rule(folderOfApprover(approve), { read: false }, "below"),
      ...rule(typeof manifest === "string" ? manifest : undefined, { read: true }),
      ...settings.pathRules,
    ],
  };
}

/** Everything that calls under a fence are judged by and recorded in. @throws {TypeError | AuditUnavailableError} */
export function environmentOf(options: FenceOptions, manifest: Manifest, session: Environment["session"]): Environment {
  const config = configOf(options.config, manifest.runtime.config);
  const mode = strictest(config.mode ?? "enforce", options.mode);
  const audit =
    options.audit === undefined
      ? null
      : new AuditLog(typeof options.audit === "string" ? { file: options.audit } : options.audit, manifest.digest, options.identity);
  audit?.write({ kind: "run.start", mode, unmanaged: config.unmanaged ?? "refuse", backend: "gate", pid: process.pid });
  const values = [...(options.redact?.values ?? []), ...knownSecrets()];
  return {
    roots: options.workspace === undefined ? fixedRoots() : rootsBeside(options.workspace),
    config,
    settings: withOwnFiles(gateSettings(config), options),
    mode,
    session,
    manifest: manifest.digest,
    audit,
    tracer: options.tracer,
    auditArguments: options.auditArguments ?? "redacted",
    redact: createRedactor({ ...options.redact, values }),
    redactKnown: createRedactor({ values, looks: false }),
    approve: options.approve,
    approvalTimeoutMs: options.approvalTimeoutMs ?? 300_000,
    standing: options.approvals === undefined ? null : new StandingApprovals(options.approvals),
    interceptors: options.interceptors ?? [],
    listeners: options.on ?? {},
  };
}
