/* A ticket machine that is built at run time: three pages, a dialog, and a PIN pad.
 *
 *     ticket_machine machine.json     with config/examples/tickets/panel.yaml
 *     ticket_machine --map            a second program adds a map, and acts on it
 *
 * Every record is printed. After a restart or a reload of responderd, the pages are there again.
 */
#define _POSIX_C_SOURCE 200809L
#include "responder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char sure[] =
    "{\"presentedBy\":\"machine\",\"viewController\":{\"id\":\"sure\",\"view\":{\"id\":\"sure.view\","
    "\"frame\":[40,140,400,200],\"subviews\":[{\"id\":\"yes\",\"button\":{\"frame\":[0,100,200,100]}},"
    "{\"id\":\"no\",\"button\":{\"frame\":[200,100,200,100]}}]}}}";
static const char map[] =
    "{\"in\":\"map.place\",\"view\":{\"id\":\"map\",\"frame\":[0,0,320,480],\"handles\":[\"touches\"],"
    "\"isMultipleTouchEnabled\":true,\"actor\":\"map\","
    "\"gestureRecognizers\":[{\"id\":\"map.pan\",\"pan\":{\"cancelsTouchesInView\":false}}]}}";

static void say(const char *line) {
  puts(line);
  fflush(stdout);
}

static bool request(struct responder *client, const char *name, const char *arguments) {
  if (responder_request(client, name, arguments, NULL)) return true;
  fprintf(stderr, "%s: %s\n", name, responder_error(client));
  return false;
}

/* The keys 1 to 9, and `ok`. */
static bool put_pad(struct responder *client) {
  char text[2048];
  int used = snprintf(text, sizeof text,
                      "{\"in\":\"page.pay\",\"view\":{\"id\":\"pad\",\"frame\":[0,80,480,400],\"subviews\":[");
  for (int key = 0; key < 9; key++)
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "{\"id\":\"pad.%d\",\"button\":{\"frame\":[%d,%d,160,100]}},", key + 1, key % 3 * 160, key / 3 * 100);
  snprintf(text + used, sizeof text - (size_t)used, "{\"id\":\"pad.ok\",\"button\":{\"frame\":[0,300,480,100]}}]}}");
  return request(client, "put", text);
}

static void show(struct responder *client, const char *page) {
  static const char *const pages[] = {"page.stations", "page.tickets", "page.pay"};
  char text[512];
  int used = snprintf(text, sizeof text, "[");
  for (int i = 0; i < 3; i++)
    used += snprintf(text + used, sizeof text - (size_t)used, "%s{\"set\":{\"view\":\"%s\",\"isHidden\":%s}}",
                     i ? "," : "", pages[i], strcmp(pages[i], page) ? "true" : "false");
  snprintf(text + used, sizeof text - (size_t)used, "]");
  request(client, "batch", text);
}

static void act(struct responder *client, const char *line) {
  char control[32] = "", recognizer[32] = "";
  if (responder_is(line, "event", "primaryActionTriggered")) responder_text(line, "control", control, sizeof control);
  responder_text(line, "recognizer", recognizer, sizeof recognizer);
  if (!strcmp(control, "north") || !strcmp(control, "middle") || !strcmp(control, "south")) {
    show(client, "page.tickets");
  } else if (!strcmp(control, "back") || !strcmp(control, "pad.ok")) {
    show(client, "page.stations");
  } else if (!strcmp(recognizer, "single.tap") || !strcmp(recognizer, "day.tap")) {
    request(client, "put", sure);
  } else if (!strcmp(control, "yes") || !strcmp(control, "no")) {
    request(client, "remove", "{\"viewController\":\"sure\"}");
    if (!strcmp(control, "yes")) show(client, "page.pay");
  }
}

static bool build(struct responder *client, const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) return perror(name), false;
  char edits[16384];
  size_t length = fread(edits, 1, sizeof edits - 1, file);
  fclose(file);
  edits[length] = '\0';
  return request(client, "batch", edits) && put_pad(client);
}

int main(int count, char **arguments) {
  if (count != 2) return fprintf(stderr, "usage: ticket_machine machine.json | --map\n"), 2;
  struct responder *client = responder_open(NULL);
  if (!client) return perror("responderd"), 1;
  bool is_map = !strcmp(arguments[1], "--map");
  /* What a program with a name has put stays while it connects again. */
  if (!responder_identify(client, is_map ? "map" : "machine") || !responder_subscribe(client, "{\"snapshot\":true}"))
    return fprintf(stderr, "%s\n", responder_error(client)), 1;
  if (!(is_map ? request(client, "put", map) : build(client, arguments[1]))) return 1;
  say("{\"type\":\"built\"}");
  const char *line;
  int what;
  while ((what = responder_next(client, -1, &line)) > 0) {
    /* What had begun before a loss is over; the snapshot has what is live now. */
    say(what == RESPONDER_LOST ? "{\"type\":\"lost\"}" : line);
    /* The line is valid until the next call, so a copy is acted on. */
    char *copy = strdup(line);
    if (what == RESPONDER_LINE && !is_map && copy) act(client, copy);
    free(copy);
  }
  fprintf(stderr, "%s\n", responder_error(client));
  responder_close(client);
  return 1;
}
