// The floor under passing touches on: takes a device and gives its frames to one of the kernel's making.
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int has(const unsigned char *bits, int number) { return bits[number / 8] >> number % 8 & 1; }

static int copy_keys(int device, int made) {
  unsigned char keys[KEY_MAX / 8 + 1] = {0};
  if (ioctl(device, EVIOCGBIT(EV_KEY, sizeof keys), keys) < 0) return -1;
  ioctl(made, UI_SET_EVBIT, EV_KEY);
  for (int code = 0; code < KEY_MAX; code++)
    if (has(keys, code) && ioctl(made, UI_SET_KEYBIT, code) < 0) return -1;
  return 0;
}

static int copy_axes(int device, int made) {
  unsigned char axes[ABS_MAX / 8 + 1] = {0};
  if (ioctl(device, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0) return -1;
  ioctl(made, UI_SET_EVBIT, EV_ABS);
  for (int code = 0; code < ABS_MAX; code++) {
    struct uinput_abs_setup setup = {.code = (unsigned short)code};
    if (!has(axes, code)) continue;
    if (ioctl(device, EVIOCGABS(code), &setup.absinfo) < 0) return -1;
    if (ioctl(made, UI_ABS_SETUP, &setup) < 0) return -1;
  }
  return 0;
}

int main(int count, char **words) {
  if (count != 2) return 2;
  int device = open(words[1], O_RDONLY);
  int made = open("/dev/uinput", O_RDWR);
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 1, .product = 1}};
  strcpy(setup.name, "Relay");
  if (device < 0 || made < 0 || copy_keys(device, made) < 0 || copy_axes(device, made) < 0) return 1;
  ioctl(made, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  ioctl(made, UI_SET_PHYS, "relay/0");
  if (ioctl(made, UI_DEV_SETUP, &setup) < 0 || ioctl(made, UI_DEV_CREATE) < 0) return 1;
  if (ioctl(device, EVIOCGRAB, 1) < 0) return 1;
  for (;;) {
    struct input_event events[64];
    ssize_t bytes = read(device, events, sizeof events);
    if (bytes <= 0 || write(made, events, (size_t)bytes) != bytes) return 0;
  }
}
