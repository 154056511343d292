/*
 * Becomes the command, inside of namespaces that somebody else has made, when what is mounted there has been looked at.
 *
 *     inside [--words COUNT] [--close FD]... [--pin PATH ID]... [--mount PATH HOW]... [--known PATH]... [--chdir DIR] [--limit NAME VALUE]... [--is ID] [--told FD] -- COMMAND...
 *     inside [--close FD]... --args FD
 *
 *     --pin PATH ID     what must stand there, as DEVICE:INODE     --limit NAME VALUE   nproc, nofile, fsize, data, cpu or core
 *     --mount PATH HOW  what must still be mounted there, HOW is ro where nothing may write to it
 *     --chdir DIR       the command's folder                       --close FD           not for the command
 *     --is ID           what the command's program must be         --args FD            waits there for the rest, each with a NUL behind it
 *     --known PATH      a mount that may be there: where one is named, or --mount, no other may, but below /proc and /dev
 *     --words COUNT     how many words are behind it: one that is cut off is no command
 *     --told FD         hears 1 when all that was found to be so, and 0 behind it where the command is too long to be started; not for the command
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include "pins.h"

/* From the kernel's own interface, which older headers do not have. */
#define MOUNT_ROOT 0x2000

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

/* What lay over a name goes with it when it is renamed outside: what is made anew there is bare, and what was exchanged for it may be written. */
static void check_mount(const char *path, const char *how) {
  struct statx status;
  struct statvfs system;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, 0, &status) || statvfs(path, &system)) fail("cannot look at", path);
  errno = 0;
  if (!(status.stx_attributes & status.stx_attributes_mask & MOUNT_ROOT)) fail("it was exchanged for something else", path);
  if (!strcmp(how, "ro") && !(system.f_flag & ST_RDONLY)) fail("it was exchanged for something else", path);
}

static const char **places;
static size_t place_count;
/* Whether a limit is set: what looks at the mounts needs more memory than the command may. */
static int is_limited;

/* Notes a place at which something may be mounted. */
static void may_be_mounted(const char *path) {
  errno = 0;
  if (is_limited) fail("a mount is named behind a limit", path);
  if (!(place_count & (place_count - 1)) && !(places = realloc(places, 2 * (place_count + 1) * sizeof *places))) fail("no memory", "");
  places[place_count++] = path;
}

static int is_place(const char *path) {
  if (!strcmp(path, "/") || !strcmp(path, "/dev") || !strncmp(path, "/proc/", 6) || !strncmp(path, "/dev/", 5)) return 1;
  for (size_t i = 0; i < place_count; i++) if (!strcmp(path, places[i])) return 1;
  return 0;
}

/* As the kernel writes it: space, tab, end of line and backslash by their numbers. */
static void unescape(char *text) {
  char *to = text;
  for (; *text; text++, to++) {
    if (text[0] == '\\' && text[1] && text[2] && text[3]) {
      *to = (char)(((text[1] - '0') << 6) | ((text[2] - '0') << 3) | (text[3] - '0'));
      text += 3;
    } else *to = *text;
  }
  *to = 0;
}

/* What was mounted outside in a granted folder, before or since, came along with it: nobody has looked at that, and it may be written. */
static void check_places(void) {
  FILE *all = fopen("/proc/self/mountinfo", "re");
  char *line = NULL;
  size_t room = 0, count = 0;
  if (!all) fail("cannot look at what is mounted", "");
  for (; getline(&line, &room, all) > 0; count++) {
    char *path = line;
    for (int field = 1; field < 5 && path; field++) if ((path = strchr(path, ' '))) path++;
    if (!path) fail("cannot look at what is mounted", "");
    path[strcspn(path, " ")] = 0;
    unescape(path);
    errno = 0;
    if (!is_place(path)) fail("it was mounted by somebody else", path);
  }
  if (!feof(all) || !count) fail("cannot look at what is mounted", "");
  fclose(all);
}

static void enter(const char *folder) {
  if (chdir(folder) || setenv("PWD", folder, 1)) fail("cannot enter", folder);
}

/* All that is written to a descriptor, as arguments; the last is NULL. */
static char **arguments(int fd, int *count) {
  size_t room = 1 << 16, length = 0;
  char *text = NULL;
  for (ssize_t got = 1; got > 0; length += got > 0 ? (size_t)got : 0) {
    if (!text || length + 1 >= room) {
      if (text) room *= 2;
      if (!(text = realloc(text, room))) fail("no memory", "");
    }
    do got = read(fd, text + length, room - length - 1); while (got < 0 && errno == EINTR);
    if (got < 0) fail("what to do cannot be read", "");
  }
  close(fd);
  if (length && text[length - 1]) fail("what to do is cut off", "");
  text[length] = 0;
  *count = 0;
  for (size_t i = 0; i < length; i++) *count += !text[i];
  char **all = calloc((size_t)*count + 1, sizeof *all);
  if (!all) fail("no memory", "");
  for (int i = 0; i < *count; i++, text += strlen(text) + 1) all[i] = text;
  return all;
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
    else if (!strcmp(name, "--args")) { argv = arguments(atoi(first), &argc); at = 0; }
    else if (!strcmp(name, "--chdir")) enter(first);
    else if (!strcmp(name, "--told")) close_later(told = atoi(first));
    else if (!strcmp(name, "--is")) program = first;
    else if (second && !strcmp(name, "--pin")) { check_pin(first, second, 1); at++; }
    else if (second && !strcmp(name, "--mount")) { check_mount(first, second); may_be_mounted(first); at++; }
    else if (!strcmp(name, "--known")) may_be_mounted(first);
    else if (second && !strcmp(name, "--limit")) {
      if (!is_limited && place_count) check_places();
      is_limited = 1;
      set_limit(first, second);
      at++;
    } else if (!strcmp(name, "--words")) {
      errno = 0;
      if (atoi(first) != argc - at) fail("what to do is cut off", "");
    }
    else fail("unknown option", name);
  }
  char **command = argv + at + 1;
  if (at + 1 >= argc) fail("there is no command", "");
  if (!is_limited && place_count) check_places();
  if (program) check_program(command[0], program);
  if (told >= 0 && write(told, "1", 1) != 1) fail("it cannot be told", "");
  execvp(command[0], command);
  if (errno == E2BIG && told >= 0 && write(told, "0", 1) == 1) fail("cannot be started", command[0]);
  fprintf(stderr, "inside: cannot start: %s: %s\n", command[0], strerror(errno));
  return errno == ENOENT ? 127 : 126;
}
