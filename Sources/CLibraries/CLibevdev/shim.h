#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>

// A macro of the kernel's, which Swift cannot import: where the device to be made is plugged in.
static inline int clibevdev_set_phys(int descriptor, const char *phys) {
  return ioctl(descriptor, UI_SET_PHYS, phys);
}
