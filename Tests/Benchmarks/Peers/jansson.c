// Jansson's dump of the record that ours is measured with: one touch that moved.
#include <jansson.h>
#include <string.h>

#include "bench.h"

static int append(const char *buffer, size_t size, void *data) {
  char **end = data;
  memcpy(*end, buffer, size);
  *end += size;
  return 0;
}

int main(void) {
  json_t *record = json_pack(
      "{s:i, s:f, s:i, s:s, s:s, s:s, s:s, s:s, s:[{s:i, s:f, s:f, s:f, s:f, s:i, s:s}]}", "seq", 41,
      "t", 5123.004512, "frame", 9001, "type", "touches", "phase", "moved", "responder", "red", "view",
      "red", "window", "main", "touches", "id", 7, "x", 12.5, "y", 40.0, "windowX", 32.5, "windowY",
      60.0, "tapCount", 1, "device", "goodix");
  if (record == NULL) return 1;
  static char line[4096];
  size_t length = 0;
  const int rounds = 50000;
  double start = bench_now();
  for (int round = 0; round < rounds; round++) {
    char *end = line;
    json_dump_callback(record, append, &end, JSON_COMPACT);
    length += (size_t)(end - line);
  }
  bench_row("jansson.record", (bench_now() - start) / rounds);
  json_decref(record);
  return length == 0;
}
