import { readFolderConfig } from "../host/config-file.ts";
import type { Asked, ScanResult } from "../host/kept-scan.ts";
import { askKept } from "../host/kept-scan.ts";
import { cacheFolder, diskCache } from "../host/scan-cache.ts";
import { version } from "../host/version.ts";
import { buildManifest } from "../manifest/build.ts";
import type { Manifest } from "../schema/manifest.ts";
import type { Scan } from "../schema/scan.ts";
import { PACKAGES_FILE } from "../model/own-files.ts";
import { isAccepted } from "../model/unknowns.ts";
import { visible } from "../model/json-text.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";

/** How a package that nothing is known of is named among the unknowns. */
export const UNKNOWN_PACKAGE = "unknown.package:";

/** Scans a folder, and tells on stderr what was left out. */
export async function scanOrFail(folder: string, io: Io, isKept = true): Promise<Scan> {
  const kept = isKept ? cacheFolder(process.env) : undefined;
  const asked = askKept(folder, kept === undefined ? undefined : diskCache(kept));
  const { scan, problems } = asked.kept ?? (await scanAnew(asked, folder, io));
  for (const { file, problem } of problems)
    io.err(
      `toolfence: \`${visible(file)}\` ${problem === "unreadable" ? "cannot be read and was left out" : "is a link that leaves the root and was not followed"}.\n`,
    );
  return scan;
}

/** The analyser is loaded where there is something to analyse. */
async function scanAnew(asked: Asked, folder: string, { progress }: Io): Promise<ScanResult> {
  const { answer, ScanError } = await import("../analyze.ts");
  try {
    return answer(asked, folder, (done, all) => progress?.(`toolfence: ${done} of ${all} tools`));
  } catch (error) {
    if (error instanceof ScanError) throw new UserError(error.message);
    throw error;
  } finally {
    progress?.("");
  }
}

/** The manifest that a scan of a folder gives, with what its configuration says of the runtime. */
export function freshManifest(folder: string, scan: Scan): Manifest {
  const found = readFolderConfig(folder);
  if (!found.ok) throw new UserError(`\`${found.file}\` is not valid: ${found.problems.map(visible).join("; ")}.`);
  return buildManifest(scan, version(), found.config.runtime);
}

/** Packages that a scan could not look into, and for which nobody has answered: neither modelled, nor summarised, assumed or accepted. */
export function unsummarised({ tools, startup }: Scan): string[] {
  const packagesIn = (unknowns: readonly { readonly reason: string }[], accepted: readonly string[] = []): string[] =>
    unknowns.flatMap(({ reason }) =>
      reason.startsWith(UNKNOWN_PACKAGE) && !isAccepted(reason, accepted) ? [reason.slice(UNKNOWN_PACKAGE.length)] : [],
    );
  const found = tools.flatMap(({ unknowns, policy }) => packagesIn(unknowns, Object.keys(policy?.accept ?? {})));
  return [...new Set([...found, ...packagesIn(startup.unknowns)])].sort();
}

/** What a registry may call a package; `https:`, `virtual:x` and `$lib` are none. */
const NPM_NAME = /^(?:@[\w.~-]+\/)?[\w.~-]+$/u;

/** What such packages do may change without a sign: a manifest of them would vouch for what nobody has seen. */
export function requireSummaries(scan: Scan): void {
  const names = unsummarised(scan);
  if (names.length === 0) return;
  const those = names.every((name) => NPM_NAME.test(name))
    ? `Install ${names.length === 1 ? "it" : "them"}, run \`toolfence packages --update\` and commit the file; or say`
    : "Run `toolfence packages --update` for those that are packages, with them installed, and say";
  throw new UserError(
    `What ${names.map((name) => `\`${visible(name)}\``).join(", ")} can do is not known: no model, and no summary in \`${PACKAGES_FILE}\`. ${those} what ${names.length === 1 ? "it does" : "they do"} under \`assumptions\` in the configuration.`,
  );
}
