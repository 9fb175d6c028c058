// GTK's hit-test, on the same grid of siblings and the same points as ours. Needs a display: run it in Xvfb.
#include <gtk/gtk.h>

#include "bench.h"

static void pick(int count) {
  const int columns = bench_columns(count);
  GtkWidget *window = gtk_window_new();
  GtkWidget *scroller = gtk_scrolled_window_new();
  GtkWidget *fixed = gtk_fixed_new();
  for (int index = 0; index < count; index++) {
    GtkWidget *child = gtk_drawing_area_new();
    gtk_widget_set_size_request(child, (int)BENCH_SIDE, (int)BENCH_SIDE);
    gtk_fixed_put(GTK_FIXED(fixed), child, index % columns * BENCH_CELL, index / columns * BENCH_CELL);
  }
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), fixed);
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  gtk_window_set_default_size(GTK_WINDOW(window), 400, 400);
  gtk_window_present(GTK_WINDOW(window));
  // Until the layout is done.
  time_t give_up = time(NULL) + 60;
  while (gtk_widget_get_width(fixed) < columns * (int)BENCH_CELL - (int)BENCH_CELL && time(NULL) < give_up)
    g_main_context_iteration(NULL, TRUE);

  uint64_t state = 1;
  long hits = 0;
  const int rounds = bench_rounds(count <= 100 ? 4000 : 300000);
  double start = bench_now();
  for (int round = 0; round < rounds; round++) {
    double x = bench_coordinate(&state, count), y = bench_coordinate(&state, count);
    GtkWidget *hit = gtk_widget_pick(fixed, x, y, GTK_PICK_DEFAULT);
    hits += hit != NULL && hit != fixed;
  }
  char key[64];
  snprintf(key, sizeof key, "gtk.pick.hit.%d", count);
  bench_row(key, (bench_now() - start) / rounds);
  if (hits < rounds / 4) {
    fprintf(stderr, "gtk: only %ld of %d points hit a widget; the layout was not done\n", hits, rounds);
    exit(1);
  }
  gtk_window_destroy(GTK_WINDOW(window));
}

int main(void) {
  gtk_init();
  pick(100);
  pick(10000);
}
