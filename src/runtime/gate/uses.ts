import type { Grants } from "../../model/policy.ts";
import { HOST_FACETS, PATH_FACETS } from "../../model/policy.ts";
import { isNone } from "../../model/scope.ts";
import type { Roots } from "../roots.ts";
import { isDangerousVariable } from "../../model/variables.ts";
import { ARGUMENTS, commandUse, isTooMuch, nothingTold } from "./command-use.ts";
import type { NamedRole } from "./data/names.ts";
import { mayNameFile, roleOfName } from "./data/names.ts";
import type { Reached } from "./endpoints.ts";
import { endpointByLook, endpointOfHost, endpointOfUrl } from "./endpoints.ts";
import { factUses, mayBeMeant, opened } from "./fact-uses.ts";
import type { ArgumentFacts, Family } from "./facts.ts";
import { climbs, namesFile, pathsWithin, statusOf } from "./paths.ts";
import { unpacked } from "./packed.ts";
import { objectOf } from "./own-value.ts";
import type { SchemaRoles } from "./schema-roles.ts";
import { NO_ROLES } from "./schema-roles.ts";
import type { Found } from "./strings.ts";
import type { Need, Use } from "./use.ts";
import { isWindowsPath } from "./windows.ts";

/** A tool as the gate sees it. Grants are null where the tool has no policy and the operator lets it run. */
export interface Subject {
  readonly grants: Grants | null;
  readonly facts: ArgumentFacts | null;
  /** What its schema says of its arguments. */
  readonly roles?: SchemaRoles | undefined;
}

interface Stance {
  /** Every program that is granted runs things elsewhere: in a container, on another machine. */
  readonly elsewhere: boolean;
  readonly files: boolean;
  /** Whether a file may be made that is not there yet. */
  readonly makes: boolean;
  readonly hosts: boolean;
  readonly commands: boolean;
}

const MOST_USES = 10_000;
type Reach = Omit<Stance, "elsewhere">;
const stances = new WeakMap<Grants, Stance>();
const UNMANAGED: Stance = { elsewhere: false, files: true, makes: true, hosts: false, commands: true };
const ELSEWHERE = /^(?:docker|podman|nerdctl|kubectl|oc|ssh|lxc|incus|wsl|vagrant|adb|flyctl|heroku)$/u;

/** Which kinds of thing a policy grants at all. */
function stanceOf(grants: Grants | null): Stance {
  if (!grants) return UNMANAGED;
  let found = stances.get(grants);
  if (!found)
    stances.set(
      grants,
      (found = {
        files: PATH_FACETS.some((facet) => !isNone(grants[facet])),
        makes: !isNone(grants["fs.write.create"]),
        hosts: HOST_FACETS.some((facet) => !isNone(grants[facet])),
        commands: !isNone(grants.exec),
        elsewhere: !isNone(grants.exec) && grants.exec.allow !== "any" && grants.exec.allow.every(({ command }) => ELSEWHERE.test(command)),
      }),
    );
  return found;
}

/**
 * What the arguments of a call ask for. The manifest's facts say it where they are complete;
 * else the argument's name does, and what the text looks like. Undefined where it is too much to judge.
 */
export function usesOf(found: readonly Found[], input: unknown, subject: Subject, roots: Roots): Use[] | undefined {
  const { facts } = subject;
  const told = nothingTold(facts === null || facts.joins);
  const out = facts ? factUses(facts, input, roots, told) : [];
  if (!out) return undefined;
  const { elsewhere, ...stance } = stanceOf(subject.grants);
  // Only where the code itself starts nothing but such programs are texts known to be meant for there.
  const away =
    elsewhere && facts !== null && facts.programs.size > 0 && [...facts.programs].every((one) => one !== null && ELSEWHERE.test(one));
  const open = (family: Family): boolean => facts === null || facts.open.has(family);
  const isNested = (one: Found): boolean =>
    facts?.known.has(one.argument) === true && (one.isKey || one.argument !== one.name || one.holder !== input);
  if (facts && facts.open.size === 0 && !found.some(isNested)) return out;
  const texts = withUnpacked(found, stance, subject.roles);
  if (!texts) return undefined;
  for (const one of texts) {
    const nested = isNested(one);
    if (facts && !nested && (facts.known.has(one.argument) || facts.open.size === 0)) continue;
    // Of an object that the facts speak of as a whole, any part may be meant: but for what went into their templates.
    const isTold = (family: Family): boolean =>
      nested &&
      !one.isKey &&
      !open(family) &&
      facts?.families.get(one.argument)?.has(family) === true &&
      mayBeMeant(one.name, one.text, family);
    const files = (nested || open("path")) && (stance.files || !away) && !isTold("path");
    const hosts = (nested || open("host")) && !isTold("host");
    const commands = (nested || open("command")) && stance.commands && !away;
    const role = one.isKey ? keyRole(one) : roleOf(one, stance, subject.roles);
    if (role === "command" && commands) {
      commandUse(one, out, told);
      if (isTooMuch(told)) return undefined;
      continue;
    }
    if (roleOfName(one.argument) === "environment" || isVariable(one)) environmentUse(one, out);
    const isUrl = hosts && hostUse(one, role, stance, out);
    if (files && (!isUrl || (role === "path" && climbs(one.text))) && isPath(one, role, stance, roots)) {
      const use: Use = { k: "path", text: one.text, need: needOf(role) };
      // Where nothing is known of the code, a relative name that is there where the process runs may be meant as that.
      out.push(use, ...opened(use, roots).filter(({ text }) => statusOf(text)));
    } else if (files && stance.files && !isUrl && role !== "prose" && !(stance.commands && isOfACommand(one, input)))
      for (const text of pathsWithin(one.text, roots)) out.push({ k: "path", text, need: needOf(role) });
    if (out.length > MOST_USES) return undefined;
  }
  return out;
}

/** Words and variables of a command that stands beside them, with which their paths are judged. */
const isOfACommand = ({ argument, name, holder }: Found, input: unknown): boolean =>
  (ARGUMENTS.includes(name) || [argument, name].some((one) => roleOfName(one) === "environment")) &&
  [holder, objectOf(input)].some((one) => Object.keys(one ?? {}).some((key) => roleOfName(key) === "command"));

/**
 * The texts, with those of lists and objects that are written as JSON where a path, a host or a command is meant: some frameworks
 * read them. Undefined where they are too many.
 */
function withUnpacked(found: readonly Found[], stance: Reach, schema: SchemaRoles | undefined): readonly Found[] | undefined {
  const out: Found[] = [];
  for (const one of found) {
    out.push(one);
    const role = one.isKey ? undefined : roleOf(one, stance, schema);
    if (role === undefined || role === "prose" || role === "environment") continue;
    const texts = unpacked(one.text);
    if (!texts) return undefined;
    for (const text of texts) out.push({ ...one, text });
  }
  return out;
}

/** A key of an object is what the object is called: `{ files: { "a.txt": … } }`. */
function keyRole({ name }: Found): NamedRole | undefined {
  const role = roleOfName(name);
  return role === "path" || role === "read" || role === "write" ? role : undefined;
}

/** What a text is by its name. Inside of what is content as a whole, only plain names of files still count. */
function roleOf({ argument, name }: Found, stance: Reach, schema: SchemaRoles = NO_ROLES): NamedRole | undefined {
  const named = roleOfName(name);
  // A schema says more than a name that says nothing, and less than one that says what is opened or run.
  const role = argument === name && (named === undefined || named === "prose") ? (schema.get(name) ?? named) : named;
  if (argument === name || roleOfName(argument) !== "prose") return role;
  return stance.files && (role === "path" || role === "read" || role === "write") ? role : "prose";
}

/** Names that can hardly be of anything else; `from`, `to` and `target` can. */
const STRONG = /(?:path|file|dir|directory|folder)$|^(?:dest|destination|dst|output)$/iu;
/** A relative path with a folder or an ending: `in/new.txt`, `out.json`; not `production`, and no address. */
const LIKE_A_PATH = {
  test: (text: string): boolean => !/[\s@:]/u.test(text) && (text.includes("/") || /[^.]\.[A-Za-z]\w{0,5}$/u.test(text)),
};

const needOf = (role: NamedRole | undefined): Need => (role === "read" || role === "write" ? role : "unknown");

function isPath({ name, text }: Found, role: NamedRole | undefined, stance: Reach, roots: Roots): boolean {
  if (role === "path" && stance.files) return text !== "";
  if (stance.files && role === "write" && /(?:path|file)$/iu.test(name) && !/\n|:\/\//u.test(text)) return text !== "";
  if (stance.files && (role === "read" || role === "write") && STRONG.test(name) && LIKE_A_PATH.test(text)) return true;
  const files = role !== "prose" && (process.platform === "win32" ? isWindowsPath(text) : role === "path" && isWindowsPath(text));
  if (role === "prose" && !stance.files) return false;
  // A tool that touches no file may be given relative names of other things: `src/index.ts` of a remote repository.
  if (!stance.files && /^(?![/~\\]|file:)/iu.test(text) && !climbs(text)) return false;
  return files || namesFile(text, roots, role === "prose", stance.makes && mayNameFile(name));
}

/** Names under which a single word is a machine; a `domain` may be one of anything. */
const MACHINE = /host|server|address|url|uri|endpoint|origin/iu;

/** Adds the host that a text names. True where the text is a URL, and so no path. */
function hostUse({ name, text }: Found, role: NamedRole | undefined, stance: Reach, out: Use[]): boolean {
  const named = role === "url" || role === "host";
  const reached: Reached = named
    ? endpointOfHost(text)
    : stance.hosts && role !== "prose"
      ? endpointByLook(text, name)
      : endpointOfUrl(text);
  if (reached.k === "none") return false;
  // A single word under such a name is a host to a tool that reaches hosts, and anything else to another.
  if (
    named &&
    !(stance.hosts && MACHINE.test(name)) &&
    /^[\w-]+$/u.test(text) &&
    reached.k === "endpoint" &&
    !/[.:]|^localhost$/iu.test(reached.endpoint.host)
  )
    return false;
  if (role === "prose" && reached.k === "unreadable") return false;
  out.push({
    k: "host",
    text,
    endpoint: reached.k === "endpoint" ? reached.endpoint : null,
    mustBeGranted: stance.hosts && role !== "prose",
  });
  return true;
}

/** Whether a text stands under the name of a variable that decides what programs load or run, however deep; or names one itself. */
const isVariable = ({ name, text }: Found): boolean =>
  [name, /^([A-Z_][A-Z0-9_]*)(?:=|$)/u.exec(text)?.[1] ?? ""].some((one) => /^[A-Z_][A-Z0-9_]{2,}$/u.test(one) && isDangerousVariable(one));

function environmentUse({ argument, name, text }: Found, out: Use[]): void {
  const [, assigned] = /^([A-Za-z_]\w*)=/u.exec(text) ?? [];
  const alone = /^[A-Z_][A-Z0-9_]{2,}$/u.test(text) && isDangerousVariable(text) ? text : undefined;
  if (alone !== undefined) out.push({ k: "variable", name: alone, sets: true });
  if (name !== argument) out.push({ k: "variable", name, sets: true });
  else if (assigned !== undefined) out.push({ k: "variable", name: assigned, sets: true });
}
