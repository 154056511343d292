/** `npm run build:native` */
import { buildNative } from "./native.js";

buildNative(process.cwd());
