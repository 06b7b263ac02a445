/*
 * Loaded before the C library of a process under test. Appends everything that changes a file or a folder below
 * POWER_ROOT to the file POWER_JOURNAL, in the order in which it happened, across threads and processes. Nothing is
 * really synced, because the journal is all that outlives the cut. Shared memory (-shm) is left out: SQLite makes it anew.
 * What is written in another way, such as by mapping a file, shows when the last state is compared with the files.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATE = 1, WRITE, RESIZE, SYNC, RENAME, UNLINK, MKDIR, RMDIR, LINK };

/* Read by journal.ts. `first` and `second` are the lengths of what follows: paths, or a path and data. */
struct entry {
  uint32_t kind, first, second, unused;
  uint64_t inode, offset;
};

static char root[4096];
static size_t root_length;
static int journal = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define REAL(type, name, ...)                       \
  static type (*real_##name)(__VA_ARGS__);          \
  if (!real_##name) real_##name = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("POWER_ROOT"), *path = getenv("POWER_JOURNAL");
  if (!folder || !path) return;
  snprintf(root, sizeof root, "%s/", folder);
  root_length = strlen(root);
  REAL(int, open, const char *, int, ...);
  journal = real_open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

/* What is done and what is written about it must not be torn apart, in this process or another. */
static void lock(void) {
  pthread_mutex_lock(&mutex);
  while (flock(journal, LOCK_EX) < 0 && errno == EINTR) continue;
}

static void unlock(void) {
  int error = errno;
  flock(journal, LOCK_UN);
  pthread_mutex_unlock(&mutex);
  errno = error;
}

static void note(uint32_t kind, uint64_t inode, uint64_t offset, const void *first, size_t length, const void *second,
                 size_t length2) {
  struct entry entry = {kind, (uint32_t)length, (uint32_t)length2, 0, inode, offset};
  struct iovec parts[3] = {{&entry, sizeof entry}, {(void *)first, length}, {(void *)second, length2}};
  REAL(ssize_t, writev, int, const struct iovec *, int);
  int error = errno;
  if (real_writev(journal, parts, 3) != (ssize_t)(sizeof entry + length + length2)) abort();
  errno = error;
}

static void note_paths(uint32_t kind, uint64_t inode, const char *path, const char *other) {
  note(kind, inode, 0, path, strlen(path), other, other ? strlen(other) : 0);
}

static int is_recorded(const char *path) {
  if (journal < 0 || !path) return 0;
  size_t length = strlen(path);
  if (length + 1 == root_length) return strncmp(path, root, length) == 0;
  if (strncmp(path, root, root_length) != 0) return 0;
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

/* Returns the path that a call means; relative ones are those of a folder. */
static const char *path_of(int folder, const char *path, char *buffer) {
  if (journal < 0 || !path || path[0] == '/' || folder == AT_FDCWD) return path;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  ssize_t length = readlink(link, buffer, 2048);
  if (length < 0) return path;
  snprintf(buffer + length, 2048, "/%s", path);
  return buffer;
}

static __thread char opened[4096];

/* Returns true, with the file's state, for an open file or folder that is recorded; `opened` is its path then. */
static int is_recorded_fd(int fd, struct stat *state) {
  if (journal < 0 || fstat(fd, state) < 0 || !(S_ISREG(state->st_mode) || S_ISDIR(state->st_mode))) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, opened, sizeof opened - 1);
  if (length < 0) return 0;
  opened[length] = 0;
  char *deleted = strstr(opened, " (deleted)");
  if (deleted) *deleted = 0;
  return is_recorded(opened);
}

#define OPEN_AT(name, folder, path, arguments, ...)                              \
  {                                                                                      \
    REAL(int, name, __VA_ARGS__);                                                        \
    va_list list;                                                                        \
    va_start(list, flags);                                                               \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;              \
    va_end(list);                                                                        \
    char buffer[4200];                                                                   \
    const char *full = path_of(folder, path, buffer);                                    \
    if (!(flags & (O_CREAT | O_TRUNC)) || !is_recorded(full)) return real_##name arguments; \
    lock();                                                                              \
    struct stat state;                                                                   \
    int existed = stat(full, &state) == 0;                                               \
    int fd = real_##name arguments;                                                      \
    if (fd >= 0 && fstat(fd, &state) == 0) {                                             \
      if (!existed) note_paths(CREATE, state.st_ino, full, NULL);                        \
      else if (flags & O_TRUNC) note(RESIZE, state.st_ino, 0, NULL, 0, NULL, 0);         \
    }                                                                                    \
    unlock();                                                                            \
    return fd;                                                                           \
  }

int open(const char *path, int flags, ...) OPEN_AT(open, AT_FDCWD, path, (path, flags, mode), const char *, int, ...)
int open64(const char *path, int flags, ...) OPEN_AT(open64, AT_FDCWD, path, (path, flags, mode), const char *, int, ...)
int openat(int folder, const char *path, int flags, ...)
    OPEN_AT(openat, folder, path, (folder, path, flags, mode), int, const char *, int, ...)
int openat64(int folder, const char *path, int flags, ...)
    OPEN_AT(openat64, folder, path, (folder, path, flags, mode), int, const char *, int, ...)

static int flags_of(int fd) { return fcntl(fd, F_GETFL); }

/* Writes, and notes what was really written; without an offset, it is that of the file. */
#define WRITING(call, given, has_offset, gather)                                        \
  {                                                                                     \
    struct stat state;                                                                  \
    if (!is_recorded_fd(fd, &state)) return call;                                       \
    lock();                                                                             \
    fstat(fd, &state);                                                                  \
    off_t at = flags_of(fd) & O_APPEND ? state.st_size : has_offset ? (off_t)(given) : lseek(fd, 0, SEEK_CUR); \
    ssize_t written = call;                                                             \
    gather unlock();                                                                    \
    return written;                                                                     \
  }

#define ONE if (written > 0) note(WRITE, state.st_ino, at, NULL, 0, data, written);
#define MANY                                                                            \
  for (ssize_t left = written, part = 0; left > 0; part++) {                            \
    size_t length = parts[part].iov_len < (size_t)left ? parts[part].iov_len : (size_t)left; \
    note(WRITE, state.st_ino, at, NULL, 0, parts[part].iov_base, length);               \
    at += length;                                                                       \
    left -= length;                                                                     \
  }

ssize_t write(int fd, const void *data, size_t length) {
  REAL(ssize_t, write, int, const void *, size_t);
  WRITING(real_write(fd, data, length), 0, 0, ONE)
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
  REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
  WRITING(real_pwrite(fd, data, length, offset), offset, 1, ONE)
}

ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off_t);
  WRITING(real_pwrite64(fd, data, length, offset), offset, 1, ONE)
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  WRITING(real_writev(fd, parts, count), 0, 0, MANY)
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t);
  WRITING(real_pwritev(fd, parts, count, offset), offset, 1, MANY)
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t offset) {
  REAL(ssize_t, pwritev64, int, const struct iovec *, int, off_t);
  WRITING(real_pwritev64(fd, parts, count, offset), offset, 1, MANY)
}

#define RESIZING(name)                                                \
  int name(int fd, off_t size) {                                      \
    REAL(int, name, int, off_t);                                      \
    struct stat state;                                                \
    if (!is_recorded_fd(fd, &state)) return real_##name(fd, size);    \
    lock();                                                           \
    int result = real_##name(fd, size);                               \
    if (result == 0) note(RESIZE, state.st_ino, size, NULL, 0, NULL, 0); \
    unlock();                                                         \
    return result;                                                    \
  }

RESIZING(ftruncate)
RESIZING(ftruncate64)

#define SYNCING(name)                                    \
  int name(int fd) {                                     \
    REAL(int, name, int);                                \
    struct stat state;                                   \
    if (!is_recorded_fd(fd, &state)) return real_##name(fd); \
    lock();                                              \
    note_paths(SYNC, state.st_ino, opened, NULL);             \
    unlock();                                            \
    return 0;                                            \
  }

SYNCING(fsync)
SYNCING(fdatasync)

/* A call about one or two names. */
#define NAMING(kind, call, path, other)                             \
  {                                                                 \
    const char *from = path, *to = other;                           \
    if (!is_recorded(from) && !is_recorded(to)) return call;        \
    lock();                                                         \
    int result = call;                                              \
    struct stat state = {0};                                        \
    if (result == 0 && kind == MKDIR) stat(from, &state);           \
    if (result == 0) note_paths(kind, state.st_ino, from, to);      \
    unlock();                                                       \
    return result;                                                  \
  }

int rename(const char *path, const char *other) {
  REAL(int, rename, const char *, const char *);
  NAMING(RENAME, real_rename(path, other), path, other)
}

int link(const char *path, const char *other) {
  REAL(int, link, const char *, const char *);
  NAMING(LINK, real_link(path, other), path, other)
}

int unlink(const char *path) {
  REAL(int, unlink, const char *);
  NAMING(UNLINK, real_unlink(path), path, NULL)
}

int rmdir(const char *path) {
  REAL(int, rmdir, const char *);
  NAMING(RMDIR, real_rmdir(path), path, NULL)
}

/* The C library's own would not come by here. */
int remove(const char *path) {
  struct stat state;
  if (lstat(path, &state) < 0) return -1;
  return S_ISDIR(state.st_mode) ? rmdir(path) : unlink(path);
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  char buffer[4200];
  const char *full = path_of(folder, path, buffer);
  if (flags & AT_REMOVEDIR) NAMING(RMDIR, real_unlinkat(folder, path, flags), full, NULL)
  NAMING(UNLINK, real_unlinkat(folder, path, flags), full, NULL)
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  NAMING(MKDIR, real_mkdir(path, mode), path, NULL)
}

int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(int, mkdirat, int, const char *, mode_t);
  char buffer[4200];
  NAMING(MKDIR, real_mkdirat(folder, path, mode), path_of(folder, path, buffer), NULL)
}
