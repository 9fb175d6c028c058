/* A map that is moved with one finger and pinched with two: keeps its centre and its scale.
 *
 *     map [--socket PATH] [VIEW]
 *     map                          with config/examples/kiosk.yaml
 *
 * VIEW, "map" unless given, has a pan and a pinch recognizer. Prints where the map is whenever it changes.
 * cc -o map map.c ../responder.c -I.. -lm
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "responder.h"

struct map {
  double x, y;  /* the place of the map that lies at the view's origin */
  double scale; /* how many points of the view make one of the map */
  struct {      /* as it was before the present gestures */
    double x, y, scale;
  } before;
  bool pans, pinches;    /* which gestures have begun and not ended; both may at once */
  double dx, dy, factor; /* what the record before reported of each */
};

/* Follows a pan: the map moves as far as the fingers did since the record before. */
static void pan(struct map *map, const char *line) {
  double x, y;
  if (!responder_number(line, "translation[0]", &x) || !responder_number(line, "translation[1]", &y)) return;
  map->x -= (x - map->dx) / map->scale;
  map->y -= (y - map->dy) / map->scale;
  map->dx = x;
  map->dy = y;
}

/* Follows a pinch: the place of the map between the fingers stays between them. */
static void pinch(struct map *map, const char *line) {
  double scale, x, y;
  if (!responder_number(line, "scale", &scale) || !responder_number(line, "x", &x) ||
      !responder_number(line, "y", &y))
    return;
  double held_x = map->x + x / map->scale, held_y = map->y + y / map->scale;
  map->scale = fmin(fmax(map->scale * scale / map->factor, 0.1), 100);
  map->factor = scale;
  map->x = held_x - x / map->scale;
  map->y = held_y - y / map->scale;
}

/* The fingers were taken away: nothing has happened. */
static void restore(struct map *map) {
  map->x = map->before.x;
  map->y = map->before.y;
  map->scale = map->before.scale;
}

static void take(struct map *map, const char *line) {
  bool pans = responder_is(line, "kind", "pan"), pinches = responder_is(line, "kind", "pinch");
  if (!pans && !pinches) return;
  if (responder_is(line, "state", "began")) {
    if (!map->pans && !map->pinches) {
      map->before.x = map->x;
      map->before.y = map->y;
      map->before.scale = map->scale;
    }
    if (pans) map->pans = true, map->dx = map->dy = 0;
    else map->pinches = true, map->factor = 1;
  }
  if (responder_is(line, "state", "cancelled")) {
    restore(map);
  } else if (pans) {
    pan(map, line);
  } else {
    pinch(map, line);
  }
  if (!responder_is(line, "state", "began") && !responder_is(line, "state", "changed")) {
    if (pans) map->pans = false;
    else map->pinches = false;
  }
  printf("%.3f %.3f scale %.3f\n", map->x, map->y, map->scale);
  fflush(stdout);
}

int main(int count, char **words) {
  const char *socket = NULL, *view = "map";
  for (int i = 1; i < count; i++) {
    if (!strcmp(words[i], "--socket") && i + 1 < count) socket = words[++i];
    else if (words[i][0] == '-') return fprintf(stderr, "Usage: map [--socket PATH] [VIEW]\n"), 2;
    else view = words[i];
  }
  if (strpbrk(view, "\"\\")) return fprintf(stderr, "map: a view's name without quotes, please\n"), 2;
  struct responder *client = responder_open(socket);
  if (!client) return fprintf(stderr, "map: %s; is responderd running?\n", strerror(errno)), 1;
  char filter[512];
  snprintf(filter, sizeof filter, "{\"types\":[\"gesture\"],\"views\":[\"%s\"]}", view);
  if (!responder_subscribe(client, filter)) {
    fprintf(stderr, "map: %s\n", responder_error(client));
    responder_close(client);
    return 1;
  }
  if (responder_count(responder_unknown(client), "") > 0)
    fprintf(stderr, "map: no view is named %s yet; waiting for it\n", view);
  printf("ready\n");
  fflush(stdout);
  struct map map = {.scale = 1, .before = {.scale = 1}, .factor = 1};
  const char *line;
  int what;
  while ((what = responder_next(client, -1, &line)) > 0) {
    if (what == RESPONDER_LOST && (map.pans || map.pinches)) {
      restore(&map);
      map.pans = map.pinches = false;
    } else if (what == RESPONDER_LINE && responder_is(line, "type", "gesture")) {
      take(&map, line);
    }
  }
  fprintf(stderr, "map: %s\n", responder_error(client));
  responder_close(client);
  return 1;
}
