/* One attack a run: prints "open" when it worked, else the name of what stopped it. Nothing here is harmful outside a test. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/fs.h>
#include <linux/vm_sockets.h>
#include <mqueue.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/ip_icmp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

static int say(long result) {
  if (result >= 0) puts("open");
  else puts(strerrorname_np(errno) ? strerrorname_np(errno) : "error");
  return result >= 0 ? 0 : 1;
}

static int to_socket(const char *path, int abstract) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (s < 0) return -1;
  strncpy(a.sun_path + abstract, path, sizeof a.sun_path - 2);
  if (connect(s, (struct sockaddr *)&a, offsetof(struct sockaddr_un, sun_path) + abstract + strlen(path) + !abstract) == 0) return 0;
  /* Some servers bind an abstract name with all its padding. */
  return abstract ? connect(s, (struct sockaddr *)&a, sizeof a) : -1;
}

static long now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

/* So many processes, each of which starts the next one and ends, until the time is over; the last one leaves a mark. */
static void chains(long count, long ms, const char *mark) {
  long end = now() + ms;
  for (long i = 0; i < count; i++) {
    if (fork() != 0) continue;
    setsid();
    while (now() < end) if (fork() > 0) _exit(0);
    close(open(mark, O_WRONLY | O_CREAT, 0666));
    _exit(0);
  }
}

static int tell(const char *path, const char *text) {
  int fd = open(path, O_WRONLY);
  if (fd < 0) return -1;
  ssize_t told = write(fd, text, strlen(text));
  close(fd);
  return told < 0 ? -1 : 0;
}

static int address(const char *name, const char *text) {
  struct ifreq one = {0};
  struct sockaddr_in *a = (struct sockaddr_in *)&one.ifr_addr;
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  strncpy(one.ifr_name, name, IFNAMSIZ - 1);
  if (text) {
    a->sin_family = AF_INET;
    inet_pton(AF_INET, text, &a->sin_addr);
    if (ioctl(s, SIOCSIFADDR, &one)) return -1;
  }
  if (ioctl(s, SIOCGIFFLAGS, &one)) return -1;
  one.ifr_flags |= IFF_UP;
  int done = ioctl(s, SIOCSIFFLAGS, &one);
  close(s);
  return done;
}

/*
 * As root: a network of its own, in which a neighbour and a metadata service answer and everybody may ping; then an ordinary
 * user; then, if asked for, no user namespaces from here on, as in a default container. Then the program.
 */
static int stage(uid_t user, int namespaces, char **command) {
  int ready[2], mapped[2];
  char go;
  if (unshare(CLONE_NEWNET) || address("lo", NULL) || address("lo:1", "10.99.7.1") || address("lo:2", "169.254.169.254")) return say(-1);
  if (tell("/proc/sys/net/ipv4/ping_group_range", "0 2147483647")) return say(-1);
  if (!namespaces) {
    /* Everybody is who they are; whoever stands outside says so. */
    if (pipe(ready) || pipe(mapped)) return say(-1);
    pid_t self = getpid();
    if (fork() == 0) {
      char path[64];
      if (read(ready[0], &go, 1) != 1) _exit(1);
      for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", self, i ? "gid_map" : "uid_map");
        if (tell(path, "0 0 4294967295")) _exit(1);
      }
      _exit(write(mapped[1], "x", 1) != 1);
    }
    close(mapped[1]);
    if (unshare(CLONE_NEWUSER) || write(ready[1], "x", 1) != 1 || read(mapped[0], &go, 1) != 1) return say(-1);
    close(ready[0]); close(ready[1]); close(mapped[0]);
    if (tell("/proc/sys/user/max_user_namespaces", "0")) return say(-1);
  }
  if (setgroups(0, NULL) || setgid(user) || setuid(user)) return say(-1);
  execv(command[0], command);
  return say(-1);
}

static int terminal(void) {
  /* A terminal of one's own counts as the shared one: the filter is on the call. */
  int m = posix_openpt(O_RDWR | O_NOCTTY);
  if (m < 0 || grantpt(m) || unlockpt(m)) return -1;
  setsid();
  int t = open(ptsname(m), O_RDWR);
  if (t >= 0) ioctl(t, TIOCSCTTY, 0);
  return t;
}

static int ping(struct sockaddr_in to) {
  struct icmphdr echo = {.type = ICMP_ECHO};
  char answer[256];
  struct timeval wait = {1, 0};
  int s = socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP);
  if (s < 0 || setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait)) return -1;
  if (sendto(s, &echo, sizeof echo, 0, (struct sockaddr *)&to, sizeof to) < 0) return -1;
  return recv(s, answer, sizeof answer, 0) < 0 ? -1 : 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  const char *arg = argc > 2 ? argv[2] : "0";
  long n = atol(arg);
#define IS(name) (!strcmp(what, name))
  if (IS("chmod")) return say(chmod(arg, 0777));
  if (IS("utimes")) return say(utime(arg, NULL));
  /* 3: opened for neither reading nor writing. */
  if (IS("fchmod")) { int fd = open(arg, 3); return say(fd < 0 ? -1 : fchmod(fd, 0777)); }
  if (IS("futimes")) { int fd = open(arg, 3); return say(fd < 0 ? -1 : futimens(fd, NULL)); }
  if (IS("flags")) {
    int fd = open(arg, 3), flags = 0;
    if (fd < 0 || ioctl(fd, FS_IOC_GETFLAGS, &flags)) return say(-1);
    flags ^= FS_NODUMP_FL;
    return say(ioctl(fd, FS_IOC_SETFLAGS, &flags));
  }
  if (IS("inotify")) return say(inotify_add_watch(inotify_init1(0), arg, IN_CREATE));
  if (IS("renice")) {
    int before = getpriority(PRIO_PROCESS, n);
    if (setpriority(PRIO_USER, 0, before + 1)) return say(-1);
    errno = EPERM;
    return say(getpriority(PRIO_PROCESS, n) == before + 1 ? 0 : -1);
  }
  if (IS("setxattr")) return say(setxattr(arg, "user.x", "1", 1, 0));
  if (IS("truncate")) return say(truncate(arg, 0));
  if (IS("stat")) { struct stat st; return say(stat(arg, &st)); }
  if (IS("kill")) return say(kill(n, 0));
  if (IS("ptrace")) { long r = ptrace(PTRACE_SEIZE, n, 0, 0); if (r == 0) ptrace(PTRACE_DETACH, n, 0, 0); return say(r); }
  if (IS("vmread")) {
    char buffer[16];
    struct iovec local = {buffer, 16}, remote = {(void *)strtoul(argv[3], 0, 16), 16};
    return say(process_vm_readv(n, &local, 1, &remote, 1, 0));
  }
  if (IS("pidfd")) { long p = syscall(SYS_pidfd_open, n, 0); return say(p < 0 ? p : syscall(SYS_pidfd_getfd, p, 0, 0)); }
  if (IS("userns")) return say(unshare(CLONE_NEWUSER));
  if (IS("usernsclone")) { long p = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0); if (p == 0) _exit(0); return say(p); }
  if (IS("remount")) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) return say(-1);
    return say(mount(NULL, arg, NULL, MS_REMOUNT | MS_BIND, NULL));
  }
  if (IS("chains")) { chains(n, atol(argv[3]), argv[4]); return 0; }
  if (IS("abstract")) return say(to_socket(arg, 1));
  if (IS("pathsocket")) return say(to_socket(arg, 0));
  if (IS("shm")) { int id = shmget(n, 0, 0); if (id < 0) return say(-1); void *p = shmat(id, 0, SHM_RDONLY); return say(p == (void *)-1 ? -1 : 0); }
  if (IS("mqueue")) return say(mq_open(arg, O_RDONLY | O_NONBLOCK));
  if (IS("mkshm")) return say(shmget(n, 4096, IPC_CREAT | 0666));
  if (IS("rmshm")) return say(shmctl(shmget(n, 0, 0), IPC_RMID, NULL));
  if (IS("mkmqueue")) return say(mq_open(arg, O_RDONLY | O_CREAT, 0666, NULL));
  if (IS("rmmqueue")) return say(mq_unlink(arg));
  if (IS("addkey")) return say(syscall(SYS_add_key, "user", "toolfence-test", "x", 1, -4));
  if (IS("keyctl")) return say(syscall(SYS_keyctl, 0, -4, 1));
  if (IS("fd")) { char c; return say(read(n, &c, 1)); }
  if (IS("stage")) return stage(n, atoi(argv[3]), argv + 4);
  if (IS("tiocsti") || IS("tioclinux")) {
    int t = terminal();
    char paste = 3;
    if (t < 0) return say(-1);
    return say(IS("tiocsti") ? ioctl(t, TIOCSTI, "x") : ioctl(t, TIOCLINUX, &paste));
  }
  if (IS("listen")) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(n)};
    int s = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (s < 0 || bind(s, (struct sockaddr *)&a, sizeof a) || listen(s, 1)) return say(-1);
    sleep(2);
    return 0;
  }
  if (IS("tcp") || IS("udp")) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(n), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (argc > 3) inet_pton(AF_INET, argv[3], &a.sin_addr);
    int s = socket(AF_INET, IS("tcp") ? SOCK_STREAM : SOCK_DGRAM, 0);
    if (s < 0 || connect(s, (struct sockaddr *)&a, sizeof a) < 0) return say(-1);
    if (IS("tcp")) return say(0);
    char c;
    struct timeval wait = {1, 0};
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    if (send(s, "x", 1, 0) < 0) return say(-1);
    return say(recv(s, &c, 1, 0));
  }
  if (IS("ping")) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return say(ping(a));
  }
  if (IS("vsock")) return say(socket(AF_VSOCK, SOCK_STREAM, 0));
  if (IS("netlink")) return say(socket(AF_NETLINK, SOCK_RAW, 0));
  if (IS("packet")) return say(socket(AF_PACKET, SOCK_RAW, 0));
  if (IS("alg")) return say(socket(AF_ALG, SOCK_SEQPACKET, 0));
  if (IS("iouring")) { char params[256] = {0}; return say(syscall(SYS_io_uring_setup, 4, params)); }
  if (IS("userfaultfd")) return say(syscall(SYS_userfaultfd, O_CLOEXEC | 1));
  if (IS("bpf")) { char attr[128] = {0}; return say(syscall(SYS_bpf, 5, attr, sizeof attr)); }
  if (IS("perf")) { char attr[128] = {0}; attr[4] = 112; attr[0] = 1; attr[40] = 0x60; return say(syscall(SYS_perf_event_open, attr, 0, -1, -1, 0)); }
  if (IS("handle")) { char space[256] = {0}; *(unsigned *)space = 128; int id; return say(syscall(SYS_name_to_handle_at, AT_FDCWD, arg, space, &id, 0)); }
  if (IS("mknod")) return say(mknod(arg, S_IFBLK | 0600, 0x700));
  if (IS("forks")) {
    long made = 0;
    for (; made < n; made++) { pid_t p = fork(); if (p < 0) break; if (p == 0) { pause(); _exit(0); } }
    int failed = errno;
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
    while (wait(NULL) > 0 || errno == EINTR);
    errno = failed;
    return say(made == n ? 0 : -1);
  }
  if (IS("memory")) {
    for (long i = 0; i < n; i++) { char *p = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); if (p == MAP_FAILED) return say(-1); memset(p, 1, 1 << 20); }
    return say(0);
  }
  if (IS("filesize")) {
    signal(SIGXFSZ, SIG_IGN);
    int f = open(argv[3], O_WRONLY | O_CREAT, 0600);
    return say(f < 0 ? -1 : pwrite(f, "x", 1, (n << 20)) < 0 ? -1 : 0);
  }
  if (IS("files")) { for (long i = 0; i < n; i++) if (open("/dev/null", O_RDONLY) < 0) return say(-1); return say(0); }
  fprintf(stderr, "no attack `%s`\n", what);
  return 2;
}
