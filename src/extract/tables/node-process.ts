import type { Table } from "./format.ts";

export const childProcess: Table = {
  rest: "pure",
  rows: {
    "exec execSync": "!shell ->type:ChildProcess",
    "execFile execFileSync spawn spawnSync": "!spawn ->type:ChildProcess",
    fork: "exec.spawn@0 ->type:ChildProcess",
    ChildProcess: "->type:ChildProcess",
    "ChildProcess.spawn ChildProcess.new.spawn ChildProcess.prototype.spawn": "exec.spawn",
  },
};

export const processTable: Table = {
  rest: "pure",
  rows: {
    env: "get:env.read",
    "exit abort reallyExit": "control.exit",
    "kill _kill _debugProcess": "control.signal",
    chdir: "control.chdir@0",
    execve: "exec.spawn@0",
    dlopen: "code.native@1",
    "binding _linkedBinding": "code.native",
    loadEnvFile: "fs.read@0 env.write",
    getBuiltinModule: "!builtin",
    "setuid setgid seteuid setegid setgroups initgroups umask": "control",
    cwd: "!cwd",
    "report.writeReport": "fs.write@0",
    "report.getReport": "env.read",
    "mainModule.require": "!require",
  },
};

export const moduleTable: Table = {
  rest: "pure",
  rows: {
    "createRequire Module.createRequire": "!createRequire",
    "_load Module._load": "!require",
    "register registerHooks Module.register Module.registerHooks": "code.load@0",
    "default Module": "->type:Module",
    "_compile prototype._compile Module._compile Module.prototype._compile runMain": "code.eval",
    "load prototype.load Module.load Module.prototype.load _extensions..js _extensions..cjs _extensions..ts _extensions..mjs": "code.load",
    "_extensions..node Module._extensions..node": "code.native",
    "prototype.require Module.prototype.require require": "!require",
    "builtinModules isBuiltin wrap syncBuiltinESMExports findPackageJSON enableCompileCache flushCompileCache getCompileCacheDir stripTypeScriptTypes":
      "pure",
  },
};

export const vm: Table = {
  rest: "pure",
  rows: {
    "runInContext runInNewContext runInThisContext": "code.eval",
    compileFunction: "code.eval ->type:Function",
    "Script SourceTextModule SyntheticModule": "code.eval",
    "createContext isContext measureMemory constants Module": "pure",
  },
};

export const workerThreads: Table = {
  rest: "pure",
  rows: { Worker: "!worker ->type:Worker" },
};

export const miscModules: Record<string, Table> = {
  "node:worker_threads": workerThreads,
  "node:cluster": { rest: "pure", rows: { fork: "exec.spawn" } },
  "node:inspector": {
    rest: "pure",
    rows: { open: "net.listen", "Session Session.connect": "code.eval" },
    links: { promises: "node:inspector/promises" },
  },
  "node:inspector/promises": { rest: "pure", rows: { open: "net.listen", Session: "code.eval" } },
  "node:repl": { rest: "pure", rows: { "start REPLServer": "code.eval" } },
  "node:wasi": { rest: "pure", rows: { WASI: "code.native" } },
  "node:v8": { rest: "pure", rows: { writeHeapSnapshot: "fs.write@0", setFlagsFromString: "code.eval" } },
  "node:sqlite": {
    rest: "pure",
    rows: { DatabaseSync: "!sqlite ->type:Database", Session: "pure", StatementSync: "->type:Statement", backup: "fs.read fs.write@1" },
  },
  "node:os": { rest: "pure", rows: { homedir: "!homedir", tmpdir: "!tmpdir", setPriority: "control" } },
  "node:test": { rest: "pure", rows: { run: "exec.spawn code.load" }, links: { mock: "node:test/mock" } },
  "node:util": { rest: "pure", rows: { "promisify callbackify deprecate": "->0" } },
  "node:trace_events": { rest: "pure", rows: { "createTracing.enable enable createTracing": "fs.write" } },
  "node:crypto": { rest: "pure", rows: { setEngine: "code.native@0" } },
  "node:ffi": { rest: "code.native", rows: {} },
  "node:domain": { rest: "pure", rows: { "create createDomain Domain": "->type:Domain" } },
  "node:perf_hooks": { rest: "pure", rows: {} },
  "node:tls": { rest: "pure", rows: {} },
};

export const processTypes: Record<string, Table> = {
  // What `execa(options)` and `$(options)` give is called again, and starts the program then.
  "type:Command": { rest: "pure", rows: { "default sync s pipe": "!command ->type:Command", kill: "control.signal" } },
  "type:ChildProcess": { rest: "pure", rows: { kill: "control.signal", spawn: "exec.spawn" } },
  "type:Worker": { rest: "pure", rows: {} },
  "type:Domain": { rest: "pure", rows: { "bind intercept": "->0" } },
  "type:Module": { rest: "pure", rows: { _compile: "code.eval", load: "code.load@0", require: "!require" } },
  "type:Stream": { rest: "pure ->this", rows: {} },
};

/** Modules in which nothing touches the outside world. */
export const PURE_MODULES = [
  "assert",
  "assert/strict",
  "async_hooks",
  "buffer",
  "console",
  "constants",
  "diagnostics_channel",
  "events",
  "path",
  "path/posix",
  "path/win32",
  "punycode",
  "querystring",
  "readline",
  "readline/promises",
  "sea",
  "stream",
  "stream/consumers",
  "stream/iter",
  "stream/promises",
  "stream/web",
  "string_decoder",
  "sys",
  "test/mock",
  "test/reporters",
  "timers",
  "timers/promises",
  "tty",
  "url",
  "util",
  "util/types",
  "zlib",
  "zlib/iter",
];
