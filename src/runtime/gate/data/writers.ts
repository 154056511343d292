/** Which operands a program changes: all of them, the last one, or those behind its script. */
export const WRITERS: Readonly<Record<string, "all" | "last" | "behind the first">> = {
  rm: "all",
  rmdir: "all",
  unlink: "all",
  shred: "all",
  mv: "all",
  tee: "all",
  touch: "all",
  truncate: "all",
  mkdir: "all",
  mkfifo: "all",
  cp: "last",
  ln: "last",
  install: "last",
  rsync: "last",
  scp: "last",
  chmod: "behind the first",
  chown: "behind the first",
  chgrp: "behind the first",
};

/** Programs that change their operands where one of their words says so. */
export const IN_PLACE: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[A-Za-hj-z]*i|--in-place)/u,
  perl: /^-[A-Za-z]*i/u,
};
