/* A client of responderd in one header and one source; needs nothing but a C11 compiler and POSIX.
 *
 *     struct responder *client = responder_open(NULL);
 *     responder_subscribe(client, "{\"views\":[\"red\"]}");
 *     const char *line;
 *     while (responder_next(client, -1, &line) > 0) puts(line);
 *     responder_close(client);
 *
 * When the connection is lost it is made again and the subscription resumed. If that cannot be done
 * without a gap, responder_next says so once with RESPONDER_LOST: every touch and gesture that was
 * known is over then, and a snapshot line that says what is alive comes next.
 * What the program has put is put again, with the properties that it has set since. Then responder_next
 * says so with RESPONDER_CONNECTED.
 * The protocol is described in responderd-protocol(7).
 */
#ifndef RESPONDER_H
#define RESPONDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct responder;

enum {
  RESPONDER_CLOSED = -1, /* the connection ended; responder_error says why */
  RESPONDER_NOTHING = 0, /* nothing came in time */
  RESPONDER_LINE = 1,    /* a record, or a snapshot */
  RESPONDER_LOST = 2,    /* something may be missing; what was known is over */
  /* The daemon is there again, and has the program's puts. The line is of this client: `waits` lists the ids
   * that have no place yet, {"type":"connected","isNew":true,"waits":["page"],"refused":{"sos":"another …"}}. */
  RESPONDER_CONNECTED = 3,
};

/* Connects; NULL means $RESPONDERD_SOCKET or the usual path. Returns NULL with errno set on failure. */
struct responder *responder_open(const char *path);

/* The same, but waits so many milliseconds for a daemon that does not run yet; -1 waits without end. */
struct responder *responder_open_within(const char *path, int milliseconds);

/* Ends the connection and frees everything. NULL is allowed. */
void responder_close(struct responder *client);

/* Whether a lost connection is made again; it is unless this is called with false. */
void responder_set_reconnects(struct responder *client, bool reconnects);

/* The socket's number for poll and event loops; -1 while it is lost. */
int responder_descriptor(const struct responder *client);

/* The reason of the latest failure; "" if there was none. Valid until the next call. */
const char *responder_error(const struct responder *client);

/* Sets the name by which views may call this program their actor; it is sent again when the connection
 * has been lost. Call it before you subscribe. True if the daemon agreed: one program has a name. */
bool responder_identify(struct responder *client, const char *name);

/* Asks for records: the members of a `subscribe` request, "{}" for all. A client has one subscription; a
 * second one is an error. True if the daemon agreed. */
bool responder_subscribe(struct responder *client, const char *filter);

/* The names in the subscription that the daemon did not know, misspelt or not there yet: a JSON list such
 * as ["mapp"], to be read with responder_text(list, "[0]", ...); "[]" if it knew all. Valid until the
 * client is closed. */
const char *responder_unknown(const struct responder *client);

/* Makes a request, such as `put`, `remove`, `set` or `batch`, and waits up to ten seconds for the answer; records that come meanwhile are kept. The
 * arguments are one JSON object, "{}" for none, or a list for `batch`; anything else is an error at once, and
 * so is a request while the connection is lost. The whole answer line is in *answer, valid until the next
 * call; answer may be NULL. True if it is a reply; else responder_error says why. In all functions, NULL for
 * an argument that may not be NULL is an error: they return false, 0 or RESPONDER_CLOSED. */
bool responder_request(struct responder *client, const char *name, const char *arguments,
                       const char **answer);

/* The next line; -1 milliseconds wait without end. The line is valid until the next call. */
int responder_next(struct responder *client, int milliseconds, const char **line);

/* Reading a line: paths are like "type", "touches[0].x", "node.id".
 * Each is false, and changes nothing, if there is no such value of this kind. */
bool responder_number(const char *line, const char *path, double *value);
bool responder_flag(const char *line, const char *path, bool *value);
/* Copies a text with its escapes resolved; what does not fit is cut between characters. */
bool responder_text(const char *line, const char *path, char *text, size_t size);
/* Whether a text is the given one. */
bool responder_is(const char *line, const char *path, const char *text);
/* How many elements a list has; 0 if there is no such list. */
size_t responder_count(const char *line, const char *path);

#ifdef __cplusplus
}
#endif

#endif
