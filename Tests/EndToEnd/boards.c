// Sizes of the kernel's structures that the daemon depends on, on boards of 64 and of 32 bits.
#include <linux/input.h>
#include <linux/uinput.h>
#include <stddef.h>
#include <time.h>

// Two words of time, then type, code and value without a gap.
_Static_assert(sizeof(struct input_event) == 2 * sizeof(long) + 8, "size of an event");
_Static_assert(offsetof(struct input_event, type) == 2 * sizeof(long), "place of its type");
_Static_assert(offsetof(struct input_event, value) == 2 * sizeof(long) + 4, "place of its value");
_Static_assert(sizeof(struct input_id) == 8, "size of an identity");
_Static_assert(sizeof(struct input_absinfo) == 24, "size of an axis");
_Static_assert(sizeof(struct uinput_setup) == 92, "size of a virtual device");
_Static_assert(sizeof(struct uinput_abs_setup) == 28, "size of its axis");
_Static_assert(sizeof(time_t) == 8, "a time beyond 2038");
