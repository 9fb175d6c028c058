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

struct change { /* properties of something in an addition, or a request that took it out */
  struct change *next;
  char *request, *word, *name;
  char *values; /* members of an object */
};

struct addition { /* a view, window, recognizer or controller of this program */
  struct addition *next;
  const char *kind;        /* the member of the request `add` that describes it; or present or push */
  char *root;              /* the view of the controller that it is, or NULL */
  char *name, *to, *thing; /* `thing` is its description */
  char *place;             /* members of the request, such as "index":0 */
  char *sibling;           /* the view that it lies above or below, or NULL */
  struct change *changes;
  uint64_t seq; /* the last record of it that this program caused itself */
  bool own, is_here, is_missing, has_sibling;
};

struct responder {
  int descriptor;
  bool reconnects;
  struct addition *wanted; /* in an order in which they can be made again */
  char removed[272];       /* the latest view that the program itself removed */
  bool lacks, is_new_tree; /* whether the tree lacks some of it, by a snapshot */
  unsigned refused;        /* how many additions could not be made, at the latest try */
  int pause;               /* and after how many milliseconds they are tried again */
  long long next_try;      /* the time of that; 0 for none */
  bool is_new_run;         /* whether another run is still to be reported to the program */
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
      !responder_text(hello, "protocol", version, sizeof version) || strncmp(version, "1.", 2) ||
      !responder_text(hello, "instance", instance, sizeof instance)) {
    return lose(client), errno = EPROTO, false;
  }
  if (strcmp(instance, client->instance)) {
    /* Another run numbers its records from 1, and touches and gestures of the last run are over. */
    if (client->instance[0] && client->filter) keep(client, RESPONDER_LOST, "");
    client->is_new_run = client->instance[0] != '\0';
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

static void free_addition(struct addition *addition);

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
  for (struct addition *next, *one = client->wanted; one; one = next) {
    next = one->next;
    free_addition(one);
  }
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

/* ---- What the program has added to the tree and still wants there ----
 *
 * A restart of the daemon begins with the tree of the configuration file; this is added to it again. */

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

/* The object with this id in a value that ends at `end`; NULL if there is none. */
static const char *named(const char *at, const char *end, const char *name) {
  for (; at && at < end && *at; at++) {
    if (*at == '"') at = skip_text(at) - 1;
    else if (*at == '{' && responder_is(at, "id", name)) return at;
  }
  return NULL;
}

static const char *part(const struct addition *addition, const char *name) {
  return named(addition->thing, addition->thing + strlen(addition->thing), name);
}

/* Whether this name is in a part of an addition, and was not taken out of it. */
static bool contains(const struct addition *addition, const char *from, const char *name) {
  const char *place = part(addition, from);
  if (!place || !named(place, skip(place), name)) return false;
  for (const struct change *change = addition->changes; change; change = change->next) {
    const char *gone = change->values ? NULL : part(addition, change->name);
    if (gone && named(gone, skip(gone), name)) return false;
  }
  return true;
}

/* Whether this is its own id, or that of the view of the controller that it is. */
static bool is_whole(const struct addition *addition, const char *name) {
  return !strcmp(addition->name, name) || (addition->root && !strcmp(addition->root, name));
}

/* The addition that is this, or has this in it. */
static struct addition *holder(struct responder *client, const char *name) {
  for (struct addition *one = client->wanted; one; one = one->next)
    if (is_whole(one, name)) return one;
  for (struct addition *one = client->wanted; one; one = one->next)
    if (contains(one, one->name, name)) return one;
  return NULL;
}

static void free_change(struct change *change) {
  free(change->request);
  free(change->word);
  free(change->name);
  free(change->values);
  free(change);
}

static void free_addition(struct addition *addition) {
  if (!addition) return;
  for (struct change *next, *change = addition->changes; change; change = next) {
    next = change->next;
    free_change(change);
  }
  free(addition->name);
  free(addition->root);
  free(addition->to);
  free(addition->thing);
  free(addition->place);
  free(addition->sibling);
  free(addition);
}

static void unlink_addition(struct responder *client, struct addition *addition) {
  struct addition **link = &client->wanted;
  while (*link && *link != addition) link = &(*link)->next;
  if (*link) *link = addition->next;
  addition->next = NULL;
}

static void put_last(struct responder *client, struct addition *addition) {
  struct addition **link = &client->wanted;
  while (*link) link = &(*link)->next;
  *link = addition;
}

/* What was added to an addition, or to a part of it, is not wanted any more. */
static void drop_followers(struct responder *client, const struct addition *addition, const char *from) {
  for (struct addition *one = client->wanted; one;) {
    if (one == addition || !contains(addition, from, one->to)) {
      one = one->next;
      continue;
    }
    drop_followers(client, one, one->name);
    unlink_addition(client, one);
    free_addition(one);
    one = client->wanted;
  }
}

static void add_change(struct addition *addition, const char *request, const char *word, const char *name,
                       char *values) {
  struct change *change = calloc(1, sizeof *change), **link = &addition->changes;
  if (!change) {
    free(values);
    return;
  }
  change->request = strdup(request);
  change->word = strdup(word);
  change->name = strdup(name);
  change->values = values;
  if (!change->request || !change->word || !change->name) {
    free_change(change);
    return;
  }
  while (*link) link = &(*link)->next;
  *link = change;
}

/* Something in an addition was removed by a request. */
static void take_out(struct addition *addition, const char *request, const char *word, const char *name) {
  for (struct change **link = &addition->changes; *link;) {
    struct change *change = *link;
    if (change->values && contains(addition, name, change->name)) {
      *link = change->next;
      free_change(change);
    } else {
      link = &change->next;
    }
  }
  add_change(addition, request, word, name, NULL);
}

static void not_wanted(struct responder *client, const char *request, const char *word, const char *name) {
  struct addition *found = holder(client, name);
  if (!found) return;
  drop_followers(client, found, is_whole(found, name) ? found->name : name);
  if (!is_whole(found, name)) {
    take_out(found, request, word, name);
  } else {
    unlink_addition(client, found);
    free_addition(found);
  }
}

/* The place among siblings that a request names. */
static void set_place(struct addition *addition, const char *arguments) {
  char *index = value_at(arguments, "index");
  struct text place = new_text();
  const char *word = find(arguments, "above") ? "above" : "below";
  free(addition->sibling);
  addition->sibling = text_at(arguments, word);
  if (addition->sibling) {
    append(&place, ",\"%s\":", word);
    append_string(&place, addition->sibling);
  } else if (index) {
    append(&place, ",\"index\":%s", index);
  }
  free(index);
  free(addition->place);
  addition->place = place.at;
}

/* Notes an addition; takes the description. */
static struct addition *want(const char *kind, char *thing, const char *arguments, uint64_t seq) {
  struct addition *addition = calloc(1, sizeof *addition);
  if (!addition || !thing) return free(addition), free(thing), NULL;
  addition->kind = kind;
  addition->thing = thing;
  addition->name = text_at(thing, "id");
  if (strcmp(kind, "view") && strcmp(kind, "window")) addition->root = text_at(thing, "view.id");
  addition->to = text_at(arguments, !strcmp(kind, "present") ? "from" : "to");
  if (!addition->to && !strcmp(kind, "window")) addition->to = strdup("");
  addition->seq = seq;
  addition->is_here = true;
  responder_flag(arguments, "own", &addition->own);
  set_place(addition, arguments);
  if (!addition->name || !addition->to || !addition->place) return free_addition(addition), NULL;
  return addition;
}

static void append_addition(struct responder *client, struct addition *addition) {
  if (!addition) return;
  /* Another one of this name has gone unseen, else the daemon had refused this one. */
  not_wanted(client, "remove", "view", addition->name);
  put_last(client, addition);
}

/* The word and the name of what a request is about. */
static const char *subject(const char *arguments, char name[256]) {
  static const char *const words[] = {"view", "viewController", "recognizer"};
  for (size_t i = 0; i < 3; i++)
    if (responder_text(arguments, words[i], name, 256)) return words[i];
  return NULL;
}

/* Notes properties that were set; those that were set before and are set again are replaced. */
static void change(struct responder *client, const char *arguments, uint64_t seq) {
  char name[256], member[256], *value;
  const char *word = subject(arguments, name);
  struct addition *found = word ? holder(client, name) : NULL;
  if (!found) return;
  found->seq = seq;
  struct text values = new_text();
  struct change **link = &found->changes;
  while (*link && !((*link)->values && !strcmp((*link)->word, word) && !strcmp((*link)->name, name)))
    link = &(*link)->next;
  struct change *old = *link;
  for (const char *at = old ? old->values : ""; next_member(&at, member, sizeof member, &value); free(value))
    if (!find(arguments, member)) append(&values, ",\"%s\":%s", member, value);
  for (const char *at = blanks(arguments) + 1; next_member(&at, member, sizeof member, &value); free(value))
    if (strcmp(member, word)) append(&values, ",\"%s\":%s", member, value);
  if (!values.at) return;
  if (old) {
    free(old->values);
    old->values = values.at;
  } else {
    add_change(found, "set", word, name, values.at);
  }
}

/* Puts what was added to an addition after it. */
static void put_followers_last(struct responder *client, struct addition *addition) {
  struct addition *first = NULL, **last = &first;
  for (struct addition *next, *one = client->wanted; one && one != addition; one = next) {
    next = one->next;
    if (!contains(addition, addition->name, one->to)) continue;
    unlink_addition(client, one);
    *last = one;
    last = &one->next;
  }
  for (struct addition *next, *one = first; one; one = next) {
    next = one->next;
    one->next = NULL;
    put_last(client, one);
    put_followers_last(client, one);
  }
}

static void move(struct responder *client, const char *arguments, uint64_t seq) {
  char name[256];
  struct addition *found = subject(arguments, name) ? holder(client, name) : NULL, *moved = found;
  char *to = text_at(arguments, "to");
  /* Among its siblings, a part stays where its description has it. */
  if (!found || (strcmp(found->name, name) && !to)) {
    free(to);
    return;
  }
  if (strcmp(found->name, name)) {
    moved = want("view", value_at(part(found, name), ""), arguments, seq);
    if (!moved) {
      free(to);
      return;
    }
    moved->own = found->own;
    for (struct change *one = found->changes; one; one = one->next)
      if (one->values && contains(found, name, one->name))
        add_change(moved, one->request, one->word, one->name, strdup(one->values));
    take_out(found, "remove", "view", name);
  } else {
    unlink_addition(client, moved);
  }
  if (to) {
    free(moved->to);
    moved->to = to;
  }
  set_place(moved, arguments);
  moved->seq = seq;
  put_last(client, moved);
  put_followers_last(client, moved);
}

/* A request was answered: what it means for what is wanted. */
static void take_in(struct responder *client, const char *request, const char *arguments, uint64_t seq) {
  char name[256];
  if (!strcmp(request, "batch")) {
    size_t count = responder_count(arguments, "");
    for (size_t i = 0; i < count; i++) {
      char path[32], member[64], *value;
      snprintf(path, sizeof path, "[%zu]", i);
      const char *at = find(arguments, path);
      if (!at || *at++ != '{') continue;
      for (; next_member(&at, member, sizeof member, &value); free(value)) take_in(client, member, value, seq);
    }
  } else if (!strcmp(request, "add")) {
    static const char *const kinds[] = {"view", "gestureRecognizer", "viewController", "rootViewController", "window"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (find(arguments, kinds[i]))
        append_addition(client, want(kinds[i], value_at(arguments, kinds[i]), arguments, seq));
    size_t count = responder_count(arguments, "views");
    for (size_t i = 0; i < count; i++) {
      char path[32];
      snprintf(path, sizeof path, "views[%zu]", i);
      append_addition(client, want("view", value_at(arguments, path), arguments, seq));
    }
  } else if (!strcmp(request, "present") || !strcmp(request, "push")) {
    append_addition(
        client, want(request[1] == 'u' ? "push" : "present", value_at(arguments, "viewController"), arguments, seq));
  } else if (!strcmp(request, "set")) {
    change(client, arguments, seq);
  } else if (!strcmp(request, "enable") || !strcmp(request, "disable")) {
    const char *word = subject(arguments, name);
    struct text text = new_text();
    append(&text, "{\"%s\":", word ? word : "");
    append_string(&text, word ? name : "");
    append(&text, ",\"isEnabled\":%s}", *request == 'e' ? "true" : "false");
    if (word && text.at) change(client, text.at, seq);
    free(text.at);
  } else if (!strcmp(request, "move")) {
    move(client, arguments, seq);
  } else if (!strcmp(request, "remove") || !strcmp(request, "dismiss")) {
    const char *word = subject(arguments, name);
    if (!word) return;
    not_wanted(client, request, word, name);
    snprintf(client->removed, sizeof client->removed, "%s%s", name, *request == 'd' ? ".container" : "");
  }
}

/* Pages were removed by the program: those of these controllers in a reply. */
static void popped(struct responder *client, const char *reply) {
  size_t count = responder_count(reply, "result.popped");
  for (size_t i = 0; i < count; i++) {
    char path[40], name[256];
    snprintf(path, sizeof path, "result.popped[%zu]", i);
    if (!responder_text(reply, path, name, sizeof name)) continue;
    struct addition *found = holder(client, name);
    if (found && found->root) snprintf(client->removed, sizeof client->removed, "%s", found->root);
    not_wanted(client, "remove", "viewController", name);
  }
}

/* Marks what is missing in the tree of a snapshot or of an answer. */
static void mark_missing(struct responder *client, const char *line, const char *path) {
  const char *windows = find(line, path), *end = windows ? skip(windows) : NULL;
  for (struct addition *one = client->wanted; one && end; one = one->next) {
    one->is_missing = !named(windows, end, one->name);
    one->has_sibling = one->sibling && named(windows, end, one->sibling);
    if (one->is_missing) client->lacks = true;
  }
}

/* Looks whether an edit is about what the program wants. */
static void watch(struct responder *client, const char *line, uint64_t seq) {
  char view[256], name[256];
  if (!client->wanted || !responder_text(line, "view", view, sizeof view)) return;
  if (responder_is(line, "edit", "add")) {
    const char *node = find(line, "node"), *end = node ? skip(node) : NULL;
    for (struct addition *one = client->wanted; one && end; one = one->next)
      if (one->seq < seq && named(node, end, one->to) && !named(node, end, one->name)) client->lacks = true;
  }
  if (!responder_is(line, "edit", "remove")) return;
  struct addition *found = holder(client, view);
  memcpy(name, view, sizeof name);
  char *suffix = strstr(name, ".container");
  bool is_container = !found && suffix && !suffix[10];
  if (is_container) {
    *suffix = '\0';
    found = holder(client, name);
  }
  if (!found && !strcmp(view, client->removed)) {
    client->removed[0] = '\0';
  } else if (!found) {
    /* What was added to it or in it went with it, and comes again with it. */
    client->lacks = true;
  } else if (found->seq < seq && is_whole(found, name) && found->own && !found->is_here) {
    client->lacks = true; /* the end of an earlier connection */
  } else if (found->seq < seq) {
    /* Another program took it away: it is not forced on that one. */
    not_wanted(client, is_container ? "dismiss" : "remove", is_container ? "viewController" : "view", name);
  }
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
  if (responder_is(line, "type", "removed")) {
    /* The configuration has no place for something of this program any more. */
    client->lacks = client->is_new_tree = true;
    return RESPONDER_LINE;
  }
  if (!responder_number(line, "seq", &seq) || !(seq >= 0 && seq < 1e15)) return RESPONDER_NOTHING;
  bool is_snapshot = responder_is(line, "type", "snapshot");
  if (!is_snapshot && (uint64_t)seq <= client->seq) return RESPONDER_NOTHING;
  client->seq = (uint64_t)seq;
  if (is_snapshot) {
    mark_missing(client, line, "windows");
    client->is_new_tree |= client->lacks;
  } else if (responder_is(line, "type", "edit")) {
    watch(client, line, client->seq);
  }
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

/* Makes a request that means nothing for what is wanted. */
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
  double seq = 0;
  responder_number(got, "result.seq", &seq);
  take_in(client, name, arguments, (uint64_t)seq);
  popped(client, got);
  if (answer) *answer = got;
  return true;
}

/* Makes an addition again; false with a reason in `error`. */
static bool make(struct responder *client, struct addition *addition) {
  bool is_presented = !strcmp(addition->kind, "present"), is_page = !strcmp(addition->kind, "push");
  const char *member = is_presented || is_page ? "viewController" : addition->kind;
  struct text edits = new_text();
  append(&edits, "[{\"%s\":{", is_presented || is_page ? addition->kind : "add");
  if (*addition->to) {
    append(&edits, "\"%s\":", is_presented ? "from" : "to");
    append_string(&edits, addition->to);
    append(&edits, ",");
  }
  append(&edits, "\"%s\":%s", member, addition->thing);
  /* A sibling that has gone is no place. */
  if (!addition->sibling || addition->has_sibling) append(&edits, "%s", addition->place);
  append(&edits, "%s}}", addition->own ? ",\"own\":true" : "");
  for (int removals = 0; removals < 2; removals++)
    for (const struct change *change = addition->changes; change; change = change->next) {
      if (removals == (change->values != NULL)) continue;
      append(&edits, ",{\"%s\":{\"%s\":", change->request, change->word);
      append_string(&edits, change->name);
      append(&edits, "%s}}", change->values ? change->values : "");
    }
  append(&edits, "]");
  const char *answer;
  bool is_made = edits.at && ask(client, "batch", edits.at, &answer);
  free(edits.at);
  if (!is_made) return false;
  double seq = 0;
  responder_number(answer, "result.seq", &seq);
  /* A record that came before the answer may have ended it. */
  for (struct addition *one = client->wanted; one; one = one->next)
    if (one == addition) one->seq = (uint64_t)seq, one->is_here = true;
  return true;
}

/* Makes again what is missing in the tree, and keeps a line about it; false if the connection is lost. */
static bool make_missing(struct responder *client, bool is_new, bool says_always) {
  struct text added = new_text(), refused = new_text();
  const char *answer;
  unsigned refusals = 0;
  client->lacks = client->is_new_tree = false;
  if (client->wanted && ask(client, "tree", "{}", &answer)) mark_missing(client, answer, "result.windows");
  client->lacks = false;
  /* Records that come meanwhile may drop additions: begin again after each. */
  for (struct addition *one = client->wanted; one && client->descriptor >= 0;) {
    if (!one->is_missing) {
      one = one->next;
      continue;
    }
    one->is_missing = false;
    char name[256];
    snprintf(name, sizeof name, "%s", one->name);
    for (struct addition *other = client->wanted; other; other = other->next)
      if (other->sibling && !strcmp(other->sibling, name)) other->has_sibling = true;
    if (make(client, one)) {
      append(&added, added.used ? "," : "");
      append_string(&added, name);
    } else if (client->descriptor >= 0) {
      refusals++;
      append(&refused, refused.used ? "," : "");
      append_string(&refused, name);
      append(&refused, ":");
      append_string(&refused, client->error);
    }
    one = client->wanted;
  }
  struct text line = new_text();
  append(&line, "{\"type\":\"connected\",\"isNew\":%s,\"added\":[%s],\"refused\":{%s}}", is_new ? "true" : "false",
         added.at ? added.at : "", refused.at ? refused.at : "");
  bool is_news = says_always || added.used || (is_new && refusals) || refusals > client->refused;
  if (client->descriptor >= 0 && line.at && is_news) keep(client, RESPONDER_CONNECTED, line.at);
  /* Another program may have to add its place first. */
  client->refused = refusals;
  client->pause = added.used || client->pause < 50 ? 100 : client->pause < 2500 ? client->pause * 2 : 5000;
  client->next_try = refusals ? now() + client->pause : 0;
  free(added.at);
  free(refused.at);
  free(line.at);
  return client->descriptor >= 0;
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

/* Connects and subscribes again, from the last record on. */
static bool resume(struct responder *client) {
  if (!connect_once(client)) return false;
  for (struct addition *one = client->wanted; one; one = one->next) one->is_here = false;
  if (client->introduction[0] && !ask(client, "identify", client->introduction, NULL))
    return lose(client), false;
  if (!make_missing(client, client->is_new_run, true)) return false;
  client->is_new_run = false;
  if (!client->filter) return true;
  size_t size = strlen(client->filter) + 256;
  char *filter = malloc(size);
  if (!filter) return false;
  const char *rest = blanks(blanks(client->filter) + 1);
  snprintf(filter, size, "{\"since\":{\"instance\":\"%s\",\"seq\":%llu}%s%s",
           client->instance, (unsigned long long)client->seq, *rest == '}' ? "" : ",", rest);
  const char *answer;
  bool resumed = false, done = ask(client, "subscribe", filter, &answer);
  free(filter);
  if (!done) return lose(client), false;
  responder_flag(answer, "result.resumed", &resumed);
  for (struct addition *one = client->wanted; one && !resumed; one = one->next)
    if (!one->is_here) one->seq = 0; /* the records are numbered from 1 again */
  /* The snapshot comes after the answer, so this stands between what was known and what is. */
  bool was_said = resumed;
  for (const struct kept *line = client->first; line; line = line->next)
    was_said |= line->what == RESPONDER_LOST;
  if (!was_said) keep(client, RESPONDER_LOST, "");
  return true;
}

int responder_next(struct responder *client, int milliseconds, const char **line) {
  long long end = milliseconds < 0 ? -1 : now() + milliseconds;
  int pause = 50;
  if (!client) return RESPONDER_CLOSED;
  if (!line) return complain(client, "expected a place for the line"), RESPONDER_CLOSED;
  for (;;) {
    free(client->current);
    client->current = NULL;
    if (client->lacks && client->descriptor >= 0) make_missing(client, client->is_new_tree, false);
    if (client->first) {
      struct kept *first = client->first;
      client->first = first->next;
      if (!client->first) client->last = NULL;
      client->current = (char *)first;
      *line = first->text;
      return first->what;
    }
    char *got;
    bool tries = client->next_try && client->descriptor >= 0 && (end < 0 || client->next_try < end);
    int what = client->descriptor < 0 ? RESPONDER_CLOSED : read_line(client, tries ? client->next_try : end, &got);
    if (what == RESPONDER_NOTHING && tries) {
      client->lacks = true;
      continue;
    }
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
