import type { Grants } from "./policy.ts";
import { normalise } from "./policy.ts";
import { hasHole } from "./holes.ts";
import { judge } from "./resource.ts";

/** The hints of an MCP tool with what their absence means (specification 2026-07-28). */
export const HINT_DEFAULTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

export type HintName = keyof typeof HINT_DEFAULTS;
export const HINT_NAMES = Object.keys(HINT_DEFAULTS) as readonly HintName[];

/** Hints as an author wrote them; `dynamic` is neither true nor false. */
export type Hints = Readonly<Partial<Record<HintName, boolean | "dynamic" | undefined>>>;

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

/** Programs that change something whenever they run. */
const CHANGING =
  /^(?:rm|rmdir|mv|cp|mkdir|touch|chmod|chown|ln|dd|tee|install|truncate|shred|kill|pkill|killall|patch|unzip|rsync|mkfs|shutdown|reboot)$/u;
/** Subcommands that change something, of programs that can also just look. */
const CHANGING_VERBS =
  /^(?:add|apply|annotate|checkout|cherry-pick|clean|clone|commit|cordon|create|delete|drain|edit|exec|fetch|init|install|kill|label|merge|patch|pull|push|rebase|reset|restore|revert|rm|rollout|run|scale|set|start|stop|taint|uninstall|upgrade)$/u;
/** Programs whose first plain argument is a subcommand. */
const WITH_VERBS = /^(?:git|kubectl|docker|podman|helm|npm|pnpm|yarn|pip|brew|apt|apt-get|gh|aws|gcloud|az|terraform|systemctl)$/u;

/** Whether a command line certainly changes something, or is whatever the model says. */
function changes(resource: string): boolean {
  if (/^\{param:/u.test(resource)) return true;
  return resource.split(/\|\|?|&&|;/u).some((piece) => {
    const [command = "", ...args] = piece.trim().split(/\s+/u);
    const name = command.slice(command.lastIndexOf("/") + 1);
    if (CHANGING.test(name)) return true;
    const verb = WITH_VERBS.test(name) ? args.find((arg) => !arg.startsWith("-")) : undefined;
    return verb !== undefined && CHANGING_VERBS.test(verb);
  });
}

let local: Grants | undefined;
/** What reaches this machine alone. */
const localGrants = (): Grants => (local ??= normalise({ net: ["@loopback:*"] }).grants);
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);
const last = (effect: HintedEffect): string => effect.path.at(-1)?.what ?? "";
/** Whether a path is known well enough to say that it is none of the tool's own caches, logs or temporary files. */
const isPlaced = (resource: string): boolean =>
  !resource.startsWith("$TMP/") &&
  !/\/\.?(?:caches?|logs?|tmp)\//u.test(resource) &&
  (/^[$/]/u.test(resource) || resource.includes("{param:"));
const isElsewhere = (resource: string): boolean =>
  !resource.startsWith("unix:") && judge("net.connect", resource, localGrants()) !== "inside";
const mutates = (effect: HintedEffect, methods: (method: string) => boolean): boolean =>
  effect.capability === "net.connect" &&
  isElsewhere(effect.resource) &&
  effect.methods?.some((method) => method !== "*" && methods(method)) === true;

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
      (writes(one) && isPlaced(one.resource)) ||
      (one.capability.startsWith("exec.") && changes(one.resource)) ||
      mutates(one, (method) => method === "DELETE" || method === "PUT" || method === "PATCH"),
    possible: (one) => writes(one) || one.capability.startsWith("exec.") || mutates(one, (method) => !SAFE_METHODS.has(method)),
  },
  {
    hint: "destructiveHint",
    value: false,
    certain: (one) =>
      (one.capability === "fs.write.delete" && isPlaced(one.resource) && !/rename|move|mv\b/iu.test(last(one))) ||
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
        (!hasHole(one.resource) && isHost(one.resource) && judge("net.connect", one.resource, localGrants()) === "outside")),
    possible: (one) => one.capability === "net.connect" && isElsewhere(one.resource),
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
