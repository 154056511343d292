import { at } from "./at.ts";

/** Every capability, with what it means; a dotted prefix contains its children. */
export const CAPABILITIES = {
  "fs.read": "reads files, folders or their metadata",
  "fs.write": "creates, changes or deletes files",
  "fs.write.create": "creates files or folders",
  "fs.write.modify": "changes files that exist",
  "fs.write.delete": "deletes files or folders",
  "net.connect": "connects to a host",
  "net.listen": "listens for connections",
  "net.resolve": "looks up names",
  "env.read": "reads environment variables",
  "env.write": "sets environment variables",
  "exec.spawn": "starts a program",
  "exec.shell": "has a shell read a command line",
  "control.signal": "sends signals to processes",
  "control.exit": "ends the process",
  "control.chdir": "changes the working directory",
  "code.eval": "runs text as code",
  "code.load": "loads code by a computed name",
  "code.native": "loads native code",
  "code.worker": "starts a worker",
} as const;

/** Whether a name is a prefix's own, or stands below it: `fs.write` holds `fs.write.delete`, `fs` holds both. */
export const isWithin = (name: string, prefix: string): boolean => name === prefix || name.startsWith(`${prefix}.`);

/** The least set of names that holds all of some others: without repeats, and without what stands below another. */
export function capabilitySet(names: Iterable<string>): string[] {
  const all = [...new Set(names)].sort();
  return all.filter((name) => !all.some((other) => other !== name && isWithin(name, other)));
}

/** The name among `known` that is closest to a misspelt one, if any is close enough (Damerau-Levenshtein). */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let score = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < score) {
      score = d;
      best = candidate;
    }
  }
  return best;
}

function distance(a: string, b: string): number {
  const row = (): number[] => Array.from({ length: b.length + 1 }, (_, j) => j);
  let before = row();
  let twoBefore: number[] = [];
  for (let i = 1; i <= a.length; i++) {
    const here = row();
    here[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(at(before, j) + 1, at(here, j - 1) + 1, at(before, j - 1) + cost);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, at(twoBefore, j - 2) + 1);
      here[j] = value;
    }
    twoBefore = before;
    before = here;
  }
  return at(before, b.length);
}
