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
export const httpClient = (range: string, extra: Record<string, string> = {}): PackageModel => ({
  range,
  rest: "pure",
  rows: { "default get post put patch delete head options request": "!fetch", "create extend defaults instance": "->self", ...extra },
});
export const service = (range: string, host?: string, rows: Record<string, string> = {}): PackageModel => ({
  range,
  rest: host === undefined ? NET : `${NET}=${host}`,
  rows: { "on once off addListener removeListener withOptions toJSON toString isInstance": "pure", ...rows },
});
export const database = (range: string, rows: Record<string, string> = {}): PackageModel => service(range, undefined, rows);
export const runner = (range: string, rows: Record<string, string>): PackageModel => ({ range, rest: "pure", rows });
export const files = (range: string, rows: Record<string, string>): PackageModel => ({ range, rest: "pure", rows });

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

/** A factory of model handles: the calls go through the `ai` package. */
export const MODEL_PROVIDER: PackageModel = { range: ">=0", rest: "pure", rows: {} };

/** Reports to Sentry: what captures or flushes sends, the rest only wraps. */
export const sentry: PackageModel = {
  range: ">=3",
  rest: "pure",
  rows: {
    "captureException captureMessage captureEvent captureCheckIn captureFeedback flush close": NET,
    "wrapMcpServerWithSentry wrapHandler withSentry": "->0",
  },
};
