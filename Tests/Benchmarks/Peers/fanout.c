// A bare fan-out: as soon as so many subscribers are there, sends each the same lines, 120 times a second.
//
//   fanout SOCKET SUBSCRIBERS FRAMES BYTES
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  int count = atoi(argv[2]), frames = atoi(argv[3]), length = atoi(argv[4]);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", argv[1]);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0) fail("bind");
  if (listen(listener, 1024) < 0) fail("listen");
  int *peers = calloc((size_t)count, sizeof *peers);
  for (int index = 0; index < count; index++) {
    peers[index] = accept(listener, NULL, NULL);
    if (peers[index] < 0) fail("accept");
  }
  char *lines = malloc((size_t)length);
  memset(lines, 'x', (size_t)length);
  lines[length / 2] = lines[length - 1] = '\n';
  int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec every = {{0, 8333333}, {0, 8333333}};
  timerfd_settime(timer, 0, &every, NULL);
  for (int frame = 0; frame < frames; frame++) {
    unsigned long long expirations;
    if (read(timer, &expirations, sizeof expirations) < 0) fail("read");
    for (int index = 0; index < count; index++)
      if (send(peers[index], lines, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) fail("send");
  }
  return 0;
}
