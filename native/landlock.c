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
 *     --egress PORT KEY   as --no-tcp, but for connections to that port of this machine, whose questions the key answers (`dial.h`)
 *
 * Three processes: the outer one takes in every orphan, and ends all when the command does, when it is told to (SIGTERM), and
 * when whoever started it ends. The inner one gives up everything and becomes the command. The outer one has given up
 * signals to others beforehand, so that a signal to every process reaches what descends from it and nothing else. A guard
 * stands around it, in a group of its own: when either of both is killed, the other one ends all.
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
#include "rules.h"

static volatile pid_t command;
/* Over it we are handed the calls that ask for the way out. */
static int pair[2] = { -1, -1 };

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
  if (egress.is_there) {
    /* A signal does not take a call back that is being answered: two would talk on one socket. */
    unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    int calls = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
    if (calls < 0) fail("the filter of system calls does not take hold", "");
    if (!hand_over(pair[1], calls)) fail("the way out cannot be handed over", "");
    close(calls);
    /* Not before it is known that our calls can be answered. */
    char go;
    ssize_t told;
    while ((told = read(pair[1], &go, 1)) < 0 && errno == EINTR);
    if (told != 1) _exit(125);
  } else if (prctl(PR_SET_SECCOMP, 2, &program)) fail("the filter of system calls does not take hold", "");
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
static void pass_on(int signal_number) {
  /* One that was stopped hears it as well. */
  if (command > 0 && !kill(command, signal_number)) kill(command, SIGCONT);
}

/*
 * Waits for the command, or for the end of whoever started this, by the other end of a descriptor that nobody else holds: one that
 * is set-user-id in between does not end with it. Meanwhile it answers calls that ask for the way out.
 */
static int wait_beside(int host_fd, int calls) {
  int status = 0;
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  struct pollfd ends[] = { { .fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK) , .events = POLLIN }, { .fd = host_fd }, { .fd = calls, .events = POLLIN } };
  struct signalfd_siginfo told;
  if (ends[0].fd < 0) return SIGKILL;
  for (pid_t gone;;) {
    while ((gone = waitpid(-1, &status, WNOHANG)) > 0) {
      if (gone == command) return status;
      dialled(calls, gone);
    }
    ends[2].fd = dialler_count < MOST_DIALLERS ? calls : -1;
    if (poll(ends, 3, -1) < 0) {
      if (errno != EINTR) return SIGKILL;
      continue;
    }
    if (ends[1].revents) return SIGKILL;
    if (ends[2].revents & POLLIN) serve_call(calls, &egress);
    else if (ends[2].revents) calls = -1;
    while (read(ends[0].fd, &told, sizeof told) > 0);
  }
}

static int exit_code(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

/* Goes on in a child, and stays as its guard: what either of both leaves behind, the other one ends. */
static void stay_as_guard(void) {
  pid_t self = getpid();
  command = fork();
  if (command < 0) fail("no process can be made", "");
  if (command == 0) {
    /* A signal to the guard's group reaches the guard alone; one to every process, what descends from here. */
    setpgid(0, 0);
    hold(ruleset_of((struct ruleset_attr){ .scoped = SCOPE_SIGNAL }));
    if (prctl(PR_SET_CHILD_SUBREAPER, 1)) fail("orphans cannot be taken in", "");
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) || getppid() != self) fail("whoever started this is gone", "");
    return;
  }
  struct sigaction action = { .sa_handler = pass_on };
  sigaction(SIGTERM, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  syscall(SYS_CLOSE_RANGE, 0, ~0U, 0);
  int status = 0;
  for (pid_t gone; (gone = waitpid(-1, &status, 0)) != command;) if (gone < 0 && errno != EINTR) break;
  end_all();
  _exit(exit_code(status));
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
  read_network();
  if (prctl(PR_SET_CHILD_SUBREAPER, 1)) fail("orphans cannot be taken in", "");
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) || getppid() != parent) fail("whoever started this is gone", "");
  struct sigaction action = { .sa_handler = on_term };
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGTERM);
  sigprocmask(SIG_BLOCK, &ended, NULL);
  if (uses_landlock) {
    hold(ruleset_of((struct ruleset_attr){ .scoped = SCOPE_SIGNAL }));
    stay_as_guard();
  }
  command = 0;
  sigaction(SIGTERM, &action, NULL);
  pid_t self = getpid();
  int ready[2];
  if (pipe2(ready, O_CLOEXEC) || (egress.is_there && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))) fail("no pipe can be made", "");
  command = fork();
  if (command < 0) fail("no process can be made", "");
  if (command == 0) {
    unready = ready[1];
    become(at + 1 < argc ? argv + at + 1 : NULL, filter, filter_size, self);
  }
  sigprocmask(SIG_UNBLOCK, &ended, NULL);
  close(ready[1]);
  int calls = -1;
  if (egress.is_there) {
    close(pair[1]);
    calls = take_over(pair[0]);
    errno = 0;
    int may_look = calls >= 0 && may_look_into(command, ready[0], &egress);
    /* It waits for us, and would for ever. */
    if (!may_look || write(pair[0], "x", 1) != 1) {
      int why = errno;
      kill(command, SIGKILL);
      errno = why;
      fail(calls >= 0 && !may_look ? "what is started cannot be looked into" : "the way out is not taken over", "");
    }
  }
  char said;
  ssize_t failed;
  while ((failed = read(ready[0], &said, 1)) < 0 && errno == EINTR);
  if (failed == 0 && info_fd >= 0) dprintf(info_fd, "{ \"child-pid\": %d }\n", self);
  /* Nothing of what was handed on is held open here: a pipe has to end when the command closes it. */
  int kept_open = uses_landlock ? calls : info_fd;
  for (int fd = 0; fd < 3; fd++) close(fd);
  if (kept_open > 3) syscall(SYS_CLOSE_RANGE, 3, kept_open - 1, 0);
  syscall(SYS_CLOSE_RANGE, kept_open > 2 ? kept_open + 1 : 3, ~0U, 0);
  int status = wait_beside(uses_landlock ? -1 : info_fd > 2 ? info_fd : -1, calls);
  if (uses_landlock) end_all();
  return exit_code(status);
}
