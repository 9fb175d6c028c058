/* The client of responder.h: a socket, a buffer of lines, and just enough reading of JSON. */
#define _POSIX_C_SOURCE 200809L
#include "responder.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define USUAL_PATH "/run/responderd/socket"
#define LONGEST_LINE (16u << 20)

struct kept { /* a line that came while an answer was awaited */
  struct kept *next;
  int what;
  char text[];
};

struct responder {
  int descriptor;
  bool reconnects;
  char *path, *filter, *unknown;
  unsigned long sent_lines; /* on the present connection */
  char introduction[160];
  char *buffer; /* what arrived; lines from `start`, ended by '\0' once cut */
  size_t start, used, capacity;
  char *current;
  struct kept *first, *last;
  char instance[64];
  uint64_t seq;
  unsigned id;
  char error[256];
};

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void complain(struct responder *client, const char *form, ...) {
  va_list arguments;
  va_start(arguments, form);
  vsnprintf(client->error, sizeof client->error, form, arguments);
  va_end(arguments);
}

/* ---- Reading JSON: the daemon's lines are well-formed, but nothing here relies on it. ---- */

static const char *blanks(const char *at) { return at + strspn(at, " \t\r\n"); }

static const char *skip_text(const char *at) {
  for (at++; *at && *at != '"'; at++)
    if (*at == '\\' && at[1]) at++;
  return *at ? at + 1 : at;
}

/* The place after a value; NULL if it has no end. */
static const char *skip(const char *at) {
  int depth = 0;
  at = blanks(at);
  do {
    if (!*at) return NULL;
    if (*at == '"') {
      at = skip_text(at);
    } else {
      if (*at == '{' || *at == '[') depth++;
      if (*at == '}' || *at == ']') depth--;
      if (depth == 0 && *at != '}' && *at != ']') {
        while (*at && !strchr(",]} \t\r\n", *at)) at++;
        return at;
      }
      at++;
    }
  } while (depth > 0);
  return at;
}

/* The value at a path; NULL if there is none. */
static const char *find(const char *at, const char *path) {
  at = blanks(at);
  while (*path) {
    if (*path == '.') path++;
    if (*path == '[') {
      unsigned long index = strtoul(path + 1, (char **)&path, 10);
      if (*at != '[' || *path++ != ']') return NULL;
      at = blanks(at + 1);
      for (; index > 0 && *at && *at != ']'; index--) {
        if (!(at = skip(at))) return NULL;
        at = blanks(at);
        if (*at == ',') at = blanks(at + 1);
      }
      if (index > 0 || *at == ']' || !*at) return NULL;
      continue;
    }
    size_t length = strcspn(path, ".[");
    if (*at != '{') return NULL;
    at = blanks(at + 1);
    for (;;) {
      if (*at != '"') return NULL;
      const char *name = at + 1, *end = skip_text(at);
      bool found = (size_t)(end - 1 - name) == length && memcmp(name, path, length) == 0;
      at = blanks(end);
      if (*at++ != ':') return NULL;
      at = blanks(at);
      if (found) break;
      if (!(at = skip(at))) return NULL;
      at = blanks(at);
      if (*at++ != ',') return NULL;
      at = blanks(at);
    }
    path += length;
  }
  return at;
}

bool responder_number(const char *line, const char *path, double *value) {
  const char *at = find(line, path);
  if (!at || !(*at == '-' || (*at >= '0' && *at <= '9'))) return false;
  *value = strtod(at, NULL);
  return true;
}

bool responder_flag(const char *line, const char *path, bool *value) {
  const char *at = find(line, path);
  if (!at || (strncmp(at, "true", 4) && strncmp(at, "false", 5))) return false;
  *value = *at == 't';
  return true;
}

static unsigned hexadecimal(const char *at) {
  unsigned value = 0;
  for (int i = 0; i < 4; i++) {
    char letter = at[i];
    if (!letter) return 0xFFFD;
    value = value * 16 + (unsigned)(letter <= '9' ? letter - '0' : (letter | 32) - 'a' + 10);
  }
  return value;
}

static size_t encode(unsigned value, char out[4]) {
  if (value < 0x80) return out[0] = (char)value, 1;
  if (value < 0x800) return out[0] = (char)(0xC0 | value >> 6), out[1] = (char)(0x80 | (value & 63)), 2;
  if (value < 0x10000)
    return out[0] = (char)(0xE0 | value >> 12), out[1] = (char)(0x80 | (value >> 6 & 63)),
           out[2] = (char)(0x80 | (value & 63)), 3;
  return out[0] = (char)(0xF0 | value >> 18), out[1] = (char)(0x80 | (value >> 12 & 63)),
         out[2] = (char)(0x80 | (value >> 6 & 63)), out[3] = (char)(0x80 | (value & 63)), 4;
}

bool responder_text(const char *line, const char *path, char *text, size_t size) {
  const char *at = find(line, path);
  if (!at || *at != '"' || size == 0) return false;
  size_t used = 0;
  for (at++; *at && *at != '"';) {
    char piece[4];
    size_t length = 1;
    if (*at == '\\' && at[1] == 'u') {
      unsigned value = hexadecimal(at + 2);
      at += strnlen(at, 6);
      if (value >= 0xD800 && value < 0xDC00 && at[0] == '\\' && at[1] == 'u') {
        value = 0x10000 + ((value - 0xD800) << 10) + (hexadecimal(at + 2) - 0xDC00);
        at += strnlen(at, 6);
      }
      length = encode(value, piece);
    } else if (*at == '\\' && at[1]) {
      static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
      const char *name = strchr(names, at[1]);
      piece[0] = name ? values[name - names] : at[1];
      at += 2;
    } else {
      /* A character of several bytes goes over whole. */
      length = 0;
      do piece[length++] = *at++;
      while (length < 4 && ((unsigned char)*at & 0xC0) == 0x80);
    }
    if (used + length >= size) break;
    memcpy(text + used, piece, length);
    used += length;
  }
  text[used] = '\0';
  return true;
}

bool responder_is(const char *line, const char *path, const char *text) {
  char found[256];
  return responder_text(line, path, found, sizeof found) && strcmp(found, text) == 0;
}

size_t responder_count(const char *line, const char *path) {
  const char *at = find(line, path);
  size_t count = 0;
  if (!at || *at != '[') return 0;
  at = blanks(at + 1);
  while (*at && *at != ']') {
    if (!(at = skip(at))) return 0;
    count++;
    at = blanks(at);
    if (*at == ',') at = blanks(at + 1);
  }
  return count;
}

/* ---- The socket ---- */

static void lose(struct responder *client) {
  if (client->descriptor >= 0) close(client->descriptor);
  client->descriptor = -1;
  client->start = client->used = 0;
}

/* The next whole line; RESPONDER_NOTHING or RESPONDER_CLOSED if there is none. */
static int read_line(struct responder *client, long long end, char **line) {
  size_t searched = client->start;
  for (;;) {
    char *found = client->used > searched
                      ? memchr(client->buffer + searched, '\n', client->used - searched)
                      : NULL;
    if (found) {
      *found = '\0';
      *line = client->buffer + client->start;
      client->start = (size_t)(found + 1 - client->buffer);
      return RESPONDER_LINE;
    }
    if (client->descriptor < 0) return RESPONDER_CLOSED;
    if (client->start > 0) {
      memmove(client->buffer, client->buffer + client->start, client->used - client->start);
      client->used -= client->start;
      client->start = 0;
    }
    searched = client->used;
    if (client->capacity - client->used < 65536) {
      char *larger =
          client->used > LONGEST_LINE ? NULL : realloc(client->buffer, client->capacity + 65536);
      if (!larger)
        return complain(client, "the daemon sent a line that is too long"), lose(client), RESPONDER_CLOSED;
      client->buffer = larger;
      client->capacity += 65536;
    }
    long long rest = end < 0 ? -1 : end - now();
    struct pollfd ready = {.fd = client->descriptor, .events = POLLIN};
    int count = poll(&ready, 1, rest > 1000000 ? 1000000 : end >= 0 && rest < 0 ? 0 : (int)rest);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0 && rest > 1000000) continue;
    if (count == 0) return RESPONDER_NOTHING;
    ssize_t got = recv(client->descriptor, client->buffer + client->used,
                       client->capacity - client->used, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      return complain(client, "the daemon closed the connection"), lose(client), RESPONDER_CLOSED;
    client->used += (size_t)got;
  }
}

static bool send_all(struct responder *client, const char *text, size_t length) {
  while (length > 0 && client->descriptor >= 0) {
    ssize_t sent = send(client->descriptor, text, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0)
      return complain(client, "the daemon closed the connection: %s", strerror(errno)), lose(client), false;
    text += sent;
    length -= (size_t)sent;
  }
  return length == 0;
}

static void keep(struct responder *client, int what, const char *text) {
  size_t size = strlen(text) + 1;
  struct kept *line = malloc(sizeof *line + size);
  if (!line) return;
  line->next = NULL;
  line->what = what;
  memcpy(line->text, text, size);
  if (client->last) client->last->next = line;
  else client->first = line;
  client->last = line;
}

static bool connect_once(struct responder *client) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(client->path);
  if (length == 0 || length >= sizeof address.sun_path) return errno = ENAMETOOLONG, false;
  memcpy(address.sun_path, client->path, length);
  /* A name with @ lies in Linux's abstract space and ends where the length says. */
  bool abstract = address.sun_path[0] == '@';
  if (abstract) address.sun_path[0] = '\0';
  int made = socket(AF_UNIX, SOCK_STREAM, 0);
  if (made < 0) return false;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (abstract ? 0 : 1));
  if (connect(made, (struct sockaddr *)&address, size) < 0) {
    int error = errno;
    return close(made), errno = error, false;
  }
  client->descriptor = made;
  client->sent_lines = 0;
  char *hello, version[16], instance[64];
  if (read_line(client, now() + 5000, &hello) != RESPONDER_LINE || !responder_is(hello, "type", "hello") ||
      !responder_text(hello, "protocol", version, sizeof version) || strncmp(version, "1.", 2) ||
      !responder_text(hello, "instance", instance, sizeof instance)) {
    return lose(client), errno = EPROTO, false;
  }
  if (strcmp(instance, client->instance)) {
    /* Another run numbers its records anew, and what the last one began is over. */
    if (client->instance[0] && client->filter) keep(client, RESPONDER_LOST, "");
    client->seq = 0;
    memcpy(client->instance, instance, sizeof instance);
  }
  return true;
}

struct responder *responder_open(const char *path) {
  if (!path) path = getenv("RESPONDERD_SOCKET");
  if (!path) path = USUAL_PATH;
  struct responder *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->descriptor = -1;
  client->reconnects = true;
  client->path = strdup(path);
  if (!client->path || !connect_once(client)) {
    int error = errno;
    return responder_close(client), errno = error, NULL;
  }
  return client;
}

void responder_close(struct responder *client) {
  if (!client) return;
  lose(client);
  for (struct kept *next, *line = client->first; line; line = next) {
    next = line->next;
    free(line);
  }
  free(client->current);
  free(client->buffer);
  free(client->path);
  free(client->filter);
  free(client->unknown);
  free(client);
}

void responder_set_reconnects(struct responder *client, bool reconnects) { client->reconnects = reconnects; }

int responder_descriptor(const struct responder *client) { return client->descriptor; }

const char *responder_error(const struct responder *client) { return client->error; }

const char *responder_unknown(const struct responder *client) {
  return client->unknown ? client->unknown : "[]";
}

/* Sorts a line in: RESPONDER_LINE for one the program wants, RESPONDER_CLOSED for the last one. */
static int sort(struct responder *client, const char *line) {
  double seq;
  if (responder_is(line, "type", "bye") || responder_is(line, "type", "overflow")) {
    char words[200];
    if (!responder_text(line, "reason", words, sizeof words) &&
        !responder_text(line, "message", words, sizeof words))
      words[0] = '\0';
    return complain(client, "the daemon ended the connection: %s", words), lose(client), RESPONDER_CLOSED;
  }
  if (!responder_number(line, "seq", &seq)) return RESPONDER_NOTHING;
  if (!responder_is(line, "type", "snapshot") && (uint64_t)seq <= client->seq) return RESPONDER_NOTHING;
  client->seq = (uint64_t)seq;
  return RESPONDER_LINE;
}

/* Whether an error answers a request. One without an id answers the line that was sent last, unless it
 * names another one. */
static bool answers(const struct responder *client, const char *error, unsigned id) {
  double number;
  char text[2];
  if (responder_number(error, "id", &number)) return number == id;
  if (responder_text(error, "id", text, sizeof text)) return false;
  if (responder_number(error, "subscription", &number)) return false;
  return !responder_number(error, "line", &number) || number == (double)client->sent_lines;
}

bool responder_request(struct responder *client, const char *name, const char *arguments,
                       const char **answer) {
  if (!name || !arguments)
    return complain(client, "a request needs a name and arguments, \"{}\" for none"), false;
  unsigned id = ++client->id;
  size_t size = strlen(name) + strlen(arguments) + 64;
  char *line = malloc(size);
  if (!line) return false;
  int length = snprintf(line, size, "{\"id\":%u,\"%s\":%s}\n", id, name, arguments);
  /* A request is one line; in JSON, a break between values is as good as a blank. */
  for (char *at = line; at < line + length - 1; at++)
    if (*at == '\n' || *at == '\r') *at = ' ';
  client->error[0] = '\0';
  client->sent_lines++;
  bool sent = send_all(client, line, (size_t)length);
  free(line);
  long long end = now() + 10000;
  while (sent) {
    char *got;
    int what = read_line(client, end, &got);
    if (what == RESPONDER_NOTHING) complain(client, "no answer to %s within 10 s", name);
    if (what != RESPONDER_LINE) return false;
    double number;
    bool reply = responder_is(got, "type", "reply"), error = responder_is(got, "type", "error");
    if ((reply && responder_number(got, "id", &number) && number == id) ||
        (error && answers(client, got, id))) {
      if (error) responder_text(got, "message", client->error, sizeof client->error);
      if (answer) *answer = got;
      return reply;
    }
    what = sort(client, got);
    if (what == RESPONDER_LINE) keep(client, RESPONDER_LINE, got);
    if (what == RESPONDER_CLOSED) return false;
  }
  return false;
}

bool responder_identify(struct responder *client, const char *name) {
  char *at = client->introduction;
  int size = sizeof client->introduction;
  if (!name) return complain(client, "a program needs a name to be known by"), false;
  if (strpbrk(name, "\"\\")) return complain(client, "a name has no quotes"), false;
  if (snprintf(at, (size_t)size, "{\"name\":\"%s\"}", name) < size &&
      responder_request(client, "identify", at, NULL)) return true;
  at[0] = '\0';
  return false;
}

bool responder_subscribe(struct responder *client, const char *filter) {
  if (!filter) return complain(client, "expected a filter, \"{}\" for all records"), false;
  if (client->filter) return complain(client, "this client already has its one subscription"), false;
  const char *answer;
  if (!responder_request(client, "subscribe", filter, &answer)) return false;
  const char *unknown = find(answer, "result.unknown"), *end = unknown ? skip(unknown) : NULL;
  free(client->unknown);
  client->unknown = end ? strndup(unknown, (size_t)(end - unknown)) : NULL;
  client->filter = strdup(filter);
  return client->filter != NULL;
}

/* Connects and subscribes again, going on after the last record. */
static bool resume(struct responder *client) {
  if (!connect_once(client)) return false;
  if (client->introduction[0] && !responder_request(client, "identify", client->introduction, NULL))
    return lose(client), false;
  if (!client->filter) return true;
  size_t size = strlen(client->filter) + 256;
  char *filter = malloc(size);
  if (!filter) return false;
  const char *rest = blanks(blanks(client->filter) + 1);
  snprintf(filter, size, "{\"since\":{\"instance\":\"%s\",\"seq\":%llu}%s%s", client->instance,
           (unsigned long long)client->seq, *rest == '}' ? "" : ",", rest);
  const char *answer;
  bool resumed = false, done = responder_request(client, "subscribe", filter, &answer);
  free(filter);
  if (!done) return lose(client), false;
  responder_flag(answer, "result.resumed", &resumed);
  /* The snapshot comes after the answer, so this stands between what was known and what is. */
  if (!resumed && (!client->last || client->last->what != RESPONDER_LOST))
    keep(client, RESPONDER_LOST, "");
  return true;
}

int responder_next(struct responder *client, int milliseconds, const char **line) {
  long long end = milliseconds < 0 ? -1 : now() + milliseconds;
  int pause = 50;
  for (;;) {
    free(client->current);
    client->current = NULL;
    if (client->first) {
      struct kept *first = client->first;
      client->first = first->next;
      if (!client->first) client->last = NULL;
      client->current = (char *)first;
      *line = first->text;
      return first->what;
    }
    char *got;
    int what = client->descriptor < 0 ? RESPONDER_CLOSED : read_line(client, end, &got);
    if (what == RESPONDER_LINE) {
      what = sort(client, got);
      if (what == RESPONDER_LINE) return *line = got, what;
      if (what == RESPONDER_NOTHING) continue;
    }
    if (what == RESPONDER_NOTHING) return what;
    if (!client->reconnects) return RESPONDER_CLOSED;
    if (resume(client)) continue;
    long long rest = end < 0 ? pause : end - now();
    if (end >= 0 && rest <= 0) return RESPONDER_NOTHING;
    poll(NULL, 0, rest < pause ? (int)rest : pause);
    pause = pause < 2500 ? pause * 2 : 5000;
  }
}
