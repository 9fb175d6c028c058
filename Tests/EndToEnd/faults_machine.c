/* Three touchscreens for a machine that has none: loaded behind faults.c by Tests/EndToEnd/faults.
 *
 * MACHINE      the folder of the pipes event7, event8 and event9, which give what the devices say, and of the pipe
 *              udev, which gives what udev says: "-8" the second is unplugged, "+8" it is plugged in
 *
 * The last one is of the old kind, whose fingers have no numbers.
 *
 * libudev is made up here; libevdev and libinput are real, and ask the kernel that is made up here. What is
 * made with /dev/uinput is taken and forgotten.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

/* udev */

struct udev_device {
  struct udev_device *parent;
  const char *name, *sysname;
  char number;
  const char *action;
};

enum { COUNT = 3 };
static struct udev_device parents[COUNT] = {
    {.name = "panel 7", .sysname = "input7"},
    {.name = "panel 8", .sysname = "input8"},
    {.name = "panel 9", .sysname = "input9"}};
static struct udev_device devices[COUNT] = {
    {.parent = &parents[0], .sysname = "event7", .number = '7'},
    {.parent = &parents[1], .sysname = "event8", .number = '8'},
    {.parent = &parents[2], .sysname = "event9", .number = '9'}};
static int is_plugged[COUNT] = {1, 1, 1};
static char paths[COUNT][64], nodes[COUNT][512];

static const char *folder(void) {
  const char *path = getenv("MACHINE");
  return path ? path : "/nonexistent";
}

static int index_of(const struct udev_device *device) { return (int)(device - devices); }

static int is_node(const struct udev_device *device) {
  return device >= devices && device < devices + COUNT;
}

__attribute__((constructor)) static void begin(void) {
  for (int index = 0; index < COUNT; index++) {
    snprintf(paths[index], sizeof paths[index], "/sys/devices/made-up/input%d/event%d", index + 7, index + 7);
    snprintf(nodes[index], sizeof nodes[index], "%s/event%d", folder(), index + 7);
  }
}

void *udev_new(void) { return devices; }
void *udev_ref(void *udev) { return udev; }
void *udev_unref(void *udev) { return NULL; }
struct udev_device *udev_device_ref(struct udev_device *device) { return device; }
struct udev_device *udev_device_unref(struct udev_device *device) { return NULL; }
void *udev_device_get_udev(struct udev_device *device) { return devices; }
int udev_device_get_is_initialized(struct udev_device *device) { return 1; }
struct udev_device *udev_device_get_parent(struct udev_device *device) { return device->parent; }
struct udev_device *udev_device_get_parent_with_subsystem_devtype(
    struct udev_device *device, const char *subsystem, const char *type) {
  return NULL;
}
const char *udev_device_get_sysname(struct udev_device *device) { return device->sysname; }
const char *udev_device_get_action(struct udev_device *device) { return device->action; }
const char *udev_device_get_syspath(struct udev_device *device) {
  return is_node(device) ? paths[index_of(device)] : "/sys/devices/made-up";
}
const char *udev_device_get_devnode(struct udev_device *device) {
  return is_node(device) ? nodes[index_of(device)] : NULL;
}
const char *udev_device_get_sysattr_value(struct udev_device *device, const char *name) {
  return strcmp(name, "name") == 0 ? device->name : NULL;
}
const char *udev_device_get_property_value(struct udev_device *device, const char *name) {
  if (!is_node(device)) return NULL;
  return strcmp(name, "ID_INPUT") == 0 || strcmp(name, "ID_INPUT_TOUCHSCREEN") == 0 ? "1" : NULL;
}
/* Only libinput asks for a device by its number, and only the first one is read through it. */
struct udev_device *udev_device_new_from_devnum(void *udev, char type, dev_t number) { return &devices[0]; }
struct udev_device *udev_device_new_from_syspath(void *udev, const char *path) {
  for (int index = 0; index < COUNT; index++)
    if (strcmp(path, paths[index]) == 0) return &devices[index];
  errno = ENODEV;
  return NULL;
}

void *udev_enumerate_new(void *udev) { return devices; }
void *udev_enumerate_unref(void *list) { return NULL; }
int udev_enumerate_add_match_subsystem(void *list, const char *subsystem) { return 0; }
int udev_enumerate_add_match_sysname(void *list, const char *name) { return 0; }
int udev_enumerate_scan_devices(void *list) { return 0; }
static void *plugged_from(int index) {
  while (index < COUNT && !is_plugged[index]) index++;
  return index < COUNT ? &devices[index] : NULL;
}
void *udev_enumerate_get_list_entry(void *list) { return plugged_from(0); }
void *udev_list_entry_get_next(struct udev_device *entry) { return plugged_from(index_of(entry) + 1); }
const char *udev_list_entry_get_name(struct udev_device *entry) { return paths[index_of(entry)]; }

static int monitor = -1;

void *udev_monitor_new_from_netlink(void *udev, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/udev", folder());
  monitor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return monitor < 0 ? NULL : &monitor;
}
void *udev_monitor_unref(void *own) {
  close(monitor);
  return NULL;
}
int udev_monitor_filter_add_match_subsystem_devtype(void *own, const char *subsystem, const char *type) {
  return 0;
}
int udev_monitor_set_receive_buffer_size(void *own, int size) { return 0; }
int udev_monitor_enable_receiving(void *own) { return 0; }
int udev_monitor_get_fd(void *own) { return monitor; }
struct udev_device *udev_monitor_receive_device(void *own) {
  char said[2];
  if (read(monitor, said, 2) != 2) return NULL;
  struct udev_device *device = &devices[(said[1] - devices[0].number) % COUNT];
  is_plugged[index_of(device)] = said[0] == '+';
  device->action = said[0] == '+' ? "add" : "remove";
  return device;
}

/* The kernel */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return NEXT(open)(strcmp(path, "/dev/uinput") == 0 ? "/dev/null" : path, flags, mode);
}

char *realpath(const char *restrict path, char *restrict room) {
  for (int index = 0; index < COUNT && !room; index++)
    if (strncmp(path, "/sys/class/input/event", 22) == 0 && path[22] == devices[index].number)
      return strdup(paths[index]);
  return NEXT(realpath)(path, room);
}

int inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
  return NEXT(inotify_add_watch)(descriptor, strcmp(path, "/dev/input") == 0 ? folder() : path, mask);
}

static int set_bits(unsigned char *bits, size_t size, const int *codes) {
  memset(bits, 0, size);
  for (; *codes >= 0; codes++)
    if ((size_t)*codes / 8 < size) bits[*codes / 8] |= (unsigned char)(1 << *codes % 8);
  return (int)size;
}

static const int types[] = {EV_SYN, EV_KEY, EV_ABS, -1}, keys[] = {BTN_TOUCH, -1}, none[] = {-1},
                 axes[] = {ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, -1},
                 old_axes[] = {ABS_MT_POSITION_X, ABS_MT_POSITION_Y, -1}, properties[] = {INPUT_PROP_DIRECT, -1};

static int is_old(int descriptor) {
  struct stat own, last;
  return fstat(descriptor, &own) == 0 && stat(nodes[COUNT - 1], &last) == 0 && own.st_ino == last.st_ino;
}

/* A panel of ten slots on which no finger lies, or of none. */
static int describe(int descriptor, unsigned number, void *room, size_t size) {
  if (number >= 0x40 && number < 0x40 + ABS_CNT) {
    struct input_absinfo *info = room;
    memset(info, 0, sizeof *info);
    int axis = (int)number - 0x40, is_x = axis == ABS_X || axis == ABS_MT_POSITION_X;
    info->maximum = axis == ABS_MT_SLOT ? 9 : axis == ABS_MT_TRACKING_ID ? 65535 : is_x ? 799 : 479;
    info->resolution = axis == ABS_MT_SLOT || axis == ABS_MT_TRACKING_ID ? 0 : 5;
    return 0;
  }
  switch (number) {
  case 0x01: *(int *)room = EV_VERSION; return 0;
  case 0x02: *(struct input_id *)room = (struct input_id){BUS_USB, 1, 2, 3}; return 0;
  case 0x06: return snprintf(room, size, "panel");
  case 0x09: return set_bits(room, size, properties);
  case 0x0a: memset((char *)room + 4, -1, size - 4); return 0;
  case 0x18: case 0x19: case 0x1a: case 0x1b: return set_bits(room, size, none);
  case 0x20: return set_bits(room, size, types);
  case 0x20 + EV_KEY: return set_bits(room, size, keys);
  case 0x20 + EV_ABS: return set_bits(room, size, is_old(descriptor) ? old_axes : axes);
  case 0x90: case 0x93: case 0xa0: return 0;
  }
  if (number > 0x20 && number < 0x40) return set_bits(room, size, none);
  errno = ENOENT;
  return -1;
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *room = va_arg(rest, void *);
  va_end(rest);
  if (_IOC_TYPE(request) == 'E') return describe(descriptor, _IOC_NR(request), room, _IOC_SIZE(request));
  if (_IOC_TYPE(request) != UINPUT_IOCTL_BASE) return NEXT(ioctl)(descriptor, request, room);
  if (_IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(1))) snprintf(room, _IOC_SIZE(request), "input99");
  return 0;
}
