/** Arguments that stand together, as patterns: `["-n", "[0-9]*"]`. */
type Words = readonly string[];
/** Ways to say one thing; each command is told each thing once at most. */
type Option = readonly Words[];

interface Profile {
  readonly options: readonly Option[];
  readonly operands: readonly Words[];
}

/** Up to three letters behind one dash, or one of these words. */
const flags = (letters: string, ...words: readonly string[]): Option => {
  const one = `[${letters}]`;
  return [[`{-${one},-${one}${one},-${one}${one}${one}${words.map((word) => `,--${word}`).join("")}}`]];
};
const value = (letter: string, pattern: string, ...words: readonly string[]): Option => [
  [`-${letter}`, pattern],
  [`-${letter}${pattern}`],
  ...words.map((word) => [`--${word}=${pattern}`]),
];
const NUMBER = "[0-9]*";
const FROM_INPUT: readonly Words[] = [[]];

/**
 * Programs that change what they are given on their standard input into what they print, held to the options by which they do
 * nothing else: no file is read or written, nothing is started, nothing is waited for. What names a file (`--files0-from`, an
 * operand), writes one (`sort -o`, the second operand of `uniq`) or starts a program (`sort --compress-program`) is left out; so is
 * `jq`, whose language reads files and the environment.
 *
 * Source of the idea: the safe-bin profiles of OpenClaw, turned from what is denied into what is granted.
 */
const PROFILES: Readonly<Record<string, Profile>> = {
  cut: {
    options: [
      [...value("f", "*", "fields"), ...value("c", "*", "characters"), ...value("b", "*", "bytes")],
      value("d", "?", "delimiter"),
      flags("sz", "only-delimited", "complement"),
    ],
    operands: FROM_INPUT,
  },
  grep: {
    options: [value("e", "*", "regexp"), flags("cEFGhinoqvwx", "count", "ignore-case", "invert-match"), value("m", NUMBER, "max-count")],
    operands: FROM_INPUT,
  },
  head: { options: [[...value("n", NUMBER, "lines"), ...value("c", NUMBER, "bytes")], flags("qvz")], operands: FROM_INPUT },
  sort: { options: [flags("bdfghinrRMuVz", "reverse", "unique"), value("k", NUMBER, "key"), value("t", "?")], operands: FROM_INPUT },
  tail: { options: [[...value("n", "{,+}[0-9]*", "lines"), ...value("c", "{,+}[0-9]*", "bytes")], flags("qvz")], operands: FROM_INPUT },
  tr: { options: [flags("cCdst", "complement", "delete", "squeeze-repeats")], operands: [["*"], ["*", "*"]] },
  uniq: {
    options: [flags("cdiuDz", "count", "repeated", "unique"), value("f", NUMBER, "skip-fields"), value("s", NUMBER, "skip-chars")],
    operands: FROM_INPUT,
  },
  wc: { options: [flags("clmwL", "bytes", "chars", "lines", "words"), flags("clmwL")], operands: FROM_INPUT },
};

export const SAFE_COMMANDS: readonly string[] = Object.keys(PROFILES);

/** Every choice of options, each once at most, in every order. */
function choices(options: readonly Option[]): string[][] {
  return [
    [],
    ...options.flatMap((option, index) => {
      const rest = choices(options.filter((_, other) => other !== index));
      return option.flatMap((words) => rest.map((more) => [...words, ...more]));
    }),
  ];
}

/** The argument lists that a safe command may have, as patterns; undefined for what is none. */
export function safeArguments(command: string): readonly Words[] | undefined {
  const profile = Object.hasOwn(PROFILES, command) ? PROFILES[command] : undefined;
  return profile && choices(profile.options).flatMap((words) => profile.operands.map((operands) => [...words, ...operands]));
}
