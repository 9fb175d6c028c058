// Writes frames of fingers to panels, and takes the time until programs that read them have written.
//
// latency FRAMES FINGERS (PANEL READER)...: descriptors; several READERs of one PANEL follow each other.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/input.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 4 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int compare(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static void play(int panel, int fingers, int step) {
  struct input_event events[3 * 16 + 1] = {0}, *event = events;
  for (int finger = 0; finger < fingers; finger++) {
    *event++ = (struct input_event){.type = EV_ABS, .code = ABS_MT_SLOT, .value = finger};
    *event++ = (struct input_event){.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = 50 + 50 * finger + step % 40};
    *event++ = (struct input_event){.type = EV_ABS, .code = ABS_MT_POSITION_Y, .value = 100 + step % 41};
  }
  event++;
  ssize_t size = (event - events) * (ssize_t)sizeof *event;
  if (write(panel, events, (size_t)size) != size) exit(1);
}

// Whether a reader has written all of a frame: our record is one line, the last one of libinput's is a frame's.
static int is_whole(const char *text, ssize_t size) {
  return memmem(text, (size_t)size, "\"touches\"", 9) || memmem(text, (size_t)size, "TOUCH_FRAME", 11);
}

static int missing(int reader, int step, const char *why) {
  fprintf(stderr, "reader %d did not write a line for frame %d: %s\n", reader, step, why);
  return 1;
}

int main(int count, char **words) {
  int frames = atoi(words[1]), fingers = atoi(words[2]), readers = (count - 3) / 2;
  int panels[MOST], outputs[MOST];
  static double first[MOST][10000];
  for (int one = 0; one < readers; one++) {
    panels[one] = atoi(words[3 + 2 * one]);
    outputs[one] = atoi(words[4 + 2 * one]);
  }
  for (int step = 0; step < frames; step++)
    for (int one = 0, next; one < readers; one = next) {
      for (next = one + 1; next < readers && panels[next] == panels[one];) next++;
      struct pollfd waiting[MOST];
      for (int reader = one; reader < next; reader++) {
        waiting[reader - one] = (struct pollfd){.fd = outputs[reader], .events = POLLIN};
        first[reader][step] = 0;
      }
      double began = now();
      play(panels[one], fingers, step);
      for (int left = next - one; left > 0;) {
        int ready = poll(waiting, (nfds_t)(next - one), 10000);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) {
          for (int reader = one; reader < next; reader++)
            if (waiting[reader - one].fd >= 0) missing(reader, step, first[reader][step] ? "a part of it came, and no more in 10 s" : "10 s passed");
          return 1;
        }
        double came = now();
        for (int reader = one; reader < next; reader++) {
          char text[65536];
          if (!(waiting[reader - one].revents & POLLIN)) continue;
          if (first[reader][step] == 0) first[reader][step] = came - began;
          ssize_t size = read(outputs[reader], text, sizeof text);
          if (size < 0 && errno == EAGAIN) continue;
          if (size <= 0) return missing(reader, step, size < 0 ? strerror(errno) : "it has ended");
          if (!is_whole(text, size)) continue;
          waiting[reader - one].fd = -1;
          left--;
        }
      }
      nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
  for (int one = 0; one < readers; one++) {
    qsort(first[one], (size_t)frames, sizeof first[one][0], compare);
    printf("%.0f %.0f\n", first[one][frames / 2], first[one][frames * 99 / 100]);
  }
  return 0;
}
