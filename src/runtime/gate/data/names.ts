/** What an argument's name says that it is, where the manifest's facts say nothing. */
export type NamedRole = "read" | "write" | "path" | "url" | "host" | "command" | "environment" | "prose";

const NAMES: Readonly<Record<NamedRole, string>> = {
  read: "source src sourcepath sourcefile sourcedir from frompath input inputpath inputfile inputdir infile oldpath original template templatepath readpath",
  write:
    "destination dest destinationpath destpath dst target targetpath targetfile targetdir to topath output outputpath outputfile outputdir outfile newpath savepath saveto downloadpath writepath",
  path: "path paths file files filename filenames filepath filepaths dir dirs directory directories dirname dirpath folder folders folderpath root rootdir rootpath basedir basepath cwd workdir workingdir workingdirectory workspace relpath relativepath absolutepath fullpath localpath repopath repositorypath projectpath projectroot logfile configfile configpath",
  url: "url urls uri uris href link endpoint endpointurl baseurl apiurl webhook webhookurl callbackurl imageurl pageurl fileurl targeturl sourceurl redirecturl feedurl remoteurl",
  host: "ip ipaddr proxy proxyhost remotehost host hosts hostname hostnames domain domains server serverhost ipaddress address addr fqdn",
  command:
    "command commands cmd commandline cmdline shellcommand shellcmd argv cmds program programs executable binary exe exec bash sh shellscript",
  environment: "env envs environ environment environmentvariables envvars",
  prose:
    "input content contents text texts body message messages prompt query question answer description title subject summary comment comments note notes markdown html xml json yaml csv code snippet patch diff sql expression selector xpath css regex regexp pattern patterns search searchtext find replace replacement oldtext newtext oldstr newstr oldstring newstring template_text string value values data input_text caption label labels tag tags reason instructions system user assistant history observations observation name names entityname id key keys term terms keyword keywords language format encoding mode type kind status method headers header location exclude excludes excluded excludepatterns ignore ignores ignorepatterns context response embeds attachments blocks fields metadata variables payload json_data facts",
};

const ROLES: ReadonlyMap<string, NamedRole> = new Map(
  (Object.entries(NAMES) as [NamedRole, string][]).flatMap(([role, names]) => names.split(" ").map((name) => [name, role] as const)),
);

/** Names of the above under which anything may stand, and not only text: `{ doc: { name } }` may well be a file's. */
const LOOSE = new Set("input string value values data id key keys name names entityname location payload fields".split(" "));

/** Names of short texts that files are often called by: `${title}.md`. */
const CALLING = new Set("title subject label tag caption".split(" "));

/** Whether something may be called by what stands under a name, so that a file may be as well. */
export const mayNameFile = (name: string): boolean => LOOSE.has(plainName(name)) || CALLING.has(plainName(name));

/** Whether a name is of text that nothing is reached by. */
export const isContentName = (name: string): boolean => roleOfName(name) === "prose" && !LOOSE.has(plainName(name));

const plainName = (name: string): string => name.replace(/[\W_]/gu, "").toLowerCase();

const memo = new Map<string, NamedRole | undefined>();
const MEMO_LIMIT = 4096;

/** `outputPath`, `output_path` and `OUTPUT-PATH` are one name. */
export function roleOfName(name: string): NamedRole | undefined {
  const known = memo.get(name);
  if (known !== undefined || memo.has(name)) return known;
  const plain = plainName(name);
  const role =
    ROLES.get(plain) ??
    (/(?:path|file|filename|dir|directory|folder)$/u.test(plain) ? "path" : /(?:url|uri)$/u.test(plain) ? "url" : undefined);
  if (memo.size < MEMO_LIMIT) memo.set(name, role);
  return role;
}
