// What umockdev leaves out for a touchscreen that libinput accepts.
//
// Preload it before libumockdev-preload; PANEL_DATA names the device's file of udev's database.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const dev_t number = 13 << 8 | 64;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

// The node is a pipe here; libinput compares the number of the open file with udev's.
int fstat(int file, struct stat *status) {
  static int (*real)(int, struct stat *);
  if (!real) real = next("fstat");
  int result = real(file, status);
  char link[64], path[256];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = result ? -1 : readlink(link, path, sizeof path - 1);
  if (length > 0) {
    path[length] = 0;
    if (strstr(path, "input/event0")) status->st_rdev = number;
  }
  return result;
}

int fstat64(int file, struct stat64 *status) { return fstat(file, (struct stat *)status); }

static const char *data(const char *path) {
  const char *ours = getenv("PANEL_DATA");
  return ours && path && strcmp(path, "/run/udev/data/c13:64") == 0 ? ours : path;
}

#define OPEN(name)                                                                  \
  int name(const char *path, int flags, ...) {                                      \
    static int (*real)(const char *, int, int);                                     \
    if (!real) real = next(#name);                                                  \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    int mode = va_arg(rest, int);                                                   \
    va_end(rest);                                                                   \
    return real(data(path), flags, mode);                                           \
  }
#define OPEN_AT(name)                                                               \
  int name(int folder, const char *path, int flags, ...) {                          \
    static int (*real)(int, const char *, int, int);                                \
    if (!real) real = next(#name);                                                  \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    int mode = va_arg(rest, int);                                                   \
    va_end(rest);                                                                   \
    return real(folder, data(path), flags, mode);                                   \
  }
#define FOPEN(name)                                                                 \
  FILE *name(const char *path, const char *mode) {                                  \
    static FILE *(*real)(const char *, const char *);                               \
    if (!real) real = next(#name);                                                  \
    return real(data(path), mode);                                                  \
  }
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)
FOPEN(fopen)
FOPEN(fopen64)

int access(const char *path, int mode) {
  static int (*real)(const char *, int);
  if (!real) real = next("access");
  return real(data(path), mode);
}
