import type { Table } from "../format.ts";
import { fs, fsPromises } from "../node-fs.ts";

/**
 * Hand-checked models of npm packages, by name.
 *
 * `rest` is what a call does that no row names, at any depth (`client.a.b()`); constructing
 * (`new X()`) is free unless a row says otherwise. `range` is the versions the model was read against.
 */
export interface PackageModel extends Table {
  readonly range: string;
}

export const NET = "net.connect";
/** Requests, by which what the client was given to run before and after them runs as well. */
export const FETCH = "!fetch runs";
export const httpClient = (range: string, extra: Record<string, string> = {}): PackageModel => ({
  range,
  rest: "pure",
  isKeeper: true,
  rows: {
    "default get post put patch delete head options request": FETCH,
    "create extend defaults instance": "->client",
    // What was made by one of these is called as the client itself is.
    "create.() extend.() defaults.() instance.()": FETCH,
    ...extra,
  },
});
/** A client of a service or a database, which runs what it is given at these places whenever it is used. */
export const hooked = (model: PackageModel, makers: string, keepers = ""): PackageModel => ({
  ...model,
  rest: `${model.rest} runs`,
  isKeeper: true,
  rows: { ...model.rows, [makers]: "->client", ...(keepers && { [keepers]: "keeps" }) },
});
export const service = (range: string, host?: string, rows: Record<string, string> = {}): PackageModel => ({
  range,
  rest: host === undefined ? NET : `${NET}=${host}`,
  rows: { "on once off addListener removeListener withOptions toJSON toString isInstance": "pure", ...rows },
});
export const database = (range: string, rows: Record<string, string> = {}): PackageModel => service(range, undefined, rows);
export const runner = (range: string, rows: Record<string, string>): PackageModel => ({ range, rest: "pure", rows });
export const files = (range: string, rows: Record<string, string>): PackageModel => ({ range, rest: "pure", rows });

/** Files that are worked on by what the package hands back: `open(a).resize(1).toFile(b)`. */
export const fluentFiles = (range: string, rows: Record<string, string>): PackageModel => ({ range, rest: "->self", rows });

/** What a browser, and all that it hands out, does with files; everything else goes over the network. */
export const BROWSER_ROWS: Readonly<Record<string, string>> = {
  "on once off removeListener removeAllListeners isConnected isClosed url": "pure",
  "contexts pages browser context mainFrame frames": "->self",
  "pdf screenshot screencast storageState start stop": "net.connect fs.write@0?.path ->self",
  routeFromHAR: "net.connect fs.read@0",
  "addScriptTag addStyleTag": "net.connect fs.read@0?.path",
  addInitScript: "net.connect fs.read@0?.path remote",
  "evaluate evaluateHandle $eval $$eval evaluateAll waitForFunction evaluateOnNewDocument": "net.connect remote ->self",
  // A page is named, not called back.
  newCDPSession: "net.connect remote ->self",
  "setInputFiles uploadFile": "!uploads",
  saveAs: "fs.write@0",
  "newContext newPage createBrowserContext createIncognitoBrowserContext":
    "net.connect fs.write@0?.recordVideo.dir fs.write@0?.recordHar.path fs.read@0?.storageState ->self",
};

/** A driver of browsers: what it starts is one. */
export const browserDriver = (range: string, rows: Record<string, string>): PackageModel => ({
  range,
  rest: `${NET} ->self`,
  rows: { ...BROWSER_ROWS, ...rows },
});

export const fsLike: PackageModel = {
  ...fs,
  range: ">=1",
  rows: {
    ...fs.rows,
    ...fsPromises.rows,
    "readJson readJSON readJsonSync readJSONSync pathExists pathExistsSync": "fs.read@0",
    "outputFile outputFileSync outputJson outputJSON outputJsonSync outputJSONSync writeJson writeJSON writeJsonSync writeJSONSync":
      "fs.write@0",
    "ensureDir ensureDirSync mkdirp mkdirs mkdirpSync mkdirsSync ensureFile ensureFileSync createFile createFileSync": "fs.write.create@0",
    "ensureLink ensureSymlink ensureLinkSync ensureSymlinkSync": "fs.write.create@1",
    "emptyDir emptyDirSync emptydir remove removeSync": "fs.write.delete@0",
    "copy copySync": "fs.read@0 fs.write@1",
    "move moveSync": "fs.write.delete@0 fs.write@1",
  },
};

/** Where a telemetry package sends to is what it is configured with: told apart from what the tool itself connects to. */
export const TELEMETRY = `${NET}={telemetry}`;

/** Reports of use: the same rows as any service, sent to the collector. */
export const telemetry = (range: string): PackageModel => ({ ...service(range), rest: TELEMETRY });

/** Reports to Sentry: what captures or flushes sends, the rest only wraps. */
export const sentry: PackageModel = {
  range: ">=3",
  rest: "pure",
  rows: {
    "captureException captureMessage captureEvent captureCheckIn captureFeedback flush close": TELEMETRY,
    "wrapMcpServerWithSentry wrapHandler withSentry": "->0",
  },
};

/** Every one of some members, of some exports. */
export const each = (owners: string, members: string): string =>
  owners
    .split(" ")
    .flatMap((owner) => members.split(" ").map((member) => `${owner}.${member}`))
    .join(" ");
