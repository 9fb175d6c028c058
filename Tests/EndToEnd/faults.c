/* Makes one call of a program fail: loaded in front of the C library by Tests/EndToEnd/faults.
 *
 * FAULT_CALL   the call, such as epoll_wait; without it the calls are only counted
 * FAULT_NUMBER which call of that name fails, from 1; 0 for every one
 * FAULT_ERROR  the errno that it fails with
 * FAULT_COUNTS a file to which the number of calls of each name is written at the end
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct call {
  const char *name;
  long count;
};

static struct call calls[256];
static int used;
static const char *wanted;
static long number;
static int error;
static uintptr_t program, program_end;

/* Where the program itself lies; it comes first. */
static int find_program(struct dl_phdr_info *info, size_t size, void *context) {
  for (int index = 0; index < info->dlpi_phnum; index++) {
    uintptr_t end = info->dlpi_addr + info->dlpi_phdr[index].p_vaddr + info->dlpi_phdr[index].p_memsz;
    if (info->dlpi_phdr[index].p_type == PT_LOAD && end > program_end) program_end = end;
  }
  program = info->dlpi_addr;
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  dl_iterate_phdr(find_program, NULL);
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

/* Whether the program itself calls: what the libraries ask of each other is their own business. */
static int is_own(const void *caller) {
  return (uintptr_t)caller >= program && (uintptr_t)caller < program_end;
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

/* A call whose arguments are numbers and pointers, when it can fail, what it does then, and what it returns. */
#define FAILING(name, when, instead, failure)                                                \
  long fault_##name(long, long, long, long, long, long, long) __asm__(#name);                \
  long fault_##name(long a, long b, long c, long d, long e, long f, long g) {                \
    static long (*next)(long, long, long, long, long, long, long);                           \
    static struct call *own;                                                                 \
    if (!next)                                                                               \
      next = (long (*)(long, long, long, long, long, long, long))dlsym(RTLD_NEXT, #name);    \
    if ((when) && fails(&own, #name)) {                                                      \
      instead;                                                                               \
      errno = error;                                                                         \
      return (long)failure;                                                                  \
    }                                                                                        \
    return next(a, b, c, d, e, f, g);                                                        \
  }
#define CALL(name, failure) FAILING(name, 1, (void)0, failure)
/* Calls that release their argument even when they fail. */
#define LAST_CALL(name, failure) FAILING(name, 1, next(a, b, c, d, e, f, g), failure)
#define LIBRARY_CALL(name, failure) FAILING(name, is_own(__builtin_return_address(0)), (void)0, failure)

/* The kernel. */
CALL(accept4, -1)
CALL(access, -1)
CALL(bind, -1)
CALL(chmod, -1)
CALL(chown, -1)
LAST_CALL(close, -1)
CALL(connect, -1)
CALL(epoll_create1, -1)
CALL(epoll_ctl, -1)
CALL(epoll_wait, -1)
CALL(fcntl, -1)
CALL(flock, -1)
CALL(fstat, -1)
CALL(getrlimit, -1)
CALL(getsockname, -1)
CALL(getsockopt, -1)
CALL(inotify_add_watch, -1)
CALL(inotify_init1, -1)
CALL(ioctl, -1)
CALL(listen, -1)
CALL(lstat, -1)
CALL(open, -1)
CALL(opendir, 0)
CALL(poll, -1)
CALL(pthread_sigmask, error)
CALL(read, -1)
CALL(readdir, 0)
CALL(realpath, 0)
CALL(recv, -1)
CALL(rename, -1)
CALL(send, -1)
CALL(sendto, -1)
CALL(setrlimit, -1)
CALL(signal, -1)
CALL(signalfd, -1)
CALL(socket, -1)
CALL(stat, -1)
CALL(timerfd_create, -1)
CALL(timerfd_settime, -1)
CALL(unlink, -1)
CALL(write, -1)
/* Swift's runtime makes calls by their number too. */
FAILING(syscall, a == SYS_pidfd_open, (void)0, -1)
/* The C library's tables of users and groups. */
CALL(getgrnam, 0)
CALL(getpwnam, 0)
/* The libraries. */
LIBRARY_CALL(json_loadb, 0)
LIBRARY_CALL(libevdev_enable_event_code, -1)
LIBRARY_CALL(libevdev_enable_event_type, -1)
LIBRARY_CALL(libevdev_enable_property, -1)
LIBRARY_CALL(libevdev_event_code_from_name, -1)
LIBRARY_CALL(libevdev_event_code_get_name, 0)
LIBRARY_CALL(libevdev_event_type_get_max, -1)
LIBRARY_CALL(libevdev_get_abs_info, 0)
LIBRARY_CALL(libevdev_get_current_slot, -1)
LIBRARY_CALL(libevdev_get_name, 0)
LIBRARY_CALL(libevdev_get_num_slots, -1)
LIBRARY_CALL(libevdev_grab, -error)
LIBRARY_CALL(libevdev_new, 0)
LIBRARY_CALL(libevdev_new_from_fd, -error)
LIBRARY_CALL(libevdev_set_clock_id, -error)
LIBRARY_CALL(libevdev_uinput_create_from_device, -error)
LIBRARY_CALL(libevdev_uinput_get_devnode, 0)
LIBRARY_CALL(dlopen, 0)
LIBRARY_CALL(libinput_device_config_calibration_has_matrix, 0)
LIBRARY_CALL(libinput_device_config_calibration_set_matrix, 1)
LIBRARY_CALL(libinput_device_get_size, -1)
LIBRARY_CALL(libinput_device_has_capability, 0)
LIBRARY_CALL(libinput_device_touch_get_touch_count, -1)
LIBRARY_CALL(libinput_dispatch, -error)
LIBRARY_CALL(libinput_get_event, 0)
LIBRARY_CALL(libinput_path_add_device, 0)
LIBRARY_CALL(libinput_path_create_context, 0)
LIBRARY_CALL(mtdev_get_event, 0)
LIBRARY_CALL(mtdev_init, -error)
LIBRARY_CALL(mtdev_new, 0)
LIBRARY_CALL(udev_device_get_action, 0)
LIBRARY_CALL(udev_device_get_devnode, 0)
LIBRARY_CALL(udev_device_get_is_initialized, 0)
LIBRARY_CALL(udev_device_get_parent, 0)
LIBRARY_CALL(udev_device_get_property_value, 0)
LIBRARY_CALL(udev_device_get_sysattr_value, 0)
LIBRARY_CALL(udev_device_get_sysname, 0)
LIBRARY_CALL(udev_device_get_syspath, 0)
LIBRARY_CALL(udev_device_new_from_syspath, 0)
LIBRARY_CALL(udev_enumerate_add_match_subsystem, -error)
LIBRARY_CALL(udev_enumerate_add_match_sysname, -error)
LIBRARY_CALL(udev_enumerate_get_list_entry, 0)
LIBRARY_CALL(udev_enumerate_new, 0)
LIBRARY_CALL(udev_enumerate_scan_devices, -error)
LIBRARY_CALL(udev_list_entry_get_name, 0)
LIBRARY_CALL(udev_list_entry_get_next, 0)
LIBRARY_CALL(udev_monitor_enable_receiving, -error)
LIBRARY_CALL(udev_monitor_filter_add_match_subsystem_devtype, -error)
LIBRARY_CALL(udev_monitor_get_fd, -error)
LIBRARY_CALL(udev_monitor_new_from_netlink, 0)
LIBRARY_CALL(udev_monitor_receive_device, 0)
LIBRARY_CALL(udev_monitor_set_receive_buffer_size, -error)
LIBRARY_CALL(udev_new, 0)
LIBRARY_CALL(yaml_parser_initialize, 0)
LIBRARY_CALL(yaml_parser_parse, 0)
