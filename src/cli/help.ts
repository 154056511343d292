export const HELP = `toolfence: what every AI-agent tool of a code base can touch

  toolfence scan [DIR] [--json]                 every tool, what it can touch, and by which call path
  toolfence check [DIR]                         declare versus do                                  0 | 1 | 2
  toolfence manifest [DIR] [--check] [--stdout] write toolfence.manifest.json, or fail when stale  0 | 1 | 2
      [--evidence FILE]                         and the call path of each use into a file of its own
  toolfence verify [DIR] [--base REF|REF:PATH|FILE]   check + freshness + widening + approvals     0 | 1 | 2
      [--regenerate-base] [--allow-missing-base]
  toolfence diff BASE [HEAD]                    two manifests, by file or revision, for information  0 | 2
  toolfence approve FINGERPRINT... | --tool ID | --all --reason TEXT [--by WHO] [--expires DAY] [--ticket URL] [--i-am-human]
  toolfence approvals list | check | prune [DIR]
  toolfence can TOOL CAPABILITY VALUE [DIR]     whether the manifest lets a tool do one thing      0 | 1 | 2
  toolfence explain ID | FINGERPRINT [DIR]      what a finding means, or one finding of verify with its call path
  toolfence rules [--json]                      all findings
  toolfence render REPORT.json --format FORMAT  a saved JSON report in another form
  toolfence packages [DIR] [--check | --update]  summaries of packages without a model             0 | 1 | 2
  toolfence init [DIR] [--baseline]             policies, manifest and workflow to start with; never overwrites
  toolfence baseline prune [DIR]                takes out what no finding answers to any more
  toolfence doctor [DIR] [--ci]                 what works here; whether a pull request could change the gate
  toolfence git install                         git's diff and merge drivers for the manifest
  toolfence run --policy FILE | --tool NAME [--backend NAME] [--accept-losses] -- COMMAND...   run a command confined   its code | 125 refused
      [--unconfined REASON]                     held by nothing but environment, limits and time, and said so
  toolfence sandbox explain TOOL | --policy FILE [DIR] [--backend NAME] [--accept-losses] [--here]   what would hold each clause   0 | 1 | 2
  toolfence sandbox arguments --backend seatbelt | docker | podman TOOL | --policy FILE [--image NAME] -- COMMAND...   0 | 2
  toolfence audit verify FILE [--head HASH]     whether an audit log is whole                      0 | 1 | 2
  toolfence schema NAME                         JSON Schema of scan, report, manifest, policy, policy-file, config,
                                                approval, runtime, audit, packages, evidence
  toolfence --version | --help

check, manifest and verify take --workspaces: once a package of the workspace, each with its own manifest.
check, verify, diff and render take --format FORMAT[=FILE], repeatable: text, json, markdown, github, sarif.
Exit codes: 0 clean, 1 findings, 2 could not check (never a pass), 125 nothing was run.
`;

/** The lines about one command: its own, and those that speak of options that several take. */
export function helpOf(name: string): string {
  const lines = HELP.split("\n");
  const isOwn = (line: string): boolean => line.startsWith(`  toolfence ${name} `);
  const own = lines.filter(
    (line, index) =>
      isOwn(line) ||
      (line.startsWith("      ") &&
        lines
          .slice(0, index)
          .findLast((one) => one.startsWith("  toolfence"))
          ?.startsWith(`  toolfence ${name} `) === true),
  );
  const shared = lines.filter((line) => !line.startsWith(" ") && new RegExp(`\\b(?:${name}|Exit)\\b`, "u").test(line));
  return `${[...own, "", ...shared].join("\n")}\n`;
}
