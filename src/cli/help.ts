export const HELP = `toolfence: what every AI-agent tool of a code base can touch

  toolfence scan [DIR] [--json]                 every tool, what it can touch, and by which call path
  toolfence check [DIR] [--json]                declare versus do                                  0 | 1 | 2
  toolfence manifest [DIR] [--check] [--stdout] write toolfence.manifest.json, or fail when stale  0 | 1 | 2
  toolfence verify [DIR] --base REF|REF:PATH|FILE   check + freshness + widening                   0 | 1 | 2
  toolfence diff BASE HEAD [--json]             two manifest files, for information                0 | 2
  toolfence run --policy FILE -- COMMAND...     run a command confined by the policy               its code | 125 refused
  toolfence schema NAME                         JSON Schema of scan, report, manifest, policy, policy-file
  toolfence --version | --help

Exit codes: 0 clean, 1 findings, 2 could not check (never a pass), 125 nothing was run.
`;
