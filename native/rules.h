/* What a command is granted: the options of the launcher as rules of Landlock. For `landlock.c`. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "dial.h"
#include "pins.h"

/* From the kernel's own interface, which older headers do not have. */
#define SYS_LANDLOCK_CREATE 444
#define SYS_LANDLOCK_ADD 445
#define SYS_LANDLOCK_RESTRICT 446
#define SYS_CLOSE_RANGE 436
#define CLOSE_LATER 4 /* when the command starts */

#define FS_EXECUTE (1ULL << 0)
#define FS_WRITE_FILE (1ULL << 1)
#define FS_READ_FILE (1ULL << 2)
#define FS_READ_DIR (1ULL << 3)
#define FS_MAKE_CHAR (1ULL << 6)
#define FS_MAKE_BLOCK (1ULL << 11)
#define FS_TRUNCATE (1ULL << 14)
#define FS_IOCTL_DEV (1ULL << 15)
#define FS_ALL ((1ULL << 16) - 1)
#define FS_OF_FILES (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV)
#define READ_ONLY (FS_EXECUTE | FS_READ_FILE | FS_READ_DIR)
#define READ_WRITE (FS_ALL & ~(FS_MAKE_CHAR | FS_MAKE_BLOCK | FS_IOCTL_DEV))
#define NET_TCP 3ULL  /* to bind and to connect */
#define SCOPE_ABSTRACT 1ULL
#define SCOPE_SIGNAL 2ULL
/* Linux 6.12: without the scope of signals any process of the same user could be ended. */
#define LEAST_ABI 6

struct ruleset_attr { uint64_t fs, net, scoped; };
struct path_attr { uint64_t access; int32_t parent; } __attribute__((packed));
struct instruction { uint16_t code; uint8_t yes, no; uint32_t k; };
struct program { unsigned short length; struct instruction *filter; };

#define MOST 4096
static char *options; static size_t options_size;
static char *variables[MOST]; static int variable_count;
static unsigned kept[64]; static int kept_count;
static int uses_landlock = 1;
static char *arguments[MOST];
/* Closed by the start of the command; something is written to it where that fails. */
static int unready = -1;
/* Where there is a way out. */
static struct way_out egress;

static void fail(const char *what, const char *which) {
  fprintf(stderr, "landlock: %s%s%s%s%s\n", what, *which ? ": " : "", which, errno ? ": " : "", errno ? strerror(errno) : "");
  ssize_t told = unready >= 0 ? write(unready, "x", 1) : 0;
  (void)told;
  _exit(125);
}

static char *read_all(int fd, size_t *size) {
  size_t room = 65536, used = 0;
  char *data = malloc(room);
  if (!data) fail("out of memory", "");
  for (;;) {
    ssize_t got = read(fd, data + used, room - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read a descriptor", "");
    if (got == 0) break;
    used += (size_t)got;
    if (used == room && !(data = realloc(data, room *= 2))) fail("out of memory", "");
  }
  close(fd);
  *size = used;
  return data;
}

static char *next_option(size_t *at) {
  if (*at >= options_size) return NULL;
  char *text = options + *at;
  *at += strlen(text) + 1;
  return text;
}
static char *value_of(size_t *at, const char *name) {
  char *value = next_option(at);
  errno = 0;
  if (!value) fail("an option lacks its value", name);
  return value;
}

/* What the next path must be: compared where it is opened, and on the descriptor that the rule is made from. */
static const char *must_be;

static void allow(int ruleset, const char *path, uint64_t access, uint64_t resolve, int may_miss) {
  struct how how = { .flags = O_PATH | O_CLOEXEC, .resolve = resolve };
  int fd = (int)syscall(SYS_OPENAT2, AT_FDCWD, path, &how, sizeof how);
  if (fd < 0 && may_miss && (errno == ENOENT || errno == EACCES)) return;
  if (fd < 0) fail("cannot open", path);
  struct stat status;
  if (fstat(fd, &status)) fail("cannot look at", path);
  errno = 0;
  if (must_be && !is_it(&status, must_be)) fail("it was exchanged for something else", path);
  must_be = NULL;
  struct path_attr rule = { .access = S_ISDIR(status.st_mode) ? access : access & FS_OF_FILES, .parent = fd };
  if (syscall(SYS_LANDLOCK_ADD, ruleset, 1, &rule, 0)) fail("no rule can be made for", path);
  close(fd);
}

/* Whoever is root stays root by name alone. A capability that cannot be dropped was none. */
static void drop_capabilities(void) {
  struct { uint32_t version; int pid; } header = { 0x20080522, 0 };
  struct { uint32_t effective, permitted, inheritable; } none[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
  for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capset, &header, none)) fail("capabilities cannot be dropped", "");
}

static int ruleset_of(struct ruleset_attr attr) {
  int ruleset = (int)syscall(SYS_LANDLOCK_CREATE, &attr, sizeof attr, 0);
  if (ruleset < 0) fail("no set of rules can be made", "");
  return ruleset;
}
static void hold(int ruleset) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("privileges cannot be given up", "");
  if (syscall(SYS_LANDLOCK_RESTRICT, ruleset, 0)) fail("the rules do not take hold", "");
  close(ruleset);
}

/* What is said of the network, which comes first: no value of another option can be taken for it. */
static int read_network(void) {
  size_t at = 0;
  if (!options_size) return 0;
  if (!strcmp(options, "--no-tcp")) next_option(&at);
  if (strcmp(options, "--egress")) return (int)at;
  next_option(&at);
  egress.port = atoi(value_of(&at, "--egress"));
  /* Sixteen bytes, as they are written. */
  const char *key = value_of(&at, "--egress");
  egress.is_there = 0;
  for (int i = 0; i < 16; i++) egress.is_there += sscanf(key + 2 * i * (strlen(key) == 32), "%2hhx", (unsigned char *)egress.key + i);
  errno = 0;
  if (egress.port < 1 || egress.port > 65535 || egress.is_there != 16 || strlen(key) != 32 || !uses_landlock) fail("there is no way out", "--egress");
  return (int)at;
}

/* Gives up everything that is not granted. The folder to start in comes first: afterwards it may be out of reach. */
static void restrict_self(void) {
  const uint64_t straight = RESOLVE_NO_SYMLINKS_ | RESOLVE_NO_MAGICLINKS_;
  size_t at = (size_t)read_network();
  const struct ruleset_attr all = { .fs = FS_ALL, .net = at > 0 ? NET_TCP : 0, .scoped = SCOPE_ABSTRACT | SCOPE_SIGNAL };
  int ruleset = uses_landlock ? ruleset_of(all) : -1;
  for (char *name; (name = next_option(&at));) {
    if (!strcmp(name, "--ro")) allow(ruleset, value_of(&at, name), READ_ONLY, straight, 0);
    else if (!strcmp(name, "--rw")) allow(ruleset, value_of(&at, name), READ_WRITE, straight, 0);
    else if (!strcmp(name, "--edit")) allow(ruleset, value_of(&at, name), READ_ONLY | FS_WRITE_FILE | FS_TRUNCATE, straight, 0);
    else if (!strcmp(name, "--sys")) allow(ruleset, value_of(&at, name), READ_ONLY, 0, 1);
    else if (!strcmp(name, "--dev")) allow(ruleset, value_of(&at, name), FS_READ_FILE | FS_WRITE_FILE, 0, 1);
    else if (!strcmp(name, "--is")) must_be = value_of(&at, name);
    else if (!strcmp(name, "--pin")) { char *path = value_of(&at, name); check_pin(path, value_of(&at, name), 0); }
    else if (!strcmp(name, "--chdir")) { char *dir = value_of(&at, name); if (chdir(dir)) fail("cannot go to", dir); }
    else if (!strcmp(name, "--keep") && kept_count < 64) kept[kept_count++] = (unsigned)atoi(value_of(&at, name));
    else if (!strcmp(name, "--setenv")) {
      char *key = value_of(&at, name), *value = value_of(&at, name), *text;
      errno = 0;
      if (variable_count >= MOST - 1) fail("there are too many variables", "");
      if (asprintf(&text, "%s=%s", key, value) < 0) fail("out of memory", "");
      variables[variable_count++] = text;
    } else if (!strcmp(name, "--then")) {
      errno = 0;
      int count = 0;
      for (char *text; (text = next_option(&at)); arguments[count++] = text) if (count >= MOST - 1) fail("there are too many arguments", "");
      if (!count) fail("there is no command", "");
    } else { errno = 0; fail("unknown option", name); }
  }
  drop_capabilities();
  if (uses_landlock) hold(ruleset);
  else if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("privileges cannot be given up", "");
}
