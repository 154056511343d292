import type { PackageModel } from "./kinds.ts";
import { NET } from "./kinds.ts";

/** Members of the service that Effect has for files, and of the one for commands, by the tags that code asks for them by. */
const of = (service: string, names: string): string =>
  names
    .split(" ")
    .map((name) => `${service}.${name}`)
    .join(" ");

const FILES: Readonly<Record<string, string>> = {
  [of(
    "FileSystem",
    "access exists glob lstat readDirectory readDirectoryEntries readFile readFileString readLink realPath stat stream watch",
  )]: "fs.read@0",
  [of("FileSystem", "makeDirectory symlink link")]: "fs.write.create@0",
  [of("FileSystem", "makeTempDirectory makeTempDirectoryScoped makeTempFile makeTempFileScoped")]: "fs.write.create",
  [of("FileSystem", "chmod chown sink truncate utimes writeFile writeFileString")]: "fs.write@0",
  [of("FileSystem", "remove")]: "fs.write.delete@0",
  [of("FileSystem", "copy copyFile")]: "fs.read@0 fs.write@1",
  [of("FileSystem", "rename")]: "fs.write.delete@0 fs.write@1",
  [of("FileSystem", "open")]: "fs.read@0 fs.write@0",
};

const REQUESTS = of("HttpClient", "execute get head post patch put del options");

/** Effect: what is composed is data, until it runs; what reaches the world are services that a platform provides. */
export const effectModels: Readonly<Record<string, PackageModel>> = {
  effect: {
    range: ">=3",
    rest: "pure",
    rows: {
      "Effect.fn Effect.fnUntraced Effect.fnUntracedEager": "->through",
      ...FILES,
      [REQUESTS]: NET,
      "ChildProcess.make": "exec.spawn@0",
    },
  },
  "@effect/platform": {
    range: ">=0.60",
    rest: "pure",
    rows: {
      ...FILES,
      [REQUESTS]: NET,
      "HttpApiClient.make HttpApiClient.makeWith Socket.makeWebSocket": NET,
      "Command.make": "exec.spawn@0",
      [of("CommandExecutor", "start string lines stream streamLines exitCode")]: "exec.spawn",
      [of("KeyValueStore", "layerFileSystem")]: "fs.read@0 fs.write@0",
    },
  },
};
