/* A program of the story of random acts: makes the requests that it reads, and says when it is connected again. */
#define _POSIX_C_SOURCE 200809L
#include "responder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  struct responder *client = responder_open(NULL);
  if (!client) return perror("responderd"), 1;
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    /* {"NAME":ARGUMENTS}, or a blank line after a loss */
    char *name = strchr(line, '"'), *end = name ? strchr(name + 1, '"') : NULL;
    const char *answer = "";
    if (end) {
      char *arguments = end + 2;
      *strrchr(arguments, '}') = *end = '\0';
      if (!responder_request(client, name + 1, arguments, &answer)) answer = "{\"type\":\"refused\"}";
    } else {
      int what;
      while ((what = responder_next(client, 20000, &answer)) != RESPONDER_CONNECTED)
        if (what <= 0) return fprintf(stderr, "%s\n", responder_error(client)), 1;
    }
    puts(answer);
    fflush(stdout);
  }
  free(line);
  responder_close(client);
  return 0;
}
