/** `toolfence`: declare what a tool may do. Loads no analyser. */
export { definePolicy, withPolicy } from "./runtime/with-policy.ts";
export { io } from "./runtime/io/io.ts";
export type { ExecOptions, ExecResult } from "./runtime/io/exec.ts";
export type { FetchOptions } from "./runtime/io/fetch.ts";
export { PolicyDeniedError } from "./runtime/denied.ts";
export type { Denial, DenialId } from "./runtime/denied.ts";
export type { CommandInput } from "./model/command.ts";
export type { Policy, ScopeInput } from "./model/policy.ts";
