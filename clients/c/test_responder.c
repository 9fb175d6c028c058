/* Tests of responder.c: reading lines, and coming back after a loss. */
#define _POSIX_C_SOURCE 200809L
#include "responder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int failures;

#define CHECK(condition) \
  ((condition) ? (void)0 : (void)(failures++, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition)))

static void test_reading(void) {
  const char *line =
      "{\"seq\":41, \"t\":5123.004512,\"type\":\"touches\",\"odd\":\"a\\\"b\\\\\\n\\u00e9\\ud83d\\ude00\","
      "\"none\":null,\"yes\":true,\"no\":false,\"empty\":[],\"nested\":{\"a\":{\"type\":\"x\"}},"
      "\"touches\":[{\"id\":7,\"x\":-12.5,\"name\":\"]}\"},{\"id\":8,\"list\":[[1,2],[3,4]]}]}";
  double number = -1;
  bool flag = false;
  char text[64], small[4];
  CHECK(responder_number(line, "seq", &number) && number == 41);
  CHECK(responder_number(line, "touches[0].x", &number) && number == -12.5);
  CHECK(responder_number(line, "touches[1].id", &number) && number == 8);
  CHECK(responder_number(line, "touches[1].list[1][0]", &number) && number == 3);
  CHECK(!responder_number(line, "touches[2].id", &number));
  CHECK(!responder_number(line, "touches[0].y", &number));
  CHECK(!responder_number(line, "type", &number));
  CHECK(!responder_number(line, "empty[0]", &number));
  CHECK(!responder_number(line, "none", &number) && number == 3);
  CHECK(responder_flag(line, "yes", &flag) && flag);
  CHECK(responder_flag(line, "no", &flag) && !flag);
  CHECK(!responder_flag(line, "seq", &flag));
  CHECK(responder_text(line, "odd", text, sizeof text) && !strcmp(text, "a\"b\\\n\xc3\xa9\xf0\x9f\x98\x80"));
  CHECK(responder_text(line, "odd", small, sizeof small) && !strcmp(small, "a\"b"));
  CHECK(responder_text(line, "touches[0].name", text, sizeof text) && !strcmp(text, "]}"));
  CHECK(responder_is(line, "type", "touches"));
  CHECK(!responder_is(line, "type", "touch"));
  CHECK(responder_is(line, "nested.a.type", "x"));
  CHECK(!responder_is(line, "nested.type", "x"));
  CHECK(responder_count(line, "touches") == 2);
  CHECK(responder_count(line, "empty") == 0);
  CHECK(responder_count(line, "type") == 0);
}

/* Every beginning of a line, and every line with one byte changed, is read without harm. */
static void test_damaged_lines(void) {
  const char *whole = "{\"a\":[{\"b\":\"\\u00e9\\ud83d\\ude00\\n\"},[1,-2.5e3],true],\"type\":\"x\"}";
  const char *paths[] = {"a", "a[0].b", "a[1][1]", "a[2]", "type", "zzz", "a[9].b", "a[0"};
  size_t length = strlen(whole);
  for (size_t cut = 0; cut <= length; cut++) {
    for (size_t place = 0; place < cut + 1; place++) {
      char *line = strndup(whole, cut);
      if (place < cut) line[place] = "{}[]\",:\\u1"[(cut + place) % 10];
      for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        double number;
        bool flag;
        char text[8];
        responder_number(line, paths[i], &number);
        responder_flag(line, paths[i], &flag);
        responder_count(line, paths[i]);
        if (responder_text(line, paths[i], text, sizeof text)) CHECK(strlen(text) < sizeof text);
      }
      free(line);
    }
  }
}

static void say(int peer, const char *line) {
  ssize_t sent = send(peer, line, strlen(line), MSG_NOSIGNAL);
  CHECK(sent == (ssize_t)strlen(line));
}

static void hear(int peer, const char *expected) {
  char line[2048];
  size_t used = 0;
  while (used < sizeof line - 1 && recv(peer, line + used, 1, 0) == 1 && line[used] != '\n') used++;
  line[used] = '\0';
  if (strcmp(line, expected)) {
    fprintf(stderr, "expected %s\n     got %s\n", expected, line);
    exit(1);
  }
}

#define HELLO(instance) \
  "{\"type\":\"hello\",\"protocol\":\"2.2\",\"instance\":\"" instance "\",\"version\":\"1\"," \
  "\"limits\":{\"lineBytes\":65536,\"viewsOfRequest\":300}}\n"

/* Three connections: the second resumes, the third is another instance. */
static void serve(int listener) {
  int peer = accept(listener, NULL, NULL);
  say(peer, HELLO("a"));
  hear(peer, "{\"id\":1,\"identify\":{\"name\":\"map\"}}");
  say(peer, "{\"type\":\"reply\",\"id\":1,\"result\":{}}\n");
  hear(peer, "{\"id\":2,\"subscribe\":{bad}}");
  say(peer, "{\"type\":\"error\",\"code\":\"badJSON\",\"message\":\"an older line\",\"line\":1}\n");
  say(peer, "{\"type\":\"error\",\"code\":\"badJSON\",\"message\":\"bad\",\"line\":2}\n");
  hear(peer, "{\"id\":3,\"subscribe\":{ \"views\":[\"red\"]}}");
  say(peer, "{\"type\":\"reply\",\"id\":3,\"result\":{\"subscription\":1,\"unknown\":[\"red\",\"blue\"]}}\n");
  say(peer, "{\"seq\":5,\"type\":\"touches\"}\n{\"seq\":6,\"type\":\"gesture\"}\n{\"seq\":6,\"type\":\"explain\"}\n");
  close(peer);
  peer = accept(listener, NULL, NULL);
  say(peer, HELLO("a"));
  hear(peer, "{\"id\":4,\"identify\":{\"name\":\"map\"}}");
  say(peer, "{\"type\":\"reply\",\"id\":4,\"result\":{}}\n");
  hear(peer, "{\"id\":5,\"subscribe\":{\"since\":{\"instance\":\"a\",\"seq\":{\"\":6}},\"views\":[\"red\"]}}");
  say(peer, "{\"type\":\"reply\",\"id\":5,\"result\":{\"subscription\":1,\"resumed\":true}}\n");
  say(peer, "{\"seq\":5,\"type\":\"explain\"}\n{\"seq\":6,\"type\":\"seen\"}\n{\"seq\":7,\"type\":\"control\"}\n");
  close(peer);
  peer = accept(listener, NULL, NULL);
  say(peer, HELLO("b"));
  hear(peer, "{\"id\":6,\"identify\":{\"name\":\"map\"}}");
  say(peer, "{\"type\":\"reply\",\"id\":6,\"result\":{}}\n");
  hear(peer, "{\"id\":7,\"subscribe\":{\"since\":{\"instance\":\"b\",\"seq\":{\"\":0}},\"views\":[\"red\"]}}");
  say(peer, "{\"type\":\"reply\",\"id\":7,\"result\":{\"subscription\":1,\"resumed\":false}}\n");
  say(peer, "{\"type\":\"snapshot\",\"seq\":2}\n{\"seq\":2,\"type\":\"raw\"}\n");
  hear(peer, "{\"id\":8,\"chain\":{\"responder\":\"x\"}}");
  say(peer, "{\"seq\":3,\"type\":\"scroll\"}\n");
  say(peer, "{\"type\":\"error\",\"id\":8,\"code\":\"notFound\",\"message\":\"no \\\"x\\\"\"}\n");
  say(peer, "{\"type\":\"closing\",\"reason\":\"stopping\"}\n");
  close(peer);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* A listener of a name of its own that `serve` answers in another process, which is *child. */
static void start_server(char path[64], void (*serve)(int), pid_t *child) {
  static int count;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(path, 64, "@responder-c-test-%d-%d", (int)getpid(), count++);
  memcpy(address.sun_path + 1, path + 1, strlen(path) - 1);
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
  CHECK(bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 4) == 0);
  *child = fork();
  if (*child == 0) {
    serve(listener);
    _exit(failures > 0);
  }
  close(listener);
}

static void finish_server(pid_t child) {
  int status = 1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

static void test_coming_back(void) {
  char path[64];
  pid_t child;
  start_server(path, serve, &child);
  struct responder *client = responder_open(path);
  CHECK(client != NULL);
  if (!client) return;
  CHECK(responder_descriptor(client) >= 0);
  CHECK(!responder_identify(client, "a \"map\""));
  CHECK(responder_identify(client, "map"));
  long long start = now();
  CHECK(!responder_subscribe(client, "{bad}"));
  CHECK(now() - start < 5000 && !strcmp(responder_error(client), "bad"));
  CHECK(responder_subscribe(client, "{\n\"views\":[\"red\"]}"));
  CHECK(!strcmp(responder_unknown(client), "[\"red\",\"blue\"]"));
  char name[8];
  CHECK(responder_text(responder_unknown(client), "[1]", name, sizeof name) && !strcmp(name, "blue"));
  CHECK(!responder_subscribe(client, "{}") && *responder_error(client));
  CHECK(!responder_subscribe(client, NULL) && *responder_error(client));
  CHECK(!responder_request(client, "status", NULL, NULL) && *responder_error(client));
  CHECK(!responder_request(client, NULL, "{}", NULL) && *responder_error(client));
  CHECK(!responder_identify(client, NULL) && *responder_error(client));
  const char *line = "";
  const char *expected[] = {"touches", "gesture", "explain", "connected", "control", NULL, "connected", "snapshot", "raw"};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    int what = responder_next(client, 5000, &line);
    bool is_connected = expected[i] && !strcmp(expected[i], "connected");
    CHECK(what == (is_connected ? RESPONDER_CONNECTED : expected[i] ? RESPONDER_LINE : RESPONDER_LOST));
    if (expected[i]) CHECK(responder_is(line, "type", expected[i]));
    bool is_new = false;
    if (is_connected) CHECK(responder_flag(line, "isNew", &is_new) && is_new == (i > 5));
  }
  CHECK(responder_next(client, 0, &line) == RESPONDER_NOTHING);
  CHECK(!responder_request(client, "chain", "{\"responder\":\"x\"}", NULL));
  CHECK(!strcmp(responder_error(client), "no \"x\""));
  responder_set_reconnects(client, false);
  CHECK(responder_next(client, 5000, &line) == RESPONDER_LINE && responder_is(line, "type", "scroll"));
  CHECK(responder_next(client, 5000, &line) == RESPONDER_CLOSED);
  CHECK(strstr(responder_error(client), "stopping") != NULL);
  long long lost = now();
  CHECK(!responder_request(client, "status", "{}", NULL) && *responder_error(client));
  CHECK(now() - lost < 5000);
  responder_close(client);
  finish_server(child);
}

#define HALF_PAGE "{\"id\":\"page\",\"gestureRecognizers\":[{\"id\":\"page.tap\",\"tap\":{}}]," \
                  "\"subviews\":[{\"id\":\"title\",\"frame\":[0,0,9,9]}"
#define PAGE HALF_PAGE ",{\"id\":\"buy\",\"button\":{}}]}"
#define LESS_PAGE HALF_PAGE "]}"
#define SOS "{\"id\":\"sos\",\"frame\":[1,2,3,4]}"
#define ASK "{\"id\":\"ask\",\"view\":{\"id\":\"ask.view\",\"subviews\":[{\"id\":\"yes\",\"button\":{}}]}}"

static void agree(int peer, const char *line, int id, const char *members) {
  char answer[128];
  hear(peer, line);
  snprintf(answer, sizeof answer, "{\"type\":\"reply\",\"id\":%d,\"result\":{%s}}\n", id, members);
  say(peer, answer);
}

#define PUT_PAGE "{\"put\":{\"view\":" LESS_PAGE ",\"in\":\"desk\",\"lasting\":true}}"
#define PUT_SOS "{\"put\":{\"view\":" SOS ",\"in\":\"title\",\"below\":\"lid\"}}"
#define PUT_ASK "{\"put\":{\"viewController\":" ASK ",\"presentedBy\":\"home\"}}"
#define SET_TITLE "{\"set\":{\"view\":\"title\",\"frame\":[0,0,1,1],\"alpha\":null}}"
#define SET_TAP "{\"set\":{\"recognizer\":\"page.tap\",\"isEnabled\":false}}"
#define SET_DESK "{\"set\":{\"view\":\"desk\",\"alpha\":0.5,\"own\":true}}"

/* A tree is put; then another instance refuses a part of it, and the next one takes all. */
static void serve_tree(int listener) {
  int peer = accept(listener, NULL, NULL);
  say(peer, HELLO("a"));
  agree(peer, "{\"id\":1,\"subscribe\":{}}", 1, "");
  agree(peer, "{\"id\":2,\"put\":{\"in\":\"desk\",\"lasting\":true,\"view\":" PAGE "}}", 2, "");
  agree(peer, "{\"id\":3,\"put\":{\"in\":\"title\",\"below\":\"lid\",\"view\":" SOS "}}", 3, "");
  agree(peer, "{\"id\":4,\"put\":{\"presentedBy\":\"home\",\"viewController\":" ASK "}}", 4, "\"waits\":[\"ask\"]");
  agree(peer, "{\"id\":5,\"set\":{\"view\":\"title\",\"alpha\":0.5,\"frame\":[0,0,1,1],\"value\":1}}", 5, "\"waits\":[\"ask\"]");
  agree(peer,
        "{\"id\":6,\"batch\":[{\"set\":{\"view\":\"title\",\"alpha\":null}}," SET_TAP ","
        "{\"set\":{\"view\":\"desk\",\"isHidden\":true}}," SET_DESK ",{\"remove\":{\"view\":\"buy\"}}]}",
        6, "\"waits\":[\"ask\"]");
  close(peer);
  peer = accept(listener, NULL, NULL);
  say(peer, HELLO("b"));
  hear(peer, "{\"id\":7,\"batch\":[" PUT_PAGE "," SET_TITLE "," SET_TAP "," PUT_SOS "," PUT_ASK "," SET_DESK "]}");
  say(peer, "{\"type\":\"error\",\"id\":7,\"code\":\"refused\",\"message\":\"one of them\"}\n");
  hear(peer, "{\"id\":8,\"batch\":[" PUT_PAGE "]}");
  say(peer, "{\"type\":\"error\",\"id\":8,\"code\":\"refused\",\"message\":\"taken\"}\n");
  agree(peer, "{\"id\":9,\"batch\":[" PUT_SOS "]}", 9, "\"waits\":[\"sos\"]");
  agree(peer, "{\"id\":10,\"batch\":[" PUT_ASK "]}", 10, "\"waits\":[\"sos\"]");
  agree(peer, "{\"id\":11,\"batch\":[" SET_DESK "]}", 11, "\"waits\":[\"sos\"]");
  hear(peer, "{\"id\":12,\"subscribe\":{\"since\":{\"instance\":\"b\",\"seq\":{\"\":0}}}}");
  say(peer, "{\"type\":\"reply\",\"id\":12,\"result\":{\"resumed\":false}}\n");
  say(peer, "{\"type\":\"snapshot\",\"seq\":3,\"windows\":[{\"id\":\"page\"}]}\n");
  say(peer, "{\"type\":\"removed\",\"views\":[\"page\"],\"recognizers\":[],\"waits\":true}\n");
  say(peer, "{\"type\":\"removed\",\"views\":[\"ask.view\",\"yes\"],\"recognizers\":[\"page.tap\"]}\n");
  /* The page is put elsewhere, with something of another put in it, which belongs to it now. */
  agree(peer, "{\"id\":13,\"put\":{\"in\":\"wall\",\"view\":{\"id\":\"page\",\"subviews\":[" SOS "]}}}", 13, "");
  agree(peer, "{\"id\":14,\"put\":{\"in\":\"wall\",\"view\":{\"id\":\"lid\"}}}", 14, "");
  close(peer);
  peer = accept(listener, NULL, NULL);
  say(peer, HELLO("b"));
  agree(peer,
        "{\"id\":15,\"batch\":[{\"put\":{\"view\":{\"id\":\"page\",\"subviews\":[" SOS "]},\"in\":\"wall\"}},"
        "{\"put\":{\"view\":{\"id\":\"lid\"},\"in\":\"wall\"}}," SET_DESK "]}",
        15, "");
  hear(peer, "{\"id\":16,\"subscribe\":{\"since\":{\"instance\":\"b\",\"seq\":{\"\":3}}}}");
  say(peer, "{\"type\":\"reply\",\"id\":16,\"result\":{\"resumed\":true}}\n");
  say(peer, "{\"type\":\"closing\"}\n");
  close(peer);
}

static void expect_connected(struct responder *client, const char *expected) {
  const char *line = "";
  CHECK(responder_next(client, 5000, &line) == RESPONDER_CONNECTED);
  if (strcmp(line, expected)) failures++, fprintf(stderr, "expected %s\n     got %s\n", expected, line);
}

static void test_what_was_put_is_put_again(void) {
  char path[64];
  pid_t child;
  start_server(path, serve_tree, &child);
  struct responder *client = responder_open_within(path, 5000);
  CHECK(client && responder_subscribe(client, "{}"));
  CHECK(responder_request(client, "put", "{\"in\":\"desk\",\"lasting\":true,\"view\":" PAGE "}", NULL));
  CHECK(responder_request(client, "put", "{\"in\":\"title\",\"below\":\"lid\",\"view\":" SOS "}", NULL));
  CHECK(responder_request(client, "put", "{\"presentedBy\":\"home\",\"viewController\":" ASK "}", NULL));
  CHECK(responder_request(client, "set", "{\"view\":\"title\",\"alpha\":0.5,\"frame\":[0,0,1,1],\"value\":1}", NULL));
  CHECK(responder_request(client, "batch",
                          "[{\"set\":{\"view\":\"title\",\"alpha\":null}}," SET_TAP ","
                          "{\"set\":{\"view\":\"desk\",\"isHidden\":true}}," SET_DESK ",{\"remove\":{\"view\":\"buy\"}}]",
                          NULL));
  const char *line = "";
  CHECK(responder_next(client, 5000, &line) == RESPONDER_LOST);
  expect_connected(client, "{\"type\":\"connected\",\"isNew\":true,\"waits\":[\"sos\"],\"refused\":{\"page\":\"taken\"}}");
  CHECK(responder_next(client, 5000, &line) == RESPONDER_LINE && responder_is(line, "type", "snapshot"));
  CHECK(responder_next(client, 5000, &line) == RESPONDER_LINE && responder_is(line, "views[0]", "page"));
  CHECK(responder_next(client, 5000, &line) == RESPONDER_LINE && responder_is(line, "views[1]", "yes"));
  CHECK(responder_request(client, "put", "{\"in\":\"wall\",\"view\":{\"id\":\"page\",\"subviews\":[" SOS "]}}", NULL));
  CHECK(responder_request(client, "put", "{\"in\":\"wall\",\"view\":{\"id\":\"lid\"}}", NULL));
  expect_connected(client, "{\"type\":\"connected\",\"isNew\":false,\"waits\":[],\"refused\":{}}");
  responder_set_reconnects(client, false);
  CHECK(responder_next(client, 5000, &line) == RESPONDER_CLOSED);
  responder_close(client);
  finish_server(child);
}

/* A line that the daemon would not send ends the connection, or is passed over; nothing waits without end. */
static void serve_nonsense(int listener) {
  int peer = accept(listener, NULL, NULL);
  say(peer, HELLO("a"));
  hear(peer, "{\"id\":1,\"status\":{}}");
  say(peer, "}{[\"\\\n[]\n\"\n{\"type\":\"reply\"}\n{\"type\":\"edit\",\"seq\":-1}\n");
  say(peer, "{\"type\":\"snapshot\",\"seq\":1e99}\n{\"type\":7,\"seq\":\"x\"}\n");
  say(peer, "{\"type\":\"reply\",\"id\":1,\"result\":7}\n");
  close(peer);
}

static void test_nonsense(void) {
  char path[64];
  pid_t child;
  start_server(path, serve_nonsense, &child);
  struct responder *client = responder_open(path);
  const char *broken[] = {"", "{", "{}}", "{},\"id\":9", "7", "\"x\"", "[{]"};
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
    CHECK(!responder_request(client, "status", broken[i], NULL) && *responder_error(client));
  CHECK(!responder_request(client, "sta\"tus", "{}", NULL) && !responder_request(client, "", "{}", NULL));
  CHECK(responder_request(client, "status", "{}", NULL));
  responder_set_reconnects(client, false);
  const char *line;
  while (responder_next(client, 5000, &line) > 0) CHECK(*line == '{');
  CHECK(responder_next(client, 5000, NULL) == RESPONDER_CLOSED);
  responder_close(client);
  finish_server(child);
  double number;
  bool flag;
  char text[4];
  CHECK(!responder_number(NULL, "x", &number) && !responder_number("{\"x\":1}", NULL, &number));
  CHECK(!responder_number("{\"x\":1}", "x", NULL) && !responder_flag(NULL, "x", &flag));
  CHECK(!responder_text(NULL, "x", text, sizeof text) && !responder_text("{\"x\":\"y\"}", "x", NULL, 4));
  CHECK(!responder_is("{\"x\":\"y\"}", "x", NULL) && responder_count(NULL, "x") == 0);
  CHECK(!responder_request(NULL, "status", "{}", NULL) && !responder_subscribe(NULL, "{}"));
  CHECK(!responder_identify(NULL, "x") && responder_next(NULL, 0, &line) == RESPONDER_CLOSED);
  CHECK(responder_descriptor(NULL) == -1 && *responder_error(NULL) && !strcmp(responder_unknown(NULL), "[]"));
}

int main(void) {
  test_reading();
  test_damaged_lines();
  test_coming_back();
  test_what_was_put_is_put_again();
  test_nonsense();
  CHECK(responder_open("/nonexistent/socket") == NULL && responder_open_within("/nonexistent/socket", 60) == NULL);
  responder_close(NULL);
  if (failures) fprintf(stderr, "%d checks failed\n", failures);
  return failures > 0;
}
