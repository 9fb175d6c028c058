#ifndef CLIBINPUT_H
#define CLIBINPUT_H

#include <libinput.h>

// libinput, loaded when its first context is made: it brings six more libraries, which would take
// more than a megabyte of memory where devices are read without it.

// Loads libinput; returns why it cannot be loaded, or NULL.
const char *clibinput_load(void);

#endif
