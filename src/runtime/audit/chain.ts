import { hash } from "node:crypto";

export const sha256 = (text: string): string => hash("sha256", text);

/** A record as it is written: the hash is over the line up to it. */
export function sealLine(record: Readonly<Record<string, unknown>>, prev: string): { readonly line: string; readonly hash: string } {
  const body = JSON.stringify({ ...record, prev }).slice(0, -1);
  const hash = sha256(body);
  return { line: `${body},"hash":"${hash}"}\n`, hash };
}

/** Something that is wrong with a log. */
export interface ChainProblem {
  readonly line: number;
  readonly id: "torn" | "unreadable" | "edited" | "gap" | "broken" | "foreign" | "missing";
  readonly message: string;
}

export interface ChainReport {
  /** True where nothing is wrong; a torn line that was found and repaired is no fault. */
  readonly ok: boolean;
  readonly records: number;
  readonly runs: number;
  /** Hash of the last record: keep it elsewhere, and edits of the log's end can be seen too. */
  readonly head: string;
  readonly torn: number;
  readonly problems: readonly ChainProblem[];
}

interface RunState {
  seq: number;
  hash: string;
}

const SEALED = /^(?<body>\{.*),"hash":"(?<hash>[0-9a-f]{64})"\}$/su;

/**
 * Checks the text of a log, oldest file first. Detects edits against a head that is stored
 * elsewhere; without one, whoever can write the log can also write it anew.
 */
export function verifyChain(text: string, head?: string): ChainReport {
  const problems: ChainProblem[] = [];
  const runs = new Map<string, RunState>();
  const hashes = new Set<string>();
  const torn = new Map<string, number>();
  const blank: number[] = [];
  let late = 0;
  let records = 0;
  let repaired = 0;
  let last = "";
  const lines = text.split("\n");
  const complete = lines.pop() ?? "";
  for (const [index, line] of lines.entries()) {
    const problem = (id: ChainProblem["id"], message: string): void => void problems.push({ line: index + 1, id, message });
    const found = SEALED.exec(line);
    const record = found && parse(line);
    if (!found || !record) {
      if (line === "") blank.push(index + 1);
      else torn.set(sha256(line), index + 1);
      continue;
    }
    const { body = "", hash = "" } = found.groups ?? {};
    records++;
    if (sha256(body) !== hash) problem("edited", "the record does not fit its hash");
    const run = runs.get(record.run);
    if (run) {
      if (record.seq !== run.seq + 1) problem("gap", `record ${run.seq + 1} of this run is missing, ${record.seq} stands there`);
      else if (record.prev !== run.hash) problem("broken", "the record does not follow the one before it");
    } else {
      if (record.seq !== 0) problem("gap", `the run begins with record ${record.seq}`);
      if (record.prev !== "" && !hashes.has(record.prev) && records > 1)
        problem("foreign", "the run follows a record that is not in the log");
    }
    runs.set(record.run, { seq: record.seq, hash });
    if (record.kind === "log.repaired") {
      if (torn.delete(String(record.torn))) repaired++;
      else late++;
    }
    hashes.add(hash);
    last = hash;
  }
  // Of two that find a line torn at once, the second one closes what is closed: an empty line, and nothing that was written.
  for (const line of [...torn.values(), ...blank.slice(late)])
    problems.push({ line, id: "unreadable", message: "the line is no record, and no repair speaks of it" });
  if (complete !== "") problems.push({ line: lines.length + 1, id: "torn", message: "the last line is torn; the next run will repair it" });
  if (head !== undefined && !hashes.has(head))
    problems.push({ line: lines.length, id: "missing", message: `the record \`${head}\` is not in the log` });
  problems.sort((a, b) => a.line - b.line);
  return { ok: problems.length === 0, records, runs: runs.size, head: last, torn: repaired, problems };
}

interface Linked {
  readonly run: string;
  readonly seq: number;
  readonly prev: string;
  readonly kind: string;
  readonly torn?: unknown;
}

function parse(line: string): Linked | undefined {
  try {
    const value = JSON.parse(line) as Partial<Linked>;
    return typeof value.run === "string" && typeof value.seq === "number" && typeof value.prev === "string" ? (value as Linked) : undefined;
  } catch {
    return undefined;
  }
}
