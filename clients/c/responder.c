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
#define LONGEST_LINE (64u << 20)

struct kept { /* a line that came while an answer was awaited */
  struct kept *next;
  int what;
  char text[];
};

struct set { /* properties that the program has set */
  struct set *next;
  char *word, *name;
  char *values; /* members of an object, each after a comma */
};

struct stream { /* the last number of each stream of records */
  char *window;
  uint64_t seq;
};

struct put { /* the latest put of an outermost id, and what was set of it since */
  struct put *next;
  const char *kind; /* the member of the request that describes the thing */
  char *id, *thing;
  char *place, *rest; /* other members, each after a comma */
  struct set *sets;
};

struct responder {
  int descriptor;
  bool reconnects;
  struct put *puts;     /* in the order in which they arrived */
  struct set *own_sets; /* what was set with `own` of things of others */
  char *waiting;        /* a list of the ids that have no place, by the latest answer */
  size_t most_bytes;    /* of a line that the daemon reads */
  size_t most_nodes;    /* of a request */
  bool is_new_run;      /* whether another run is still to be reported to the program */
  char *path, *filter, *unknown;
  unsigned long sent_lines; /* on the present connection */
  char introduction[160];
  char *buffer; /* what arrived; lines from `start`, ended by '\0' once cut */
  size_t start, used, capacity;
  char *current;
  struct kept *first, *last;
  char instance[64];
  struct stream *streams; /* that of the public windows has an empty name */
  size_t stream_count;
  unsigned id;
  char error[256];
};

/* The last number of a stream; NULL without memory. */
static uint64_t *last_seq(struct responder *client, const char *window) {
  for (size_t i = 0; i < client->stream_count; i++)
    if (!strcmp(client->streams[i].window, window)) return &client->streams[i].seq;
  struct stream *more = realloc(client->streams, (client->stream_count + 1) * sizeof *more);
  if (!more) return NULL;
  client->streams = more;
  char *name = strdup(window);
  if (!name) return NULL;
  more[client->stream_count] = (struct stream){name, 0};
  return &more[client->stream_count++].seq;
}

static void forget_streams(struct responder *client) {
  for (size_t i = 0; i < client->stream_count; i++) free(client->streams[i].window);
  free(client->streams);
  client->streams = NULL;
  client->stream_count = 0;
}

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
  if (!at || !path) return NULL;
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

/* The place after a value that is whole; NULL if it is not. */
static const char *whole(const char *at) {
  const char *end = at ? skip(at) : NULL;
  return end && *blanks(end) == '\0' ? end : NULL;
}

bool responder_number(const char *line, const char *path, double *value) {
  const char *at = find(line, path);
  if (!at || !(*at == '-' || (*at >= '0' && *at <= '9'))) return false;
  if (value) *value = strtod(at, NULL);
  return value != NULL;
}

bool responder_flag(const char *line, const char *path, bool *value) {
  const char *at = find(line, path);
  if (!at || (strncmp(at, "true", 4) && strncmp(at, "false", 5))) return false;
  if (value) *value = *at == 't';
  return value != NULL;
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
  if (!at || *at != '"' || !text || size == 0) return false;
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
  return text && responder_text(line, path, found, sizeof found) && strcmp(found, text) == 0;
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
      !responder_text(hello, "protocol", version, sizeof version) || strncmp(version, "2.", 2) ||
      !responder_text(hello, "instance", instance, sizeof instance)) {
    return lose(client), errno = EPROTO, false;
  }
  double most_bytes, most_nodes;
  if (!responder_number(hello, "limits.lineBytes", &most_bytes) ||
      !responder_number(hello, "limits.viewsOfRequest", &most_nodes)) {
    return lose(client), errno = EPROTO, false;
  }
  client->most_bytes = (size_t)most_bytes;
  client->most_nodes = (size_t)most_nodes;
  if (strcmp(instance, client->instance)) {
    /* Another run numbers its records from 1, and touches and gestures of the last run are over. */
    if (client->instance[0] && client->filter) keep(client, RESPONDER_LOST, "");
    client->is_new_run = client->instance[0] != '\0';
    forget_streams(client);
    memcpy(client->instance, instance, sizeof instance);
  }
  return true;
}

struct responder *responder_open_within(const char *path, int milliseconds) {
  long long end = now() + milliseconds;
  for (int pause = 50;; pause = pause < 2500 ? pause * 2 : 5000) {
    struct responder *client = responder_open(path);
    long long rest = milliseconds < 0 ? pause : end - now();
    if (client || rest <= 0) return client;
    poll(NULL, 0, rest < pause ? (int)rest : pause);
  }
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

static void free_puts(struct responder *client);

void responder_close(struct responder *client) {
  if (!client) return;
  lose(client);
  for (struct kept *next, *line = client->first; line; line = next) {
    next = line->next;
    free(line);
  }
  free(client->current);
  free(client->buffer);
  forget_streams(client);
  free(client->path);
  free(client->filter);
  free(client->unknown);
  free_puts(client);
  free(client);
}

void responder_set_reconnects(struct responder *client, bool reconnects) {
  if (client) client->reconnects = reconnects;
}

int responder_descriptor(const struct responder *client) { return client ? client->descriptor : -1; }

const char *responder_error(const struct responder *client) {
  return client ? client->error : "expected a client, found NULL";
}

const char *responder_unknown(const struct responder *client) {
  return client && client->unknown ? client->unknown : "[]";
}

/* ---- What the program has put, as the daemon remembers it, to be sent again ---- */

/* A text that grows; NULL in `at` when there was no memory. */
struct text {
  char *at;
  size_t used, size;
};

static void append(struct text *text, const char *form, ...) {
  for (;;) {
    va_list arguments;
    va_start(arguments, form);
    int length = text->at ? vsnprintf(text->at + text->used, text->size - text->used, form, arguments) : -1;
    va_end(arguments);
    if (length < 0) return;
    if (text->used + (size_t)length < text->size) {
      text->used += (size_t)length;
      return;
    }
    size_t size = (text->size + (size_t)length) * 2;
    char *larger = realloc(text->at, size);
    if (!larger) free(text->at);
    text->at = larger;
    text->size = size;
  }
}

static struct text new_text(void) {
  struct text text = {malloc(256), 0, 256};
  if (text.at) text.at[0] = '\0';
  return text;
}

/* A string of JSON with these characters. */
static void append_string(struct text *text, const char *characters) {
  append(text, "\"");
  for (; *characters; characters++) {
    unsigned char character = (unsigned char)*characters;
    if (character == '"' || character == '\\') append(text, "\\%c", character);
    else if (character < 0x20) append(text, "\\u%04x", character);
    else append(text, "%c", character);
  }
  append(text, "\"");
}

/* A copy of the value at a path; NULL if there is none. */
static char *value_at(const char *json, const char *path) {
  const char *at = find(json, path), *end = at ? skip(at) : NULL;
  return end ? strndup(at, (size_t)(end - at)) : NULL;
}

/* A copy of the characters of the text at a path; NULL if there is none. */
static char *text_at(const char *json, const char *path) {
  char found[256];
  return responder_text(json, path, found, sizeof found) ? strdup(found) : NULL;
}

/* Goes to the next member of an object: `at` begins after its brace. False at the end. */
static bool next_member(const char **at, char *name, size_t size, char **value) {
  const char *place = blanks(*at);
  if (*place == ',') place = blanks(place + 1);
  if (*place != '"' || !responder_text(place, "", name, size)) return false;
  place = blanks(skip_text(place));
  if (*place++ != ':') return false;
  place = blanks(place);
  const char *end = skip(place);
  if (!end) return false;
  *value = strndup(place, (size_t)(end - place));
  *at = end;
  return *value != NULL;
}

/* A list of the ids of all things in a description. */
static char *ids_in(const char *at) {
  struct text ids = new_text();
  char name[256];
  append(&ids, "[");
  for (const char *end = skip(at); at && at < end && *at; at++) {
    if (*at == '"') {
      at = skip_text(at) - 1;
    } else if (*at == '{' && responder_text(at, "id", name, sizeof name)) {
      if (ids.used > 1) append(&ids, ",");
      append_string(&ids, name);
    }
  }
  append(&ids, "]");
  return ids.at;
}

static bool lists(const char *ids, const char *name) {
  for (const char *at = ids ? blanks(ids) : ""; *at == '[' || *at == ',';) {
    at = blanks(at + 1);
    if (responder_is(at, "", name)) return true;
    if (!(at = skip(at))) return false;
    at = blanks(at);
  }
  return false;
}

/* Copies a description without the things of these ids; false if it is one, or nothing without them. */
static bool copy_without(struct text *text, const char *at, const char *ids) {
  size_t before = text->used;
  at = blanks(at);
  if (*at != '{' && *at != '[') {
    const char *end = skip(at);
    append(text, "%.*s", end ? (int)(end - at) : 0, at);
    return true;
  }
  char id[256];
  bool is_object = *at == '{', has_members = false, keeps_some = false;
  bool is_gone = is_object && responder_text(at, "id", id, sizeof id) && lists(ids, id);
  append(text, is_object ? "{" : "[");
  for (at = blanks(at + 1); at && !is_gone && *at && *at != '}' && *at != ']';) {
    size_t start = text->used;
    bool is_view = is_object && !strncmp(at, "\"view\"", 6);
    if (keeps_some) append(text, ",");
    if (is_object) {
      const char *end = strchr(skip_text(at), ':');
      if (!end) break;
      append(text, "%.*s", (int)(end + 1 - at), at);
      at = blanks(end + 1);
    }
    has_members = true;
    if (copy_without(text, at, ids)) {
      keeps_some = true;
    } else {
      is_gone = is_view; /* a controller is not without its view */
      text->used = start;
    }
    if ((at = skip(at)) && *(at = blanks(at)) == ',') at = blanks(at + 1);
  }
  append(text, is_object ? "}" : "]");
  is_gone |= is_object && has_members && !keeps_some;
  if (is_gone) text->used = before;
  if (text->at) text->at[text->used] = '\0';
  return !is_gone;
}

/* Whether a thing in a put has this id; a scroll view brings its pan and pinch along. */
static bool has(const struct put *put, const char *name) {
  char stem[256];
  snprintf(stem, sizeof stem, "%s", name);
  char *part = strrchr(stem, '.'), *ids = ids_in(put->thing);
  bool is_part = part && (!strcmp(part, ".pan") || !strcmp(part, ".pinch"));
  if (is_part) *part = '\0';
  bool found = lists(ids, name) || (is_part && lists(ids, stem));
  free(ids);
  return found;
}

static void free_set(struct set *set) {
  free(set->word);
  free(set->name);
  free(set->values);
  free(set);
}

static void free_sets(struct set **link) {
  for (struct set *set; (set = *link); free_set(set)) *link = set->next;
}

static void free_put(struct put *put) {
  free(put->id);
  free(put->thing);
  free(put->place);
  free(put->rest);
  free_sets(&put->sets);
  free(put);
}

static void free_puts(struct responder *client) {
  for (struct put *put; (put = client->puts); free_put(put)) client->puts = put->next;
  free_sets(&client->own_sets);
  free(client->waiting);
}

/* Takes things out of all puts but one. */
static void take_out(struct responder *client, const char *ids, const struct put *but) {
  for (struct put **link = &client->puts; *link;) {
    struct put *put = *link;
    struct text rest = new_text();
    if (put != but && !copy_without(&rest, put->thing, ids)) {
      *link = put->next;
      free_put(put);
      free(rest.at);
      continue;
    }
    if (put != but && rest.at) {
      free(put->thing);
      put->thing = rest.at;
      for (struct set **one = &put->sets, *set; (set = *one);) {
        if (has(put, set->name)) {
          one = &set->next;
        } else {
          *one = set->next;
          free_set(set);
        }
      }
    } else {
      free(rest.at);
    }
    link = &put->next;
  }
}

/* Puts are kept in a list by their ids; one that is put again elsewhere, or has waited, is the last. */
static void keep_put(struct responder *client, const char *members) {
  static const char *const kinds[] = {"view", "viewController", "window", "gestureRecognizer"};
  static const char *const places[] = {"in", "presentedBy", "pushedOn", "above", "below"};
  struct put *put = calloc(1, sizeof *put);
  struct text place = new_text(), rest = new_text();
  char name[256], *value;
  for (const char *at = blanks(members) + 1; put && next_member(&at, name, sizeof name, &value);) {
    bool is_place = false;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) is_place |= !strcmp(name, places[i]);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (!strcmp(name, kinds[i])) put->kind = kinds[i];
    if (put->kind && !strcmp(put->kind, name) && !put->thing) {
      put->thing = value;
      continue;
    }
    append(is_place ? &place : &rest, ",\"%s\":%s", name, value);
    free(value);
  }
  char *ids = put && put->thing ? ids_in(put->thing) : NULL;
  if (put) put->place = place.at, put->rest = rest.at, put->id = text_at(put->thing, "id");
  if (!put || !ids || !put->place || !put->rest || !put->id) {
    if (put) free_put(put);
    free(ids);
    return;
  }
  struct put **link = &client->puts, *before;
  while (*link && strcmp((*link)->id, put->id)) link = &(*link)->next;
  if ((before = *link)) {
    bool stays = !strcmp(before->place, put->place) && !lists(client->waiting, put->id);
    *link = stays ? put : before->next;
    if (stays) put->next = before->next;
    free_put(before);
    if (!stays) before = NULL;
  }
  if (!before) {
    while (*link) link = &(*link)->next;
    *link = put;
  }
  take_out(client, ids, put);
  free(ids);
}

/* The word and the name of what a request is about. */
static const char *subject(const char *arguments, char name[256]) {
  static const char *const words[] = {"view", "viewController", "recognizer"};
  for (size_t i = 0; i < 3; i++)
    if (responder_text(arguments, words[i], name, 256)) return words[i];
  return NULL;
}

static void keep_set(struct responder *client, const char *arguments) {
  /* Fingers change these: a set writes them, and is no want. */
  static const char living[] = "[\"value\",\"isOn\",\"selectedSegmentIndex\",\"currentPage\",\"contentOffset\",\"zoomScale\","
                               "\"isFirstResponder\",\"isKeyWindow\"]";
  char name[256], member[256], *value;
  const char *word = subject(arguments, name);
  if (!word) return;
  bool is_own = false;
  responder_flag(arguments, "own", &is_own);
  struct put *put = client->puts;
  while (put && !has(put, name)) put = put->next;
  struct set **link = put ? &put->sets : &client->own_sets;
  while (*link && (strcmp((*link)->word, word) || strcmp((*link)->name, name))) link = &(*link)->next;
  struct set *before = *link;
  struct text values = new_text();
  bool is_place = find(arguments, "above") || find(arguments, "below");
  for (const char *at = before ? before->values : ""; next_member(&at, member, sizeof member, &value); free(value)) {
    bool goes = is_place && (!strcmp(member, "above") || !strcmp(member, "below"));
    if (!goes && !find(arguments, member)) append(&values, ",\"%s\":%s", member, value);
  }
  for (const char *at = blanks(arguments) + 1; next_member(&at, member, sizeof member, &value); free(value)) {
    if (!strcmp(member, word) || !strcmp(member, "own") || lists(living, member)) continue;
    if (put || (is_own && strcmp(value, "null"))) append(&values, ",\"%s\":%s", member, value);
  }
  if (before) *link = before->next, free_set(before);
  struct set *set = values.used ? calloc(1, sizeof *set) : NULL;
  if (!set) {
    free(values.at);
    return;
  }
  *set = (struct set){*link, strdup(word), strdup(name), values.at};
  if (set->word && set->name) *link = set;
  else free_set(set);
}

/* A request was answered: does to the copy what the daemon has done. */
static void take_in(struct responder *client, const char *request, const char *arguments, const char *answer) {
  char name[256], member[64], *value;
  if (!strcmp(request, "batch")) {
    for (const char *at = blanks(arguments) + 1; *(at = blanks(at)) == '{' && skip(at);) {
      const char *act = at + 1;
      for (; next_member(&act, member, sizeof member, &value); free(value)) take_in(client, member, value, NULL);
      if (*(at = blanks(skip(at))) == ',') at++;
    }
  } else if (!strcmp(request, "put")) {
    keep_put(client, arguments);
  } else if (!strcmp(request, "set")) {
    keep_set(client, arguments);
  } else if (!strcmp(request, "remove") && subject(arguments, name)) {
    struct text ids = new_text();
    append(&ids, "[");
    append_string(&ids, name);
    append(&ids, "]");
    take_out(client, ids.at, NULL);
    free(ids.at);
  } else {
    return;
  }
  if (!answer) return;
  free(client->waiting);
  client->waiting = value_at(answer, "result.waits");
}

/* Things are gone; those that only wait for their place are still wanted. */
static void removed(struct responder *client, const char *line) {
  bool waits = false;
  responder_flag(line, "waits", &waits);
  for (int i = 0; i < 2; i++) {
    char *ids = value_at(line, i ? "recognizers" : "views");
    if (!waits && ids) take_out(client, ids, NULL);
    if (waits && responder_count(ids, "")) {
      struct text all = new_text();
      size_t before = responder_count(client->waiting, "") ? strlen(client->waiting) - 1 : 0;
      append(&all, "%.*s%c%s", (int)before, before ? client->waiting : "", before ? ',' : '[', ids + 1);
      free(client->waiting);
      client->waiting = all.at;
    }
    free(ids);
  }
}

/* Sorts a line in: RESPONDER_LINE for one the program wants, RESPONDER_CLOSED for the last one. */
static int sort(struct responder *client, const char *line) {
  double seq;
  if (responder_is(line, "type", "closing")) {
    char words[200];
    if (!responder_text(line, "reason", words, sizeof words)) words[0] = '\0';
    return complain(client, "the daemon ended the connection: %s", words), lose(client), RESPONDER_CLOSED;
  }
  if (responder_is(line, "type", "removed")) {
    removed(client, line);
    return RESPONDER_LINE;
  }
  if (responder_is(line, "type", "lost")) return RESPONDER_LINE;
  if (!responder_number(line, "seq", &seq) || !(seq >= 0 && seq < 1e15)) return RESPONDER_NOTHING;
  char window[256];
  if (!responder_text(line, "stream", window, sizeof window)) window[0] = '\0';
  uint64_t *last = last_seq(client, window);
  if (!last) return RESPONDER_NOTHING;
  /* These have the number of the record before them. */
  if (responder_is(line, "type", "explain") || responder_is(line, "type", "health") || responder_is(line, "type", "raw"))
    return (uint64_t)seq >= *last ? RESPONDER_LINE : RESPONDER_NOTHING;
  if ((uint64_t)seq <= *last && !responder_is(line, "type", "snapshot")) return RESPONDER_NOTHING;
  *last = (uint64_t)seq;
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

/* Makes a request that changes nothing of the copy. */
static bool ask(struct responder *client, const char *name, const char *arguments, const char **answer) {
  unsigned id = ++client->id;
  size_t size = strlen(name) + strlen(arguments) + 64;
  char *line = malloc(size);
  if (!line) return complain(client, "no memory"), false;
  int length = snprintf(line, size, "{\"id\":%u,\"%s\":%s}\n", id, name, arguments);
  /* A request is one line; in JSON, a break between values is as good as a blank. */
  for (char *at = line; at < line + length - 1; at++)
    if (*at == '\n' || *at == '\r') *at = ' ';
  client->error[0] = '\0';
  client->sent_lines++;
  bool sent = send_all(client, line, (size_t)length);
  free(line);
  if (!sent && !client->error[0]) complain(client, "the connection is lost");
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
      if (error && !responder_text(got, "message", client->error, sizeof client->error))
        complain(client, "the daemon refused %s", name);
      if (answer) *answer = got;
      return reply;
    }
    what = sort(client, got);
    if (what == RESPONDER_LINE) keep(client, RESPONDER_LINE, got);
    if (what == RESPONDER_CLOSED) return false;
  }
  return false;
}

bool responder_request(struct responder *client, const char *name, const char *arguments,
                       const char **answer) {
  if (!client) return false;
  if (!name || !arguments)
    return complain(client, "a request needs a name and arguments, \"{}\" for none"), false;
  /* The daemon could not say which request a broken line was, so it is not sent. */
  if (!*name || name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")])
    return complain(client, "expected the name of a request, found \"%s\"", name), false;
  if (!strchr("{[", *blanks(arguments)) || !whole(arguments))
    return complain(client, "%s: expected one JSON object or list as arguments", name), false;
  const char *got;
  if (!ask(client, name, arguments, &got)) return false;
  take_in(client, name, arguments, got);
  if (answer) *answer = got;
  return true;
}

struct act { /* one act of those that make all again */
  struct act *next;
  char *id; /* the outermost id of its put */
  char *text;
  size_t nodes;
};

static struct act **append_act(struct act **link, const char *id, char *text, size_t nodes) {
  struct act *act = calloc(1, sizeof *act);
  if (!act || !text) return free(act), free(text), link;
  *act = (struct act){NULL, strdup(id), text, nodes};
  *link = act;
  return &act->next;
}

static struct act **append_sets(struct act **link, const char *id, const struct set *set, const char *own) {
  for (; set; set = set->next) {
    struct text text = new_text();
    append(&text, "{\"set\":{\"%s\":", set->word);
    append_string(&text, set->name);
    append(&text, "%s%s}}", set->values, own);
    link = append_act(link, id ? id : set->name, text.at, 1);
  }
  return link;
}

/* What makes all of it again. */
static struct act *acts(const struct responder *client) {
  struct act *first = NULL, **link = &first;
  for (const struct put *put = client->puts; put; put = put->next) {
    struct text text = new_text();
    char *ids = ids_in(put->thing);
    append(&text, "{\"put\":{\"%s\":%s%s%s}}", put->kind, put->thing, put->place, put->rest);
    link = append_act(link, put->id, text.at, 1 + responder_count(ids, ""));
    free(ids);
    link = append_sets(link, put->id, put->sets, "");
  }
  append_sets(link, NULL, client->own_sets, ",\"own\":true");
  return first;
}

/* Sends these acts, as many as there are before `end`; notes which ids wait. */
static bool send_acts(struct responder *client, const struct act *act, const struct act *end, struct text *waits) {
  struct text batch = new_text();
  const char *answer;
  for (append(&batch, "["); act != end; act = act->next) append(&batch, "%s%s", batch.used > 1 ? "," : "", act->text);
  append(&batch, "]");
  bool done = batch.at && ask(client, "batch", batch.at, &answer);
  free(batch.at);
  if (!done) return false;
  char *list = value_at(answer, "result.waits");
  waits->used = 0;
  append(waits, "%s", list ? list : "[]");
  free(list);
  return true;
}

static void note_refusal(struct text *refused, const char *id, const char *reason) {
  if (refused->used) append(refused, ",");
  append_string(refused, id);
  append(refused, ":");
  append_string(refused, reason);
}

/* Puts all again; the answer is a line for the program, NULL if the connection is lost. */
static char *put_again(struct responder *client) {
  struct text waits = new_text(), refused = new_text(), line = new_text();
  struct act *first = acts(client), *begin = first, *end;
  append(&waits, "[]");
  for (; begin && client->descriptor >= 0; begin = end) {
    size_t nodes = begin->nodes, bytes = strlen(begin->text) + 64;
    for (end = begin->next; end && nodes + end->nodes <= client->most_nodes && bytes + strlen(end->text) < client->most_bytes;
         end = end->next)
      nodes += end->nodes, bytes += strlen(end->text) + 1;
    if (send_acts(client, begin, end, &waits)) continue;
    if (begin->next == end) note_refusal(&refused, begin->id, client->error);
    /* One that is refused must not keep the others away. */
    const char *without = "";
    for (struct act *act = begin; begin->next != end && act != end && client->descriptor >= 0; act = act->next) {
      if (!strcmp(act->id, without) || send_acts(client, act, act->next, &waits)) continue;
      note_refusal(&refused, without = act->id, client->error);
    }
  }
  append(&line, "{\"type\":\"connected\",\"isNew\":%s,\"waits\":%s,\"refused\":{%s}}",
         client->is_new_run ? "true" : "false", waits.at ? waits.at : "[]", refused.at ? refused.at : "");
  for (; (begin = first); free(begin->id), free(begin->text), free(begin)) first = begin->next;
  free(waits.at);
  free(refused.at);
  if (client->descriptor < 0) free(line.at), line.at = NULL;
  return line.at;
}

bool responder_identify(struct responder *client, const char *name) {
  if (!client) return false;
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
  if (!client) return false;
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

/* Subscribes again, from the last record on. */
static bool subscribe_again(struct responder *client) {
  struct text filter = new_text();
  const char *answer, *rest = blanks(blanks(client->filter) + 1);
  append(&filter, "{\"since\":{\"instance\":\"%s\",\"seq\":{\"\":%llu", client->instance,
         (unsigned long long)(last_seq(client, "") ? *last_seq(client, "") : 0));
  for (size_t i = 0; i < client->stream_count; i++) {
    if (!*client->streams[i].window) continue;
    append(&filter, ",");
    append_string(&filter, client->streams[i].window);
    append(&filter, ":%llu", (unsigned long long)client->streams[i].seq);
  }
  append(&filter, "}}%s%s", *rest == '}' ? "" : ",", rest);
  bool resumed = false, done = filter.at && ask(client, "subscribe", filter.at, &answer);
  free(filter.at);
  if (!done) return false;
  responder_flag(answer, "result.resumed", &resumed);
  /* The snapshot comes after the answer, so this stands between what was known and what is. */
  bool was_said = resumed;
  for (const struct kept *line = client->first; line; line = line->next)
    was_said |= line->what == RESPONDER_LOST;
  if (!was_said) keep(client, RESPONDER_LOST, "");
  return true;
}

/* Connects again: the name, the puts and the subscription. */
static bool resume(struct responder *client) {
  if (!connect_once(client)) return false;
  bool is_named = !client->introduction[0] || ask(client, "identify", client->introduction, NULL);
  char *connected = is_named ? put_again(client) : NULL;
  bool done = connected && (!client->filter || subscribe_again(client));
  if (done) keep(client, RESPONDER_CONNECTED, connected), client->is_new_run = false;
  else lose(client);
  free(connected);
  return done;
}

int responder_next(struct responder *client, int milliseconds, const char **line) {
  long long end = milliseconds < 0 ? -1 : now() + milliseconds;
  int pause = 50;
  if (!client) return RESPONDER_CLOSED;
  if (!line) return complain(client, "expected a place for the line"), RESPONDER_CLOSED;
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
