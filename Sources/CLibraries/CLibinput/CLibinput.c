#define _GNU_SOURCE
#include "CLibinput.h"

#include <dlfcn.h>
#include <stdlib.h>

// The functions that are used, each looked up at its first call. They are called only with what
// libinput_path_create_context returned, so the library is loaded then.

static void *library;

const char *clibinput_load(void) {
  if (!library) library = dlopen("libinput.so.10", RTLD_NOW | RTLD_GLOBAL);
  if (library) return NULL;
  const char *reason = dlerror();
  return reason ? reason : "it was not found";
}

// After this program in the order of loading, as if it were linked: a library that was loaded
// before it may stand for it.
static void *found(const char *name) {
  void *function = library ? dlsym(RTLD_NEXT, name) : NULL;
  // A library of this name without one of these functions is not libinput.
  if (!function) abort();
  return function;
}

#define LOOKED_UP(result, name, parameters)                                                        \
  static result(*target) parameters;                                                               \
  if (!target) *(void **)&target = found(#name);

#define FORWARD(result, name, parameters, arguments)                                               \
  result name parameters {                                                                         \
    LOOKED_UP(result, name, parameters)                                                            \
    return target arguments;                                                                       \
  }

#define FORWARD_NOTHING(name, parameters, arguments)                                               \
  void name parameters {                                                                           \
    LOOKED_UP(void, name, parameters)                                                              \
    target arguments;                                                                              \
  }

struct libinput *libinput_path_create_context(
    const struct libinput_interface *interface, void *user_data) {
  if (clibinput_load()) return NULL;
  LOOKED_UP(struct libinput *, libinput_path_create_context,
            (const struct libinput_interface *, void *))
  return target(interface, user_data);
}

FORWARD(int, libinput_device_config_calibration_has_matrix,
        (struct libinput_device *device), (device))
FORWARD(enum libinput_config_status, libinput_device_config_calibration_set_matrix,
        (struct libinput_device *device, const float matrix[6]), (device, matrix))
FORWARD(enum libinput_config_status, libinput_device_config_scroll_set_natural_scroll_enabled,
        (struct libinput_device *device, int enable), (device, enable))
FORWARD(int, libinput_device_get_size,
        (struct libinput_device *device, double *width, double *height), (device, width, height))
FORWARD(void *, libinput_device_get_user_data, (struct libinput_device *device), (device))
FORWARD(int, libinput_device_has_capability,
        (struct libinput_device *device, enum libinput_device_capability capability), (device, capability))
FORWARD(struct libinput_device *, libinput_device_ref, (struct libinput_device *device), (device))
FORWARD_NOTHING(libinput_device_set_user_data,
        (struct libinput_device *device, void *user_data), (device, user_data))
FORWARD(int, libinput_device_touch_get_touch_count, (struct libinput_device *device), (device))
FORWARD(struct libinput_device *, libinput_device_unref, (struct libinput_device *device), (device))
FORWARD(int, libinput_dispatch, (struct libinput *libinput), (libinput))
FORWARD_NOTHING(libinput_event_destroy, (struct libinput_event *event), (event))
FORWARD(struct libinput_device *, libinput_event_get_device,
        (struct libinput_event *event), (event))
FORWARD(struct libinput_event_gesture *, libinput_event_get_gesture_event,
        (struct libinput_event *event), (event))
FORWARD(struct libinput_event_keyboard *, libinput_event_get_keyboard_event,
        (struct libinput_event *event), (event))
FORWARD(struct libinput_event_pointer *, libinput_event_get_pointer_event,
        (struct libinput_event *event), (event))
FORWARD(struct libinput_event_touch *, libinput_event_get_touch_event,
        (struct libinput_event *event), (event))
FORWARD(enum libinput_event_type, libinput_event_get_type, (struct libinput_event *event), (event))
FORWARD(double, libinput_event_gesture_get_scale, (struct libinput_event_gesture *event), (event))
FORWARD(uint64_t, libinput_event_gesture_get_time_usec,
        (struct libinput_event_gesture *event), (event))
FORWARD(uint32_t, libinput_event_keyboard_get_key, (struct libinput_event_keyboard *event), (event))
FORWARD(enum libinput_key_state, libinput_event_keyboard_get_key_state,
        (struct libinput_event_keyboard *event), (event))
FORWARD(uint64_t, libinput_event_keyboard_get_time_usec,
        (struct libinput_event_keyboard *event), (event))
FORWARD(double, libinput_event_pointer_get_absolute_x_transformed,
        (struct libinput_event_pointer *event, uint32_t width), (event, width))
FORWARD(double, libinput_event_pointer_get_absolute_y_transformed,
        (struct libinput_event_pointer *event, uint32_t height), (event, height))
FORWARD(uint32_t, libinput_event_pointer_get_button, (struct libinput_event_pointer *event), (event))
FORWARD(enum libinput_button_state, libinput_event_pointer_get_button_state,
        (struct libinput_event_pointer *event), (event))
FORWARD(double, libinput_event_pointer_get_dx, (struct libinput_event_pointer *event), (event))
FORWARD(double, libinput_event_pointer_get_dy, (struct libinput_event_pointer *event), (event))
FORWARD(double, libinput_event_pointer_get_scroll_value,
        (struct libinput_event_pointer *event, enum libinput_pointer_axis axis), (event, axis))
FORWARD(double, libinput_event_pointer_get_scroll_value_v120,
        (struct libinput_event_pointer *event, enum libinput_pointer_axis axis), (event, axis))
FORWARD(int, libinput_event_pointer_has_axis,
        (struct libinput_event_pointer *event, enum libinput_pointer_axis axis), (event, axis))
FORWARD(uint64_t, libinput_event_pointer_get_time_usec,
        (struct libinput_event_pointer *event), (event))
FORWARD(int32_t, libinput_event_touch_get_slot, (struct libinput_event_touch *event), (event))
FORWARD(uint64_t, libinput_event_touch_get_time_usec, (struct libinput_event_touch *event), (event))
FORWARD(double, libinput_event_touch_get_x_transformed,
        (struct libinput_event_touch *event, uint32_t width), (event, width))
FORWARD(double, libinput_event_touch_get_y_transformed,
        (struct libinput_event_touch *event, uint32_t height), (event, height))
FORWARD(struct libinput_event *, libinput_get_event, (struct libinput *libinput), (libinput))
FORWARD(int, libinput_get_fd, (struct libinput *libinput), (libinput))
FORWARD(void *, libinput_get_user_data, (struct libinput *libinput), (libinput))
FORWARD_NOTHING(libinput_log_set_handler,
        (struct libinput *libinput, libinput_log_handler log_handler), (libinput, log_handler))
FORWARD_NOTHING(libinput_log_set_priority,
        (struct libinput *libinput, enum libinput_log_priority priority), (libinput, priority))
FORWARD(struct libinput_device *, libinput_path_add_device,
        (struct libinput *libinput, const char *path), (libinput, path))
FORWARD_NOTHING(libinput_path_remove_device, (struct libinput_device *device), (device))
FORWARD_NOTHING(libinput_set_user_data,
        (struct libinput *libinput, void *user_data), (libinput, user_data))
FORWARD(struct libinput *, libinput_unref, (struct libinput *libinput), (libinput))
