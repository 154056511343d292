import type { Table } from "./format.ts";

const READ = "fs.read@0";
const ENTRIES = "fs.read@0 ->entry";
const BELOW = "fs.read@0 ->below";
const WRITE = "fs.write@0";
const DELETE = "fs.write.delete@0";
const CREATE = "fs.write.create@0";
const MODIFY = "fs.write.modify@0";

export const fsPromises: Table = {
  rest: "pure",
  rows: {
    readFile: "!flagged",
    "stat lstat statfs access realpath readlink watch": READ,
    "readdir opendir": ENTRIES,
    glob: BELOW,
    "writeFile appendFile": WRITE,
    "truncate chmod chown lchmod lchown utimes lutimes": MODIFY,
    "mkdir mkdtemp mkdtempDisposable": CREATE,
    "unlink rm rmdir": DELETE,
    rename: "fs.write.delete@0 fs.write@1",
    "copyFile cp": "fs.read@0 fs.write@1",
    link: "fs.read@0 fs.write.create@1",
    symlink: "fs.write.create@1",
    open: "!open ->type:FileHandle",
    FileHandle: "->type:FileHandle",
    constants: "pure",
  },
};

export const fs: Table = {
  rest: "pure",
  links: { promises: "node:fs/promises" },
  rows: {
    "readFile readFileSync": "!flagged",
    "readdir readdirSync opendir opendirSync": ENTRIES,
    "glob globSync": BELOW,
    "stat statSync lstat lstatSync statfs statfsSync access accessSync exists existsSync realpath realpathSync realpath.native realpathSync.native readlink readlinkSync watch watchFile unwatchFile openAsBlob":
      READ,
    "createReadStream ReadStream FileReadStream": "!flagged ->type:Stream",
    "createWriteStream WriteStream FileWriteStream Utf8Stream": "fs.write@0 ->type:FileWriter",
    "writeFile writeFileSync appendFile appendFileSync": WRITE,
    "truncate truncateSync chmod chmodSync chown chownSync lchmod lchmodSync lchown lchownSync utimes utimesSync lutimes lutimesSync":
      MODIFY,
    "mkdir mkdirSync mkdtemp mkdtempSync mkdtempDisposableSync": CREATE,
    "unlink unlinkSync rm rmSync rmdir rmdirSync": DELETE,
    "rename renameSync": "fs.write.delete@0 fs.write@1",
    "copyFile copyFileSync cp cpSync": "fs.read@0 fs.write@1",
    "link linkSync": "fs.read@0 fs.write.create@1",
    "symlink symlinkSync": "fs.write.create@1",
    open: "!open",
    openSync: "!open ->type:Descriptor",
    "read readSync readv readvSync fstat fstatSync": "!descriptorRead",
    "write writeSync writev writevSync ftruncate ftruncateSync fchmod fchmodSync fchown fchownSync futimes futimesSync": "!descriptorWrite",
    "close closeSync fsync fsyncSync fdatasync fdatasyncSync": "pure",
    "constants Stats Dir Dirent BigIntStats F_OK R_OK W_OK X_OK": "pure",
  },
};
