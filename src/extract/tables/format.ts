/**
 * The notation of the capability tables, and the one parser for it.
 *
 * A row is `"name name2": "token token ..."`. Tokens:
 *
 * - `fs.read@0`   a call uses the capability; argument 0 names the resource
 * - `fs.read@0.files.*.path` what an argument holds there names the file, `*` each element; where it holds none there, none is used
 * - `fs.write@0?.path` the same, and nothing is said of an argument whose members nobody knows
 * - `net.connect=api.github.com:443`   the resource is fixed
 * - `env.read`    a call uses the capability on a resource that cannot be named
 * - `get:env.read`  merely reading the member does
 * - `!open`       a function in `special.ts` looks at the arguments
 * - `->type:Name` the result is an instance that table `type:Name` describes
 * - `->0`         the result is argument 0; `->this` the receiver; `->self` the member itself; `->through` that, or a function that is given
 * - `->entry`     names in a folder; `->below` paths that may lead into folders below it
 * - `->unknown`   the result may be anything
 * - `->named`     the result is what stands under the name that is given, where it is one
 * - `->called`    the result is what the functions that the receiver was made with give back
 * - `->made`      the result is an instance of the class that is given, and may be anything where none is
 * - `->client`    the member itself, which from then on carries the arguments
 * - `->extended`  what functions that are given make of the receiver, and `->client` of what else is given
 * - `->held.name`  the result is what the receiver was made with under this name, and there under the name that is given
 * - `=>type:Name` functions among the arguments are handed such an instance, first
 * - `remote`      functions among the arguments are sent as text, and called somewhere else
 * - `runs`        functions that the receiver was made with (`->client`) are called
 * - `keeps`       functions that are given are kept by the receiver, as if it had been made with them
 * - `is:0`        the member is of the type that the type which it is a member of is given there (`Context<Deps>`), and may be anything where none is
 * - `is:any`      the member may be anything
 * - `pure`        nothing happens
 */
export interface CallEffect {
  readonly capability: string;
  readonly arg?: number;
  /** Where in the argument that stands; `*` is each element. */
  readonly within?: readonly string[];
  /** Nothing is said where the argument as a whole is not known. */
  readonly isTold?: true;
  readonly fixed?: string;
}

export interface Entry {
  readonly call: readonly CallEffect[];
  readonly get: readonly string[];
  readonly special?: string;
  readonly returns?: string;
  readonly hands?: string;
  readonly isRemote?: true;
  readonly runsHeld?: true;
  readonly keeps?: true;
  /** Which argument of its type says what the member is. */
  readonly is?: number | "any";
}

export interface Table {
  /** Rows for members by dotted path. */
  readonly rows: Readonly<Record<string, string>>;
  /** What an unlisted member does when it is called: `pure`, tokens, or `unlisted` where nothing is known of it. */
  readonly rest: string;
  /** A row is for this very path: the name of a method alone does not say what it belongs to. */
  readonly isStrict?: true;
  /** Something that was opened: values of it carry the arguments of the opening. */
  readonly isHandle?: true;
  /** What it makes keeps the functions that it was given, and runs them once it is used. */
  readonly isKeeper?: true;
  /** A list or record of things that the rows speak of as well. */
  readonly isCollection?: true;
  /** Namespaces whose members are looked up in another table: `{ promises: "node:fs/promises" }`. */
  readonly links?: Readonly<Record<string, string>>;
}

const parsed = new Map<string, Entry>();

/** Parses the tokens of one row. */
export function parseEntry(text: string): Entry {
  const known = parsed.get(text);
  if (known) return known;
  const call: CallEffect[] = [];
  const get: string[] = [];
  let isRemote = false;
  let runsHeld = false;
  let keeps = false;
  let special: string | undefined;
  let returns: string | undefined;
  let hands: string | undefined;
  let is: Entry["is"];
  for (const token of text.split(" ")) {
    if (token === "" || token === "pure") continue;
    if (token === "remote") isRemote = true;
    else if (token === "runs") runsHeld = true;
    else if (token === "keeps") keeps = true;
    else if (token.startsWith("->")) returns = token.slice(2);
    else if (token.startsWith("=>")) hands = token.slice(2);
    else if (token.startsWith("!")) special = token.slice(1);
    else if (token.startsWith("is:")) is = token === "is:any" ? "any" : Number(token.slice(3));
    else if (token.startsWith("get:")) get.push(token.slice(4));
    else {
      const [, capability = "", arg, told, path, fixed] = /^([^@=]+)(?:@(\d+)(\?)?((?:\.[\w*]+)*))?(?:=(.*))?$/u.exec(token) ?? [];
      call.push({
        capability,
        ...(arg === undefined ? {} : { arg: Number(arg) }),
        ...(path === undefined || path === "" ? {} : { within: path.slice(1).split("."), ...(told && { isTold: true as const }) }),
        ...(fixed === undefined ? {} : { fixed }),
      });
    }
  }
  const entry: Entry = {
    call,
    get,
    ...(special === undefined ? {} : { special }),
    ...(returns === undefined ? {} : { returns }),
    ...(hands === undefined ? {} : { hands }),
    ...(isRemote && { isRemote }),
    ...(runsHeld && { runsHeld }),
    ...(keeps && { keeps }),
    ...(is === undefined ? {} : { is }),
  };
  parsed.set(text, entry);
  return entry;
}

/** Expands `"a b": row` into one row a name. */
export function expandRows(rows: Readonly<Record<string, string>>): Map<string, string> {
  const out = new Map<string, string>();
  for (const [names, row] of Object.entries(rows)) for (const name of names.split(" ")) out.set(name, row);
  return out;
}

/** What a package may do, as rows of a table: by export and member, and `rest` for whatever no row names. */
export interface SummaryRows {
  readonly rest: readonly string[];
  readonly rows: Readonly<Record<string, readonly string[]>>;
}
