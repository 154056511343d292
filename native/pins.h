/* What a path must be, and how a launcher says that it is not. For `landlock.c` and `inside.c`. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From the kernel's own interface, which older headers do not have. */
#define SYS_OPENAT2 437
#define RESOLVE_NO_SYMLINKS_ 0x04
#define RESOLVE_NO_MAGICLINKS_ 0x02
struct how { uint64_t flags, mode, resolve; };

/* Ends the launcher: nothing was started. */
static void fail(const char *what, const char *which);

static int is_it(const struct stat *status, const char *id) {
  char found[64];
  snprintf(found, sizeof found, "%llu:%llu", (unsigned long long)status->st_dev, (unsigned long long)status->st_ino);
  return !strcmp(found, id);
}

/* No link on the way: the one that was pinned is the one that is meant. */
static int open_straight(const char *path) {
  struct how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS_ | RESOLVE_NO_MAGICLINKS_ };
  return (int)syscall(SYS_OPENAT2, AT_FDCWD, path, &how, sizeof how);
}

/* May be out of reach for who is no administrator here; then it is for the command as well. */
static void check_pin(const char *path, const char *id, int may_be_out_of_reach) {
  int fd = open_straight(path);
  struct stat status;
  if (fd < 0 && may_be_out_of_reach && errno == EACCES) return;
  if (fd < 0 || fstat(fd, &status)) fail("cannot open", path);
  errno = 0;
  if (!is_it(&status, id)) fail("it was exchanged for something else", path);
  close(fd);
}
