/** `toolfence`: declare what a tool may do. Loads no analyser. */
export { definePolicy, withPolicy } from "./runtime/with-policy.ts";
export { PolicyDeniedError } from "./runtime/denied.ts";
export type { Denial } from "./runtime/denied.ts";
export type { CommandInput } from "./model/command.ts";
export type { Policy, ScopeInput } from "./model/policy.ts";
