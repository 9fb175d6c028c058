#include <libwebsockets.h>

// Macros whose value Swift cannot import.
enum { clws_headroom = LWS_PRE };
static const enum lws_write_protocol clws_write_raw = LWS_WRITE_RAW;
