import { printWords } from "../../../model/words.ts";
import { packageOf } from "../../tables/index.ts";
import * as handles from "./handle-effects.ts";
import * as loggers from "./logging.ts";
import * as http from "./http-effects.ts";
import { folderModules } from "../meaning/folder-imports.ts";
import type { Machine } from "../machine.ts";
import { commandResources, optionTexts, pathResources, textResources, urlResources } from "./resources.ts";
import { constantsOf } from "../domain/strings.ts";
import type { Resolver, Use } from "../domain/uses.ts";
import { each, isObject } from "../domain/uses.ts";
import type { Atom, Mod, Value } from "../domain/values.ts";
import { isAbsent, NOTHING } from "../domain/values.ts";

const open: Resolver = (_x, args) => {
  const paths = pathResources(args[0]);
  const flags = args[1] === undefined || args[1].every((atom) => atom.k === "fn") ? ["r"] : constantsOf(args[1]);
  const read = each("fs.read", paths);
  const write = each("fs.write", paths);
  if (!flags) return { uses: [...read, ...write] };
  return {
    uses: flags.flatMap((flag) => {
      if (/^\d+$/u.test(flag)) return [[...read], [...write], [...read, ...write]][Number(flag) & 3] ?? [...read, ...write];
      return /^(?:r|rs|undefined)$/u.test(flag) ? read : /\+/u.test(flag) ? [...read, ...write] : write;
    }),
  };
};

/** `readFile(path, { flag: "w+" })` and `createReadStream(path, { flags })`: a flag may make a read a write too. */
const flagged: Resolver = (x, args) => {
  const paths = pathResources(args[0]);
  const flags = ["flag", "flags"].flatMap((name) => optionTexts(x, args[1], name, "r"));
  return { uses: [...each("fs.read", paths), ...(flags.some((flag) => /[wa+{]/u.test(flag)) ? each("fs.write", paths) : [])] };
};

const SHELLS = /^(?:\/bin\/|\/usr\/bin\/)?(?:sh|bash|zsh|dash|cmd|cmd\.exe|powershell|pwsh)$/u;

/** Whether a program is a shell that is given a line to read. */
const readsCode = ([program = "", ...args]: readonly string[]): boolean =>
  SHELLS.test(program) && args.some((arg) => /^(?:-c\b|\/c\b|-Command)/u.test(arg));

const spawn: Resolver = (x, args) => {
  const hasList = args[1]?.some((atom) => atom.k === "arr" || atom.k === "list" || atom.k === "data") ?? false;
  const list = hasList ? args[1] : undefined;
  const options = hasList ? args[2] : args[1];
  const throughShell = optionTexts(x, options, "shell", "false").some((shell) => shell !== "false");
  return {
    uses: commandResources(args[0], list).map((words) =>
      throughShell || readsCode(words)
        ? { capability: "exec.shell", resource: words.join(" ") }
        : { capability: "exec.spawn", resource: printWords(words) },
    ),
  };
};

const shell: Resolver = (_x, args) => ({ uses: each("exec.shell", textResources(args[0])) });

const shellTag: Resolver = (_x, args, target) => ({
  uses: each("exec.shell", target.call.kind === 2 ? textResources(args[0]) : ["{dynamic}"]),
});

/** A command of a template, or of a program with what it is given; what is given options alone is prepared by them, and starts when it is called again. */
const command: Resolver = (x, args, target) => {
  if (target.call.kind === 2) return shellTag(x, args, target);
  const isPrepared = args[0] === undefined || args[0].every((atom) => atom.k === "obj" || atom.k === "rec" || isAbsent(atom));
  return isPrepared ? { uses: [] } : spawn(x, args, target);
};

const isNamed = (value: Value | undefined): boolean => value?.some((atom) => atom.k === "str" || atom.k === "data") === true;

/** `connect({ host, port, path })`, `connect(port, host?, options?)`, `connect(path)`; over a socket that is there, nothing is connected. */
const connect: Resolver = (x, args) => {
  const options = args.find(isObject);
  const [to, host] = args;
  if (options !== undefined && x.member(options, "socket").length > 0) return { uses: [] };
  const named = options ? optionTexts(x, options, "host", "") : [""];
  const byOption = [
    ...named.filter((one) => one !== ""),
    ...(named.includes("") ? (options ? optionTexts(x, options, "hostname", "localhost") : ["localhost"]) : []),
  ];
  if (options !== undefined && options === to) {
    const paths = optionTexts(x, options, "path", "");
    const ports = optionTexts(x, options, "port", "{dynamic}");
    return {
      uses: each("net.connect", [
        ...paths.flatMap((path) => (path === "" ? [] : [`unix:${path}`])),
        ...(paths.includes("") ? byOption.flatMap((one) => ports.map((port) => `${one}:${port}`)) : []),
      ]),
    };
  }
  const hosts = host !== undefined && host !== options && isNamed(host) ? textResources(host) : byOption;
  return {
    uses: each(
      "net.connect",
      textResources(to).flatMap((one) =>
        /^(?:\d+$|\{)/u.test(one) ? hosts.map((name) => `${name}:${one}`) : [one.startsWith("/") ? `unix:${one}` : one],
      ),
    ),
  };
};

const listen: Resolver = (_x, args) => ({ uses: each("net.listen", textResources(args[0])) });

const denoOpen: Resolver = (x, args) => {
  const paths = pathResources(args[0]);
  if (args[1] !== undefined && !isObject(args[1])) return { uses: [...each("fs.read", paths), ...each("fs.write", paths)] };
  const wants = (name: string): boolean => optionTexts(x, args[1], name, "false").some((text) => text !== "false");
  const writes = wants("write") || wants("append") || wants("create") || wants("truncate") || wants("createNew");
  return { uses: [...(args[1] === undefined || wants("read") ? each("fs.read", paths) : []), ...(writes ? each("fs.write", paths) : [])] };
};

/** A worker runs a file; of a text that it is given, or a file that nobody can name, nobody knows what it does. */
const worker: Resolver = (x, args) => {
  const files = textResources(args[0]);
  const isText = optionTexts(x, args[1], "eval", "false").some((text) => text !== "false");
  const isUnnamed = files.some((file) => file.includes("{"));
  return {
    uses: [
      ...each("code.worker", files),
      ...(isText
        ? each("code.eval", ["{dynamic}"])
        : isUnnamed
          ? each(
              "code.load",
              files.filter((file) => file.includes("{")),
            )
          : []),
    ],
  };
};

/** What loading some modules by name does, where they hold machine code. */
export const machineCode = (x: Machine, mod: Mod, names: readonly string[]): Use[] =>
  names.flatMap((name) => {
    const found = x.world.resolve(mod.file, name);
    const file = found.k === "asset" || found.k === "outside" ? found.file : name;
    return /\.(?:node|wasm)$/u.test(file) ? [{ capability: "code.native", resource: name }] : [];
  });

const load: Resolver = (x, args, target) => {
  const names = constantsOf(args[0] ?? NOTHING);
  if (!names) {
    const uses = each("code.load", textResources(args[0]));
    return folderModules(x, target.at.mod, args[0] ?? NOTHING, true) ? { uses } : { uses, unknown: "unknown.require" };
  }
  return { uses: machineCode(x, target.at.mod, names) };
};

/** `Papa.parse(url, { download: true })`. */
const download: Resolver = (x, args) => ({
  uses: optionTexts(x, args[1], "download", "false").some((text) => text !== "false") ? each("net.connect", urlResources(args[0])) : [],
});

/** How an MCP client reaches its server, by the class of its transport. */
const TRANSPORTS: Readonly<Record<string, string>> = {
  StdioClientTransport: "exec.spawn",
  SSEClientTransport: "net.connect",
  StreamableHTTPClientTransport: "net.connect",
  WebSocketClientTransport: "net.connect",
};

/** `client.connect(transport)`. */
const transport: Resolver = (_x, args) => {
  const kinds = (args[0] ?? NOTHING).map((atom) =>
    atom.k === "ext" ? TRANSPORTS[atom.path.find((part) => Object.hasOwn(TRANSPORTS, part)) ?? ""] : undefined,
  );
  const isKnown = kinds.length > 0 && kinds.every((kind) => kind !== undefined);
  return { uses: [...new Set(isKnown ? kinds : ["exec.spawn", "net.connect"])].flatMap((kind) => each(kind ?? "", ["{dynamic}"])) };
};

/** A loader of documents reads the file that it is given the name of; what is in memory already, it does not. */
const documents: Resolver = (_x, args) =>
  args[0]?.every((atom) => atom.k === "ext" && atom.root === "global" && atom.path[0] === "Blob") === true
    ? { uses: [] }
    : { uses: each("fs.read", pathResources(args[0])) };

/** A file, where it is named by a text; what was read or decoded before is data of no name. */
const named: Resolver = (_x, args) => {
  const names = (args[0] ?? NOTHING).filter((atom) => atom.k === "str" || (atom.k === "data" && atom.from !== undefined));
  return { uses: names.length === 0 ? [] : each("fs.read", pathResources(names)) };
};

/** `read({ path })`; of `{ buffer }` nothing is read. */
const pathOption: Resolver = (x, args) => {
  const path = isObject(args[0]) ? x.member(args[0] ?? NOTHING, "path") : x.data();
  return { uses: path.length === 0 ? [] : each("fs.read", pathResources(path)) };
};

/** `page.setInputFiles(selector, files)`, `locator.setInputFiles(files)`; what is in memory is not read. */
const uploads: Resolver = (_x, args) => {
  const files = args[1] !== undefined && !isObject(args[1]) ? args[1] : args[0];
  return { uses: files === undefined || isObject(files) ? [] : each("fs.read", pathResources(files)) };
};

/** A method called by name on something that is handed over. */
const called: Resolver = (_x, args) =>
  args[0]?.some((atom) => atom.k === "ext" || atom.k === "unk") ? { uses: [], unknown: "unknown.call" } : { uses: [] };

/** Something in a summarised package that could not be seen through. */
const unseen: Resolver = (_x, _args, { root }) => ({ uses: [], unknown: `unknown.package:${packageOf(root)}` });

const nothing: Resolver = () => ({ uses: [] });

/** `new JSDOM(html, options)`: what its options let a document do. */
const dom: Resolver = (x, args) => {
  const has = (name: string): boolean => x.member(args[1] ?? NOTHING, name).some((atom) => !isAbsent(atom));
  return {
    uses: [...(has("runScripts") ? each("code.eval", ["{dynamic}"]) : []), ...(has("resources") ? each("net.connect", ["{dynamic}"]) : [])],
  };
};

/** `getDocument({ url })`: an address, or a file; what is given as data is in memory. */
const document: Resolver = (x, args) => {
  const given = args[0] ?? NOTHING;
  const named = (isObject(given) ? x.member(given, "url") : given).filter((atom) => !isAbsent(atom));
  const startOf = (atom: Atom): string => textResources([atom])[0] ?? "";
  const files = named.filter((atom) => !/^https?:/u.test(startOf(atom)));
  const addresses = named.filter((atom) => /^(?:https?:|\{)/u.test(startOf(atom)));
  return {
    uses: [
      ...(files.length > 0 ? each("fs.read", pathResources(files)) : []),
      ...(addresses.length > 0 ? each("net.connect", urlResources(addresses)) : []),
    ],
  };
};

/** Commands of the editor itself, which show and arrange things; those of its terminals, tasks and debuggers start programs. */
const OF_EDITOR =
  /^(?:setContext$|vscode\.(?:open\w*|diff|changes|execute\w*|prepare\w*|provide\w*)$|(?:editor|list|cursor\w*)\.|notebook\.(?!cell\.execute|execute)|workbench\.(?!action\.(?:terminal\.|tasks\.|debug\.|createTerminal|files\.save)|extensions\.|mcp\.)|markdown\.|revealLine$|type$)/u;

/** `vscode.commands.executeCommand(id)`: what a command of another extension does is not known. */
const editorCommand: Resolver = (_x, args) => ({
  uses: each(
    "exec.spawn",
    textResources(args[0]).filter((text) => text.includes("{") || !OF_EDITOR.test(text)),
  ),
});

/** Resolvers that rows of the tables name with `!`. */
export const specialEffects: Readonly<Record<string, Resolver>> = {
  open,
  flagged,
  spawn,
  shell,
  shellTag,
  command,
  ...http,
  dom,
  connect,
  listen,
  ...handles,
  ...loggers,
  heldSocket: (x, _args, target) => (target.held?.length ? connect(x, target.held, target) : { uses: [] }),
  denoOpen,
  require: load,
  worker,
  builtin: (_x, args) =>
    constantsOf(args[0] ?? NOTHING)
      ? { uses: [] }
      : { uses: [{ capability: "code.load", resource: "{dynamic}" }], unknown: "unknown.require" },
  download,
  document,
  documents,
  named,
  editorCommand,
  pathOption,
  uploads,
  unseen,
  called,
  transport,
  createRequire: nothing,
  cwd: nothing,
  homedir: nothing,
  tmpdir: nothing,
};
