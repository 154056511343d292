/** `toolfence/runtime`: confined commands under a policy. Loads no analyser. */
export { ConfinementRefused, probe, runConfined } from "./runtime/sandbox/run.ts";
export type { ConfinedOptions, ConfinedResult } from "./runtime/sandbox/run.ts";
export { PolicyDeniedError } from "./runtime/denied.ts";
