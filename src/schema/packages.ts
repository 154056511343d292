import { z } from "zod";

const tokens = z.array(z.string().regex(/^(?:[a-z]+(?:\.[a-z]+)*(?:=\S+)?|\?)$/u, "write `capability`, `capability=resource` or `?`"));

/** `toolfence.packages.json`: what installed packages without a model can do, by export. */
export const packagesSchema = z.strictObject({
  packagesVersion: z.literal(1),
  analyser: z.int().describe("The analyser that wrote it."),
  packages: z.record(
    z.string(),
    z.strictObject({
      version: z.string(),
      integrity: z.string().nullable().describe("What the lock file says of the archive; null where it says nothing."),
      rest: tokens.describe("What anything may do that no row names; `?` is something that could not be seen through."),
      rows: z.record(z.string(), tokens).describe("What calling a member does, by its dotted path."),
    }),
  ),
});

export type PackageSummaries = z.infer<typeof packagesSchema>;
export type PackageSummary = PackageSummaries["packages"][string];

/** The summary of a package, whatever it is called. */
export const summaryOf = (all: PackageSummaries | undefined, name: string): PackageSummary | undefined =>
  all && Object.hasOwn(all.packages, name) ? all.packages[name] : undefined;
