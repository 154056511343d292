/*
 * Becomes the command, inside of namespaces that somebody else has made, when what is mounted there has been looked at.
 *
 *     inside [--pin PATH ID]... [--limit NAME VALUE]... [--is ID] [--close FD]... [--told FD] -- COMMAND...
 *
 *     --pin PATH ID   what must stand there, as DEVICE:INODE     --limit NAME VALUE   nproc, nofile, fsize, data, cpu or core
 *     --is ID         what the command's program must be         --close FD           not for the command
 *     --told FD       is written to when all that was found to be so; not for the command either
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/resource.h>
#include "pins.h"

static void fail(const char *what, const char *which) {
  fprintf(stderr, "inside: %s%s%s%s%s\n", what, *which ? ": " : "", which, errno ? ": " : "", errno ? strerror(errno) : "");
  _exit(125);
}

static const struct { const char *name; int resource; } LIMITS[] = {
  { "nproc", RLIMIT_NPROC }, { "nofile", RLIMIT_NOFILE }, { "fsize", RLIMIT_FSIZE }, { "data", RLIMIT_DATA }, { "core", RLIMIT_CORE }, { "cpu", RLIMIT_CPU },
};

static void set_limit(const char *name, const char *value) {
  for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
    if (strcmp(LIMITS[i].name, name)) continue;
    struct rlimit now, limit = { .rlim_cur = strtoull(value, NULL, 10) };
    limit.rlim_max = limit.rlim_cur;
    if (getrlimit(LIMITS[i].resource, &now)) fail("a limit cannot be read", name);
    /* Nobody may have more than he has. */
    if (now.rlim_max < limit.rlim_max) limit = (struct rlimit){ now.rlim_max, now.rlim_max };
    if (setrlimit(LIMITS[i].resource, &limit)) fail("a limit cannot be set", name);
    return;
  }
  errno = 0;
  fail("unknown limit", name);
}

/* The program that a name leads to, links and all: by the search path where it is a name alone. */
static void check_program(const char *name, const char *id) {
  struct stat status;
  char path[4096];
  const char *folders = getenv("PATH");
  if (strchr(name, '/')) {
    if (stat(name, &status)) fail("cannot open", name);
  } else {
    int found = 0;
    for (const char *from = folders ? folders : ""; *from && !found;) {
      size_t length = strcspn(from, ":");
      snprintf(path, sizeof path, "%.*s/%s", (int)length, from, name);
      found = !access(path, X_OK) && !stat(path, &status) && S_ISREG(status.st_mode);
      from += length + (from[length] == ':');
    }
    if (!found) return; /* There is none: that is told where it is started. */
  }
  errno = 0;
  if (!is_it(&status, id)) fail("it was exchanged for something else", name);
}

static void close_later(int fd) {
  if (fcntl(fd, F_SETFD, FD_CLOEXEC)) fail("a descriptor cannot be closed", "");
}

int main(int argc, char **argv) {
  int at = 1, told = -1;
  const char *program = NULL;
  errno = 0;
  while (at < argc && strcmp(argv[at], "--")) {
    const char *name = argv[at], *first = at + 1 < argc ? argv[at + 1] : NULL, *second = at + 2 < argc ? argv[at + 2] : NULL;
    if (!first) fail("an option lacks its value", name);
    at += 2;
    if (!strcmp(name, "--close")) close_later(atoi(first));
    else if (!strcmp(name, "--told")) close_later(told = atoi(first));
    else if (!strcmp(name, "--is")) program = first;
    else if (second && !strcmp(name, "--pin")) { check_pin(first, second, 1); at++; }
    else if (second && !strcmp(name, "--limit")) { set_limit(first, second); at++; }
    else fail("unknown option", name);
  }
  char **command = argv + at + 1;
  if (at + 1 >= argc) fail("there is no command", "");
  if (program) check_program(command[0], program);
  if (told >= 0 && write(told, "1", 1) != 1) fail("it cannot be told", "");
  execvp(command[0], command);
  fprintf(stderr, "inside: cannot start: %s: %s\n", command[0], strerror(errno));
  return errno == ENOENT ? 127 : 126;
}
