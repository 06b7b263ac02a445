/*
 * Loaded before the C library of a process under test. A small file, named by FAULTS_SHIM, controls it; the test writes
 * to the file while the process runs: how far the clock is off, and which files cannot be synced.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
  volatile int64_t clock_offset_ms;
  volatile int32_t broken_files; /* 1: those of the spool, 2: the embedded database */
};

static struct control *control;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_SHIM");
  int fd = path ? open(path, O_RDONLY) : -1;
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) control = mapped;
  close(fd);
}

static int is_broken(int fd) {
  if (!control || control->broken_files == 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return ((control->broken_files & 1) && strstr(path, "/spool/")) ||
         ((control->broken_files & 2) && strstr(path, "/footfall.db"));
}

#define SYNC(name)                                            \
  int name(int fd) {                                          \
    static int (*real)(int);                                  \
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, #name);  \
    if (!is_broken(fd)) return real(fd);                      \
    errno = EIO;                                              \
    return -1;                                                \
  }

SYNC(fsync)
SYNC(fdatasync)

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, now);
  if (result == 0 && control && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += control->clock_offset_ms / 1000;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(now, zone);
  if (result == 0 && control) now->tv_sec += control->clock_offset_ms / 1000;
  return result;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
