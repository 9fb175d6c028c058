// The floor under the whole way of a device: reads its events, writes a line for each frame, no more.
//
//   relay NODE         the numbers that the device reports
//   relay NODE record  the members that a record of ours has, with places on a screen of 1920 x 1080
//   relay NODE digits  the same, written without printf: the least that these members cost
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say(char *line, size_t length) {
  while (length > 0) {
    ssize_t count = write(1, line, length);
    if (count < 0) exit(1);
    line += count;
    length -= (size_t)count;
  }
}

static int record(char *line, const struct input_event *event, long frame, const int *x, const int *y, int *changed) {
  int length = sprintf(line,
                       "{\"seq\":%ld,\"t\":%ld.%06ld,\"frame\":%ld,\"type\":\"touches\",\"phase\":\"moved\","
                       "\"responder\":\"main\",\"view\":\"main\",\"window\":\"main\",\"touches\":[",
                       frame, (long)event->input_event_sec, (long)event->input_event_usec, frame);
  for (int finger = 0; finger < 16; finger++) {
    if (!changed[finger]) continue;
    changed[finger] = 0;
    double across = x[finger] * 1920.0 / 32768, down = y[finger] * 1080.0 / 32768;
    length += sprintf(line + length,
                      "{\"id\":%d,\"x\":%.3f,\"y\":%.3f,\"windowX\":%.3f,\"windowY\":%.3f,\"tapCount\":1,"
                      "\"device\":\"Panel of ten fingers\"},",
                      finger + 1, across, down, across, down);
  }
  return length + sprintf(line + length - 1, "]}\n") - 1;
}

static char *text(char *end, const char *words, size_t length) {
  memcpy(end, words, length);
  return end + length;
}
#define TEXT(end, words) text(end, words, sizeof(words) - 1)

static char *whole(char *end, unsigned long number) {
  char digits[20];
  int first = 20;
  do digits[--first] = (char)('0' + number % 10);
  while (number /= 10);
  return text(end, digits + first, (size_t)(20 - first));
}

// At most three decimals, none of them a zero at the end, as in a record.
static char *place(char *end, double value) {
  unsigned long thousandths = (unsigned long)(value * 1000 + 0.5), rest = thousandths % 1000;
  end = whole(end, thousandths / 1000);
  if (rest == 0) return end;
  *end++ = '.';
  for (unsigned long unit = 100; rest != 0; unit /= 10) {
    *end++ = (char)('0' + rest / unit);
    rest %= unit;
  }
  return end;
}

static int digits(char *line, const struct input_event *event, long frame, const int *x, const int *y, int *changed) {
  char *end = whole(TEXT(line, "{\"seq\":"), (unsigned long)frame);
  end = whole(TEXT(end, ",\"t\":"), (unsigned long)event->input_event_sec);
  unsigned long rest = 1000000 + (unsigned long)event->input_event_usec;
  end = whole(end, rest);
  end[-7] = '.';
  end = whole(TEXT(end, ",\"frame\":"), (unsigned long)frame);
  end = TEXT(end, ",\"type\":\"touches\",\"phase\":\"moved\",\"responder\":\"main\",\"view\":\"main\","
                  "\"window\":\"main\",\"touches\":[");
  for (int finger = 0; finger < 16; finger++) {
    if (!changed[finger]) continue;
    changed[finger] = 0;
    double across = x[finger] * 1920.0 / 32768, down = y[finger] * 1080.0 / 32768;
    end = whole(TEXT(end, "{\"id\":"), (unsigned long)finger + 1);
    end = place(TEXT(end, ",\"x\":"), across);
    end = place(TEXT(end, ",\"y\":"), down);
    end = place(TEXT(end, ",\"windowX\":"), across);
    end = place(TEXT(end, ",\"windowY\":"), down);
    end = TEXT(end, ",\"tapCount\":1,\"device\":\"Panel of ten fingers\"},");
  }
  return (int)(TEXT(end - 1, "]}\n") - line);
}

int main(int count, char **words) {
  int isRecord = count == 3 && strcmp(words[2], "record") == 0;
  int isDigits = count == 3 && strcmp(words[2], "digits") == 0;
  if (count != 2 && !isRecord && !isDigits) return 2;
  int device = open(words[1], O_RDONLY);
  if (device < 0) return 1;
  int x[16] = {0}, y[16] = {0}, changed[16] = {0}, slot = 0;
  long frame = 0;
  for (;;) {
    struct input_event events[64];
    ssize_t bytes = read(device, events, sizeof events);
    if (bytes <= 0) return 0;
    for (struct input_event *event = events; (char *)event < (char *)events + bytes; event++) {
      if (event->type == EV_ABS && event->code == ABS_MT_SLOT) slot = event->value & 15;
      if (event->type == EV_ABS && event->code == ABS_MT_POSITION_X) x[slot] = event->value, changed[slot] = 1;
      if (event->type == EV_ABS && event->code == ABS_MT_POSITION_Y) y[slot] = event->value, changed[slot] = 1;
      if (event->type != EV_SYN || event->code != SYN_REPORT) continue;
      char line[4096];
      if (isRecord || isDigits) {
        say(line, (size_t)(isRecord ? record : digits)(line, event, ++frame, x, y, changed));
        continue;
      }
      int length = sprintf(line, "{\"t\":%ld.%06ld,\"frame\":%ld,\"type\":\"touches\",\"touches\":[",
                           (long)event->input_event_sec, (long)event->input_event_usec, ++frame);
      for (int finger = 0; finger < 16; finger++) {
        if (!changed[finger]) continue;
        changed[finger] = 0;
        length += sprintf(line + length, "{\"id\":%d,\"x\":%d.0,\"y\":%d.0},", finger, x[finger], y[finger]);
      }
      length += sprintf(line + length, "]}\n");
      say(line, (size_t)length);
    }
  }
}
