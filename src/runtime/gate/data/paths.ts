/** Devices that every program writes to, and that hold nothing. */
export const HARMLESS_DEVICES: ReadonlySet<string> = new Set(
  ["null", "zero", "full", "random", "urandom", "tty", "stdin", "stdout", "stderr"].map((name) => `/dev/${name}`),
);

/** Templates that are committed on purpose, and only look like secrets. */
export const EXAMPLES = ["/**/.env.{example,sample,template,dist,defaults,schema}"] as const;
