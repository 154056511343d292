import type { PackageModel } from "./kinds.ts";
import { modelsOf } from "./rows.ts";

/** Packages of JSR that reach something, most of them of Deno's standard library, a line each as in `by-row.ts`; by their addresses at JSR. */
const ROWS = `
jsr:@std/fs | fs.read fs.write | copy copySync: fs.read@0 fs.write@1; move moveSync: fs.write.delete@0 fs.write@1; emptyDir emptyDirSync: fs.read@0 fs.write.delete@0; ensureDir ensureDirSync ensureFile ensureFileSync: fs.write.create@0; ensureLink ensureLinkSync ensureSymlink ensureSymlinkSync: fs.write.create@1; exists existsSync walk walkSync expandGlob expandGlobSync: fs.read@0 ->below
jsr:@std/dotenv | pure | load loadSync: fs.read
jsr:@std/http | pure | serveFile: fs.read@1; serveDir: fs.read
jsr:@deno/sandbox | net.connect
jsr:@std/log | pure | FileHandler RotatingFileHandler: fs.write@1.filename
`;

export const jsrModels: Readonly<Record<string, PackageModel>> = modelsOf(ROWS);
