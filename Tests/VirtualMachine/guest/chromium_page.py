"""A page that fills its output, in chromium as a kiosk has it: a button above, a list that scrolls below; it prints its events."""

import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading

PAGE = """<!doctype html><meta name=viewport content="width=device-width">
<style>html, body { margin: 0; height: 100%; overflow: hidden } button, div { display: block; width: 100%; height: 50% }
div { overflow-y: scroll } p { height: 200px; margin: 0 }</style>
<button>Touch me</button><div>""" + "".join(f"<p>row {number}" for number in range(40)) + """</div>
<script>
let last = Promise.resolve();
const say = (said, more) => {
  const body = JSON.stringify({ said, ...more });
  last = last.then(() => fetch("/", { method: "POST", body }));
};
for (const [type, said] of [["touchstart", "begin"], ["touchmove", "update"], ["touchend", "end"], ["touchcancel", "cancel"]]) {
  addEventListener(type, ({ changedTouches }) => {
    for (const { clientX, clientY } of changedTouches) say(said, { x: clientX, y: clientY });
  }, { passive: true });
}
document.querySelector("button").onclick = () => say("clicked");
document.querySelector("div").onscroll = ({ target }) => say("scrolled", { y: target.scrollTop });
requestAnimationFrame(() => requestAnimationFrame(() => say("shown", { size: [innerWidth, innerHeight] })));
</script>"""


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def do_POST(self):
        print(self.rfile.read(int(self.headers["content-length"])).decode(), flush=True)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
threading.Thread(target=server.serve_forever, daemon=True).start()
folder = tempfile.mkdtemp(dir=os.environ["XDG_RUNTIME_DIR"])
try:
    subprocess.run(["chromium", "--ozone-platform=wayland", "--touch-events=enabled", "--kiosk", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
                    "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking", "--disable-component-update",
                    f"--user-data-dir={folder}", f"http://127.0.0.1:{server.server_port}/"], check=False)
finally:
    shutil.rmtree(folder, ignore_errors=True)
