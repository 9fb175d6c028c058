// Qt's two hit-tests, on the same grid of siblings and the same points as ours.
#include <QApplication>
#include <QGraphicsRectItem>
#include <QGraphicsScene>
#include <QWidget>
#include <vector>

#include "bench.h"

static void graphics_scene(int count) {
  const int columns = bench_columns(count);
  QGraphicsScene scene(0, 0, columns * BENCH_CELL, columns * BENCH_CELL);
  std::vector<QGraphicsRectItem *> items;
  for (int index = 0; index < count; index++) {
    auto *item = scene.addRect(0, 0, BENCH_SIDE, BENCH_SIDE);
    item->setPos(index % columns * BENCH_CELL, index / columns * BENCH_CELL);
    items.push_back(item);
  }
  const QTransform identity;
  uint64_t state = 1;
  long hits = 0;
  // The index of the scene is built on first use.
  for (int index = 0; index < 200; index++)
    hits += scene.itemAt(QPointF(index, index), identity) != nullptr;
  const int rounds = bench_rounds(3000);
  double start = bench_now();
  for (int round = 0; round < rounds; round++) {
    int x = bench_coordinate(&state, count), y = bench_coordinate(&state, count);
    hits += scene.itemAt(QPointF(x, y), identity) != nullptr;
  }
  char key[64];
  snprintf(key, sizeof key, "qt.graphicsscene.hit.%d", count);
  bench_row(key, (bench_now() - start) / rounds);

  // Moving one and asking, as a tree that lives must.
  const int moves = 2000;
  start = bench_now();
  for (int round = 0; round < moves; round++) {
    auto *item = items[bench_next(&state) % items.size()];
    item->setPos(bench_coordinate(&state, count), bench_coordinate(&state, count));
    int x = bench_coordinate(&state, count), y = bench_coordinate(&state, count);
    hits += scene.itemAt(QPointF(x, y), identity) != nullptr;
  }
  snprintf(key, sizeof key, "qt.graphicsscene.move.%d", count);
  bench_row(key, (bench_now() - start) / moves);
  if (hits == 0) abort();
}

int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  graphics_scene(100);
  graphics_scene(4096);
}
