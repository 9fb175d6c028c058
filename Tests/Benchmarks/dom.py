#!/usr/bin/env python3
"""From a frame to the DOM event of an element in chromium, with ten fingers at 120 Hz; prints figures as JSON.

A program of its own: selenium belongs to Debian's python.
"""

import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Web"))
from page import EXAMPLES, Browser  # noqa: E402
from stage import Stage  # noqa: E402

FRAMES = 300
FINGERS = 10
# Ten fingers on the map of the kiosk page, which takes all of them.
LISTEN = """
globalThis.late = [];
const offset = arguments[0];
document.querySelector("#map").addEventListener("touchesmoved", ({ detail }) => {
  const now = (performance.timeOrigin + performance.now()) / 1000;
  late.push((now - offset - detail.record.t) * 1e9);
});
"""


def script():
    lines = []
    for frame in range(FRAMES):
        word = "down" if frame == 0 else "move"
        moves = "; ".join(f"{word} {finger} {20 + finger * 30},{100 + frame % 200}" for finger in range(1, FINGERS + 1))
        lines.append(f"{frame / 120:.4f} {moves}")
    lines.append(f"{FRAMES / 120:.4f} " + "; ".join(f"up {finger}" for finger in range(1, FINGERS + 1)))
    return "\n".join(lines)


def processor_seconds(root):
    """What a process and all that it started have used."""
    parents, used = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(name)] = int(fields[1])
        used[int(name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def belongs(pid):
        while pid in parents and pid != root:
            pid = parents[pid]
        return pid == root
    return sum(value for pid, value in used.items() if belongs(pid))


def main():
    with Stage(os.path.join(EXAMPLES, "web", "kiosk.yaml")) as stage, Browser() as browser:
        browser.open(stage.start_gateway().url + "kiosk", (800, 480))
        browser.until("the map is a view", "return kiosk.responder.picture.view('map')")
        browser.run("return kiosk.responder.request('set', { view: 'map', isMultipleTouchEnabled: true })")
        # Recognizers would take the touches away from the element.
        browser.run("return Promise.all((kiosk.responder.picture.view('map').gestureRecognizers ?? []).map(({ id }) =>"
                    " kiosk.responder.request('set', { recognizer: id, cancelsTouchesInView: false })))")
        browser.run(LISTEN, time.time() - time.monotonic())
        browser_process = browser.driver.service.process.pid
        before, began = processor_seconds(browser_process), time.monotonic()
        browser.run("kiosk.responder.request('inject', { script: arguments[0] })", script())
        browser.until("nearly all moves are events", "return late.length >= arguments[0]", FRAMES * 0.9, seconds=30)
        share = (processor_seconds(browser_process) - before) / (time.monotonic() - began) * 100
        late = sorted(browser.run("return late"))
    print(json.dumps({"half": late[len(late) // 2], "most": late[len(late) * 99 // 100], "share": share}))


if __name__ == "__main__":
    main()
