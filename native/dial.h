/*
 * The one way out, where no network of its own stands around: the filter of system calls hands us every `connect`, and we connect
 * that very socket to the one port there is (seccomp's user notification). Where it leads is ours to say: what was asked for is
 * looked at to refuse it, and nothing that changes in memory meanwhile leads anywhere else. Before anything else we answer what the
 * other end asks, by a key, since whoever is on this machine can reach a port; whoever shares the socket learns from that nothing
 * that serves another time. For `landlock.c`.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include "siphash.h"

#define SYS_PIDFD_OPEN 434
#define SYS_PIDFD_GETFD 438
#define PIDFD_THREAD_ 0200 /* O_EXCL; Linux 6.9 */
/* Less than the other end waits for its answer. */
#define DIAL_SECONDS 8
/* So many calls are answered at once; the others wait. */
#define MOST_DIALLERS 64

struct way_out { int port, is_there; uint64_t key[2]; };
/* Who connects for which call: the command's limits do not count them. */
static struct { pid_t pid; uint64_t call; } diallers[MOST_DIALLERS];
static int dialler_count;

static int option_of(int fd, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return getsockopt(fd, SOL_SOCKET, name, &value, &size) ? -1 : value;
}

/* 0, or the error that the caller is answered. May wait: not for whoever has others to look after. */
static int dial(int fd, const struct way_out *out) {
  const struct sockaddr_in proxy = { .sin_family = AF_INET, .sin_port = htons((uint16_t)out->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  struct pollfd made = { .fd = fd, .events = POLLOUT };
  uint64_t question, said;
  size_t got = 0;
  if (option_of(fd, SO_DOMAIN) != AF_INET || option_of(fd, SO_TYPE) != SOCK_STREAM || option_of(fd, SO_PROTOCOL) != IPPROTO_TCP) return EACCES;
  int waits = connect(fd, (const struct sockaddr *)&proxy, sizeof proxy) ? errno : 0;
  if (waits && waits != EINPROGRESS) return waits;
  if (poll(&made, 1, DIAL_SECONDS * 1000) != 1) return ETIMEDOUT;
  int failed = option_of(fd, SO_ERROR);
  if (failed) return failed < 0 ? EACCES : failed;
  /* The kernel says once that a connection is made: to who asked first. Whoever asks later, of one that is long made, answers nobody's question. */
  if (waits && connect(fd, (const struct sockaddr *)&proxy, sizeof proxy)) return errno;
  for (made.events = POLLIN; got < sizeof question;) {
    ssize_t more = poll(&made, 1, DIAL_SECONDS * 1000) == 1 ? recv(fd, (char *)&question + got, sizeof question - got, MSG_DONTWAIT) : 0;
    if (more <= 0) break;
    got += (size_t)more;
  }
  said = siphash(out->key, question);
  if (got == sizeof question && send(fd, &said, sizeof said, MSG_NOSIGNAL) == (ssize_t)sizeof said) return 0;
  shutdown(fd, SHUT_RDWR);
  return ECONNABORTED;
}

static void answer(int calls, uint64_t call, int failed) {
  struct seccomp_notif_resp said = { .id = call, .error = -failed };
  ioctl(calls, SECCOMP_IOCTL_NOTIF_SEND, &said);
}

/* A copy of a descriptor of a process or thread; else -1. */
static int copy_of(pid_t whose, int fd) {
  int them = (int)syscall(SYS_PIDFD_OPEN, whose, PIDFD_THREAD_);
  if (them < 0) return -1;
  int copy = (int)syscall(SYS_PIDFD_GETFD, them, fd, 0);
  int failed = errno;
  close(them);
  errno = failed;
  return copy;
}

/* Whether we may look into who descends from us: some containers forbid it. `at` is something of ours, and so of theirs. */
static int may_look_into(pid_t them, int fd, void *at) {
  char one;
  struct iovec here = { &one, 1 }, there = { at, 1 };
  int copy = process_vm_readv(them, &here, 1, &there, 1, 0) == 1 ? copy_of(them, fd) : -1;
  return copy >= 0 && !close(copy);
}

/* A copy of the socket that a call is about, where it asks for the way out; else -1. */
static int socket_of(int calls, const struct seccomp_notif *call, const struct way_out *out) {
  struct sockaddr_in asked = { 0 };
  struct iovec here = { &asked, sizeof asked }, there = { (void *)(uintptr_t)call->data.args[1], sizeof asked };
  if (call->data.args[2] < sizeof asked || process_vm_readv((pid_t)call->pid, &here, 1, &there, 1, 0) != (ssize_t)sizeof asked) return -1;
  if (asked.sin_family != AF_INET || asked.sin_addr.s_addr != htonl(INADDR_LOOPBACK) || asked.sin_port != htons((uint16_t)out->port)) return -1;
  int fd = copy_of((pid_t)call->pid, (int)call->data.args[0]);
  /* Whoever asked may have gone, and another have its number. */
  if (fd >= 0 && !ioctl(calls, SECCOMP_IOCTL_NOTIF_ID_VALID, &call->id)) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

/* Answers one `connect` that waits. Looking into the caller is for who it descends from alone; waiting is for a child of ours. */
static void serve_call(int calls, const struct way_out *out) {
  struct seccomp_notif call;
  memset(&call, 0, sizeof call);
  if (ioctl(calls, SECCOMP_IOCTL_NOTIF_RECV, &call)) return;
  int fd = socket_of(calls, &call, out);
  pid_t self = getpid(), dialler = fd < 0 ? -1 : fork();
  if (dialler == 0) {
    /* It ends with us, and in time, wherever it waits. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != self) _exit(1);
    sigset_t late;
    sigemptyset(&late);
    sigaddset(&late, SIGALRM);
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &late, NULL);
    alarm(DIAL_SECONDS);
    answer(calls, call.id, dial(fd, out));
    _exit(0);
  }
  if (dialler > 0) {
    diallers[dialler_count].pid = dialler;
    diallers[dialler_count++].call = call.id;
  } else answer(calls, call.id, fd < 0 ? EACCES : EAGAIN);
  if (fd >= 0) close(fd);
}

/* One of our children has ended: what a dialler has not answered is answered. */
static void dialled(int calls, pid_t gone) {
  for (int i = 0; i < dialler_count; i++) {
    if (diallers[i].pid != gone) continue;
    answer(calls, diallers[i].call, ETIMEDOUT);
    diallers[i] = diallers[--dialler_count];
    return;
  }
}

/* Hands a descriptor to the other end of a pair of sockets. */
union handed { char room[CMSG_SPACE(sizeof(int))]; struct cmsghdr align; };
static int hand_over(int pair, int fd) {
  char one = 'x';
  union handed control = { 0 };
  struct iovec text = { &one, 1 };
  struct msghdr message = { .msg_iov = &text, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(head), &fd, sizeof fd);
  return sendmsg(pair, &message, MSG_NOSIGNAL) == 1;
}
static int take_over(int pair) {
  char one;
  int fd = -1;
  union handed control = { 0 };
  struct iovec text = { &one, 1 };
  struct msghdr message = { .msg_iov = &text, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
  if (recvmsg(pair, &message, MSG_CMSG_CLOEXEC) != 1) return -1;
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) memcpy(&fd, CMSG_DATA(head), sizeof fd);
  return fd;
}
