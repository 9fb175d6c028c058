/* Makes one call of a program fail: loaded in front of the C library by Tests/House/faults.
 *
 * FAULT_CALL   the call, such as epoll_wait; without it the calls are only counted
 * FAULT_NUMBER which call of that name fails, from 1; 0 for every one
 * FAULT_ERROR  the errno that it fails with
 * FAULT_COUNTS a file to which the number of calls of each name is written at the end
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct call {
  const char *name;
  long count;
};

static struct call calls[128];
static int used;
static const char *wanted;
static long number;
static int error;

__attribute__((constructor)) static void begin(void) {
  wanted = getenv("FAULT_CALL");
  number = getenv("FAULT_NUMBER") ? atol(getenv("FAULT_NUMBER")) : 1;
  error = getenv("FAULT_ERROR") ? atoi(getenv("FAULT_ERROR")) : EIO;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNTS");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  for (int index = 0; index < used; index++)
    fprintf(file, "%s %ld\n", calls[index].name, calls[index].count);
  fclose(file);
}

/* Whether this call fails; the program has one thread. */
static int fails(struct call **own, const char *name) {
  if (!*own) {
    if (used == sizeof calls / sizeof *calls) return 0;
    *own = &calls[used++];
    (*own)->name = name;
  }
  (*own)->count++;
  if (!wanted || strcmp(wanted, name) != 0) return 0;
  return number == 0 || number == (*own)->count;
}

/* A call whose arguments are numbers and pointers, and what it returns when it fails. */
#define CALL(name, failure)                                                                \
  long fault_##name(long, long, long, long, long, long) __asm__(#name);                    \
  long fault_##name(long a, long b, long c, long d, long e, long f) {                      \
    static long (*next)(long, long, long, long, long, long);                               \
    static struct call *own;                                                               \
    if (!next) next = (long (*)(long, long, long, long, long, long))dlsym(RTLD_NEXT, #name); \
    if (fails(&own, #name)) {                                                              \
      errno = error;                                                                       \
      return failure;                                                                      \
    }                                                                                      \
    return next(a, b, c, d, e, f);                                                         \
  }

/* The kernel. */
CALL(accept4, -1)
CALL(bind, -1)
CALL(chmod, -1)
CALL(chown, -1)
CALL(connect, -1)
CALL(epoll_create1, -1)
CALL(epoll_ctl, -1)
CALL(epoll_wait, -1)
CALL(fcntl, -1)
CALL(fstat, -1)
CALL(getrlimit, -1)
CALL(getsockopt, -1)
CALL(inotify_add_watch, -1)
CALL(inotify_init1, -1)
CALL(listen, -1)
CALL(lstat, -1)
CALL(open, -1)
CALL(opendir, 0)
CALL(poll, -1)
CALL(read, -1)
CALL(readdir, 0)
CALL(readlink, -1)
CALL(recv, -1)
CALL(rename, -1)
CALL(send, -1)
CALL(sendto, -1)
CALL(setrlimit, -1)
CALL(signalfd, -1)
CALL(pthread_sigmask, error)
CALL(sigprocmask, -1)
CALL(socket, -1)
CALL(stat, -1)
CALL(timerfd_create, -1)
CALL(timerfd_settime, -1)
CALL(unlink, -1)
/* The C library's tables of users and groups. */
CALL(getgrnam, 0)
CALL(getpwnam, 0)
/* The libraries. */
CALL(json_loadb, 0)
CALL(libinput_dispatch, -error)
CALL(libinput_path_add_device, 0)
CALL(libinput_path_create_context, 0)
CALL(libevdev_new_from_fd, -error)
CALL(libevdev_grab, -error)
CALL(mtdev_init, -error)
CALL(mtdev_new, 0)
CALL(udev_device_get_devnode, 0)
CALL(udev_device_get_parent, 0)
CALL(udev_device_get_property_value, 0)
CALL(udev_device_new_from_syspath, 0)
CALL(udev_enumerate_add_match_subsystem, -error)
CALL(udev_enumerate_get_list_entry, 0)
CALL(udev_enumerate_new, 0)
CALL(udev_enumerate_scan_devices, -error)
CALL(udev_monitor_enable_receiving, -error)
CALL(udev_monitor_filter_add_match_subsystem_devtype, -error)
CALL(udev_monitor_new_from_netlink, 0)
CALL(udev_monitor_set_receive_buffer_size, -error)
CALL(udev_new, 0)
CALL(yaml_parser_initialize, 0)
CALL(yaml_parser_parse, 0)
