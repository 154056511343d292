import { normalise } from "./policy.ts";
import { hasHole, judge } from "./resource.ts";

/** The hints of an MCP tool with what their absence means (specification 2026-07-28). */
export const HINT_DEFAULTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

export type HintName = keyof typeof HINT_DEFAULTS;
export const HINT_NAMES = Object.keys(HINT_DEFAULTS) as readonly HintName[];

/** Hints as an author wrote them; `dynamic` is neither true nor false. */
export type Hints = Readonly<Partial<Record<HintName, boolean | "dynamic">>>;

/** What is asked of an effect to judge a hint by it. */
export interface HintedEffect {
  readonly capability: string;
  readonly resource: string;
  /** HTTP methods where they are constant. */
  readonly methods?: readonly string[] | undefined;
  readonly path: readonly { readonly what: string }[];
}

/** How sure a contradiction must be: `certain` leaves alone what may be an atomic rewrite, a cache or a local service. */
export type Certainty = "certain" | "possible";

/** Programs, with the first arguments that matter, that only look. */
const LOOKING: Readonly<Record<string, readonly string[] | "any">> = {
  cat: "any",
  date: "any",
  df: "any",
  du: "any",
  file: "any",
  grep: "any",
  head: "any",
  hostname: "any",
  id: "any",
  ls: "any",
  ps: "any",
  pwd: "any",
  rg: "any",
  stat: "any",
  tail: "any",
  uname: "any",
  uptime: "any",
  wc: "any",
  which: "any",
  whoami: "any",
  git: ["blame", "describe", "diff", "grep", "log", "ls-files", "rev-parse", "shortlog", "show", "status"],
  kubectl: ["api-resources", "describe", "explain", "get", "logs", "top", "version"],
  docker: ["images", "inspect", "logs", "ps", "version"],
  adb: ["devices"],
};

function onlyLooks(resource: string): boolean {
  const [command = "", first = ""] = resource.split(" ");
  const known = LOOKING[command.slice(command.lastIndexOf("/") + 1)];
  return known !== undefined && (known === "any" || known.includes(first)) && !/[;&|`>]|\$\(/u.test(resource);
}

const LOCAL = normalise({ net: ["@loopback:*"] }).grants;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);
const last = (effect: HintedEffect): string => effect.path.at(-1)?.what ?? "";
const isTemporary = (resource: string): boolean => resource.startsWith("$TMP/");
const mutates = (effect: HintedEffect, methods: (method: string) => boolean): boolean =>
  effect.capability === "net.connect" && effect.methods?.some((method) => method !== "*" && methods(method)) === true;

interface Contradiction {
  readonly hint: HintName;
  /** The value that the effect contradicts. */
  readonly value: boolean;
  readonly certain: (effect: HintedEffect) => boolean;
  readonly possible: (effect: HintedEffect) => boolean;
}

const writes = ({ capability }: HintedEffect): boolean => capability.startsWith("fs.write");

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    hint: "readOnlyHint",
    value: true,
    certain: (one) =>
      (writes(one) && !isTemporary(one.resource)) ||
      (one.capability.startsWith("exec.") && !onlyLooks(one.resource)) ||
      mutates(one, (method) => method === "DELETE" || method === "PUT" || method === "PATCH"),
    possible: (one) => writes(one) || one.capability.startsWith("exec.") || mutates(one, (method) => !SAFE_METHODS.has(method)),
  },
  {
    hint: "destructiveHint",
    value: false,
    certain: (one) =>
      (one.capability === "fs.write.delete" && !isTemporary(one.resource) && !/rename|move|mv\b/iu.test(last(one))) ||
      (one.capability === "fs.write.modify" && /truncate/iu.test(last(one))) ||
      mutates(one, (method) => method === "DELETE"),
    possible: (one) =>
      (writes(one) && one.capability !== "fs.write.create" && !/append|mkdir/iu.test(last(one))) ||
      mutates(one, (method) => method === "DELETE" || method === "PUT"),
  },
  {
    hint: "openWorldHint",
    value: false,
    certain: (one) =>
      one.capability === "net.connect" &&
      (one.resource.startsWith("{param:") ||
        (!hasHole(one.resource) && isHost(one.resource) && judge("net.connect", one.resource, LOCAL) === "outside")),
    possible: (one) =>
      one.capability === "net.connect" && !one.resource.startsWith("unix:") && judge("net.connect", one.resource, LOCAL) !== "inside",
  },
  {
    hint: "idempotentHint",
    value: true,
    certain: () => false,
    possible: (one) => (writes(one) && /append/iu.test(last(one))) || mutates(one, (method) => method === "POST"),
  },
];

const isHost = (resource: string): boolean => !resource.startsWith("unix:") && resource !== "*";

/** The hints that effects contradict, one effect each; a hint that is not literal contradicts nothing. */
export function contradictions<E extends HintedEffect>(
  hints: Hints,
  effects: readonly E[],
  certainty: Certainty,
): { readonly hint: HintName; readonly value: boolean; readonly effect: E }[] {
  return CONTRADICTIONS.flatMap((one) => {
    if (hints[one.hint] !== one.value) return [];
    // Whether something is destroyed or repeated matters only where something is changed.
    if ((one.hint === "destructiveHint" || one.hint === "idempotentHint") && hints.readOnlyHint === true) return [];
    const effect = effects.find(one[certainty]);
    return effect ? [{ hint: one.hint, value: one.value, effect }] : [];
  });
}
