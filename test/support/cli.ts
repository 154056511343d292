import { cli } from "../../src/cli/cli.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command line in this process. */
export async function toolfence(cwd: string, ...argv: string[]): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await cli(argv, {
    cwd,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}
