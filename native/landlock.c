/*
 * Holds a command by Landlock and a filter of system calls, where namespaces cannot be made; and inside of namespaces that
 * somebody else has made (`--landlock 0`), by the filter alone, when what is mounted there has been looked at.
 *
 *     landlock --args FD --seccomp FD [--info-fd FD] [--landlock 0] [-- COMMAND...]
 *
 * The options come NUL-separated from the descriptor of `--args`:
 *
 *     --ro PATH       to be read and executed, no link on the way     --rw PATH    to be written too
 *     --edit FILE     to be changed, not removed                      --sys PATH   as --ro; links are followed, it may be missing
 *     --dev FILE      a device, to be read and written                --keep FD    a descriptor that stays open
 *     --setenv N V    a variable of the command                       --chdir DIR
 *     --pin PATH ID   what must stand there, as DEVICE:INODE       --is ID         what the next path must be, where it is opened
 *     --then          the command and its arguments follow, up to the end
 *     --no-tcp        no TCP connection, and no TCP port to listen on; the first option, if at all
 *
 * Two processes: the outer one takes in every orphan, and ends all when the command does, when it is told to (SIGTERM), and
 * when whoever started it ends. The inner one gives up everything and becomes the command. The outer one has given up
 * signals to others beforehand, so that a signal to every process reaches what descends from it and nothing else.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
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
static volatile pid_t command;
static int uses_landlock = 1;
static char *arguments[MOST];
/* Closed by the start of the command; something is written to it where that fails. */
static int unready = -1;

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

/* Gives up everything that is not granted. The folder to start in comes first: afterwards it may be out of reach. */
static void restrict_self(void) {
  const uint64_t straight = RESOLVE_NO_SYMLINKS_ | RESOLVE_NO_MAGICLINKS_;
  size_t at = 0;
  int closed = options_size > 0 && !strcmp(options, "--no-tcp");
  if (closed) next_option(&at);
  const struct ruleset_attr all = { .fs = FS_ALL, .net = closed ? NET_TCP : 0, .scoped = SCOPE_ABSTRACT | SCOPE_SIGNAL };
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

static int by_number(const void *a, const void *b) { return *(const unsigned *)a < *(const unsigned *)b ? -1 : 1; }
static void close_the_rest(void) {
  qsort(kept, (size_t)kept_count, sizeof *kept, by_number);
  unsigned from = 3;
  for (int i = 0; i < kept_count; i++) {
    if (kept[i] > from && syscall(SYS_CLOSE_RANGE, from, kept[i] - 1, CLOSE_LATER)) fail("descriptors cannot be closed", "");
    if (kept[i] >= from) from = kept[i] + 1;
  }
  if (syscall(SYS_CLOSE_RANGE, from, ~0U, CLOSE_LATER)) fail("descriptors cannot be closed", "");
}

static void become(char **argv, char *filter, size_t filter_size, pid_t outer) {
  /* A group and a session of its own: no terminal that is shared, no signal by group. */
  if (setsid() < 0) fail("no session of its own", "");
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != outer) fail("whoever started this is gone", "");
  for (int signal_number = 1; signal_number < 32; signal_number++) signal(signal_number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  restrict_self();
  close_the_rest();
  struct program program = { .length = (unsigned short)(filter_size / sizeof(struct instruction)), .filter = (void *)filter };
  if (prctl(PR_SET_SECCOMP, 2, &program)) fail("the filter of system calls does not take hold", "");
  errno = 0;
  if (arguments[0]) argv = arguments;
  if (!argv) fail("there is no command", "");
  execve(argv[0], argv, variables);
  fail("cannot start", argv[0]);
}

/*
 * Ends every process that descends from this one, whatever it has done to hide. The kernel does not let a fork pass
 * while it hands out a signal to all, so nothing can be faster; orphans come to us, so none is left when no child is.
 */
static void end_all(void) {
  do kill(-1, SIGKILL);
  while (waitpid(-1, NULL, 0) > 0 || errno != ECHILD);
}
static void on_term(int signal_number) {
  (void)signal_number;
  if (command > 0) kill(command, SIGKILL);
}

/*
 * Waits for the command, or for the end of whoever started this: one that is set-user-id in between does not end with it. By the
 * other end of a descriptor that nobody else holds.
 */
static int wait_beside(int host_fd) {
  int status = 0;
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  struct pollfd ends[] = { { .fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK) , .events = POLLIN }, { .fd = host_fd } };
  struct signalfd_siginfo told;
  if (ends[0].fd < 0) return SIGKILL;
  for (pid_t gone;;) {
    while ((gone = waitpid(-1, &status, WNOHANG)) > 0) if (gone == command) return status;
    if (poll(ends, 2, -1) < 0 && errno != EINTR) return SIGKILL;
    if (ends[1].revents) return SIGKILL;
    while (read(ends[0].fd, &told, sizeof told) > 0);
  }
}

int main(int argc, char **argv) {
  int args_fd = -1, filter_fd = -1, info_fd = -1, at = 1;
  pid_t parent = getppid();
  errno = 0;
  for (; at + 1 < argc && strcmp(argv[at], "--"); at += 2) {
    int fd = atoi(argv[at + 1]);
    if (!strcmp(argv[at], "--args")) args_fd = fd;
    else if (!strcmp(argv[at], "--seccomp")) filter_fd = fd;
    else if (!strcmp(argv[at], "--info-fd")) info_fd = fd;
    else if (!strcmp(argv[at], "--landlock")) uses_landlock = !!strcmp(argv[at + 1], "0");
    else fail("unknown option", argv[at]);
  }
  int abi = (int)syscall(SYS_LANDLOCK_CREATE, NULL, 0, 1);
  if (uses_landlock && abi < 0) fail("the kernel has no Landlock", "");
  if (uses_landlock && abi < LEAST_ABI) fail("the kernel is too old", "Linux 6.12 is needed");
  /* With nothing behind them, the options say what follows. */
  if ((at < argc && at + 1 >= argc) || args_fd < 0 || filter_fd < 0) fail("usage: landlock --args FD --seccomp FD [--info-fd FD] [-- COMMAND...]", "");
  size_t filter_size;
  options = read_all(args_fd, &options_size);
  if (options_size && options[options_size - 1]) fail("the options do not end", "");
  char *filter = read_all(filter_fd, &filter_size);
  if (prctl(PR_SET_CHILD_SUBREAPER, 1)) fail("orphans cannot be taken in", "");
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) || getppid() != parent) fail("whoever started this is gone", "");
  if (uses_landlock) hold(ruleset_of((struct ruleset_attr){ .scoped = SCOPE_SIGNAL }));
  struct sigaction action = { .sa_handler = on_term };
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGTERM);
  sigprocmask(SIG_BLOCK, &ended, NULL);
  sigaction(SIGTERM, &action, NULL);
  pid_t self = getpid();
  int ready[2];
  if (pipe2(ready, O_CLOEXEC)) fail("no pipe can be made", "");
  command = fork();
  if (command < 0) fail("no process can be made", "");
  if (command == 0) {
    unready = ready[1];
    become(at + 1 < argc ? argv + at + 1 : NULL, filter, filter_size, self);
  }
  sigprocmask(SIG_UNBLOCK, &ended, NULL);
  close(ready[1]);
  char said;
  ssize_t failed;
  while ((failed = read(ready[0], &said, 1)) < 0 && errno == EINTR);
  if (failed == 0 && info_fd >= 0) dprintf(info_fd, "{ \"child-pid\": %d }\n", self);
  /* Nothing of what was handed on is held open here: a pipe has to end when the command closes it. */
  for (int fd = 0; fd < 3; fd++) close(fd);
  int status = 0;
  if (!uses_landlock && info_fd > 2) {
    if (info_fd > 3) syscall(SYS_CLOSE_RANGE, 3, info_fd - 1, 0);
    syscall(SYS_CLOSE_RANGE, info_fd + 1, ~0U, 0);
    status = wait_beside(info_fd);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  syscall(SYS_CLOSE_RANGE, 3, ~0U, 0);
  for (pid_t gone; (gone = waitpid(-1, &status, 0)) != command;) if (gone < 0 && errno != EINTR) break;
  end_all();
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
