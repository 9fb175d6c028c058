// The floor under the whole way: reads a .touch script and writes a line for each contact, no more.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *skip(char *at) {
  while (*at == ' ') at++;
  return at;
}

int main(void) {
  static char line[4096];
  long count = 0;
  setvbuf(stdin, NULL, _IOFBF, 1 << 16);
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  while (fgets(line, sizeof line, stdin)) {
    char *at = line;
    double seconds = strtod(at, &at);
    if (at == line) continue;
    for (at = skip(at); *at > ' ' && *at != '#'; at = skip(at)) {
      char *word = at;
      while (*at > ' ') at++;
      int length = (int)(at - word);
      long id = strtol(at, &at, 10);
      double x = strtod(at, &at), y = 0;
      if (*at == ',') y = strtod(at + 1, &at);
      printf("{\"seq\":%ld,\"t\":%.6f,\"type\":\"touches\",\"phase\":\"%.*s\",\"touches\":[{\"id\":%ld,\"x\":%.1f,\"y\":%.1f}]}\n",
             ++count, seconds, length, word, id, x, y);
      at = skip(at);
      if (*at == ';') at++;
    }
  }
  return count == 0;
}
