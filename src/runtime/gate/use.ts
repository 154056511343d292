import type { Endpoint } from "../../model/host.ts";
import type { HostFacet } from "../../model/policy.ts";
import type { Launches } from "./commands.ts";

/** What a path is needed for. `unknown` must satisfy the stricter grant; `any` is satisfied by one of them. */
export type Need = "read" | "write" | "create" | "modify" | "delete" | "unknown" | "any";

/** Something that an argument asks for. */
export type Use =
  | {
      readonly k: "path";
      readonly text: string;
      readonly need: Need;
      /** Where it leads, once that has been found out for good: it is not resolved again. */
      readonly place?: string;
    }
  | {
      readonly k: "host";
      readonly text: string;
      readonly endpoint: Endpoint | null;
      readonly mustBeGranted: boolean;
      /** What is done with it; a connection where nothing else is known. */
      readonly facet?: HostFacet;
    }
  | { readonly k: "command"; readonly text: string; readonly launches: Launches | null; readonly folder?: string | undefined }
  | {
      readonly k: "variable";
      readonly name: string;
      readonly sets: boolean;
      /** Whether the tool itself sets it, which must be granted; else it is for a program that the tool starts. */
      readonly own?: boolean;
    };
