"""A page whose elements are views, with its daemon, gateway and server; and a finger."""

import functools
import http.server
import json
import os
import shutil
import tempfile
import threading
import time
import urllib.request

from firefox import Firefox
from page import Browser
from stage import PROJECT, Stage

CONFIGURATION = """
screens: { panel: { size: [800, 480] } }
application:
  windows:
    - id: main
      subviews: [{ id: page, frame: fill, mountPoint: true }]
"""


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Finger:
    """A device of the daemon's, played step by step, and all records that come meanwhile."""

    def __init__(self, stage):
        self.client, self.lines = stage.subscriber()
        self.number = 0
        self.records = []
        self.ask("subscribe", {"types": ["touches", "unhandled", "gesture", "control", "scroll", "edit"]})
        self.device = self.ask("inject", {"device": "finger", "isLasting": True})["device"]

    def ask(self, name, argument):
        self.number += 1
        print(json.dumps({"id": self.number, name: argument}), file=self.lines, flush=True)
        while True:
            line = json.loads(self.lines.readline())
            if "seq" in line and "id" not in line:
                self.records.append(line)
            elif line.get("id") == self.number:
                assert line["type"] == "reply", line
                return line["result"]

    def play(self, actions):
        self.ask("inject", {"device": self.device, "actions": actions})

    def hit(self, x, y):
        return self.ask("hitTest", {"screen": "panel", "point": [x, y]}).get("view")

    def hear(self):
        """The records since it was last asked."""
        self.ask("hitTest", {"screen": "panel", "point": [0, 0]})
        records, self.records = self.records, []
        return records

    def begun(self):
        """The view on which a finger landed, and when, as the wall clock has it."""
        while True:
            for record in self.records:
                if record["type"] in ("touches", "unhandled") and record["phase"] == "began":
                    # Where the process is interrupted between the two clocks, their difference is too small.
                    return record["view"], record["t"] + max(time.time() - time.monotonic() for _ in range(5))
            self.records.append(json.loads(self.lines.readline()))

    def tap(self, x, y):
        del self.records[:]
        self.play(f"down 1 {x},{y}")
        begun = self.begun()
        self.play("up 1")
        return begun


class Page:
    """The page with its daemon, gateway and server."""

    def __init__(self, query="", size=(800, 480), name="elements"):
        self.query, self.window, self.name = query, size, name

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="page")
        configuration = os.path.join(self.folder.name, "page.yaml")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION)
        self.stage = Stage(configuration)
        site = self.stage.path("site")
        shutil.copytree(os.path.join(PROJECT, "Tests", "Web", "pages"), site)
        shutil.copytree(os.path.join(PROJECT, "clients", "javascript", "examples"), os.path.join(site, "examples"))
        for file in ("react/umd/react.development.js", "react-dom/umd/react-dom.development.js"):
            shutil.copy(os.path.join("/usr/share/nodejs", file), site)
        handler = functools.partial(Silent, directory=site)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{self.server.server_port}"
        gateway = self.stage.start_gateway("--origin", origin)
        # The client is the one file that pages of other servers have a copy of.
        urllib.request.urlretrieve(f"{gateway.url}responder.js", os.path.join(site, "responder.js"))
        self.browser = {"chromium": Browser, "firefox": Firefox}[os.environ.get("BROWSER", "chromium")]()
        self.browser.open(f"{origin}/{self.name}.html?gateway={gateway.url}socket{self.query}", self.window)
        self.run, self.until = self.browser.run, self.browser.until
        self.browser.wait("page.ready.then(() => arguments[0](), (error) => arguments[0](error.message))")
        assert not self.run("return page.errors"), self.run("return page.errors")
        self.finger = Finger(self.stage)
        return self

    def __exit__(self, *_):
        self.browser.__exit__()
        self.server.shutdown()
        self.stage.__exit__()
        self.folder.cleanup()

    def rest(self):
        """Waits until the daemon knows everything."""
        for _ in range(4):
            self.browser.settle()
        time.sleep(0.05)

    def agrees(self, *points, after=""):
        """At each point the daemon finds the element that the browser finds."""
        self.rest()
        for x, y in points:
            there = self.run("return page.at(arguments[0], arguments[1])", x, y)
            hit = self.finger.hit(x, y) or ""
            hit = hit if not hit.startswith("page") and hit != "main" else ""
            assert hit == there, f"at {x},{y} the browser finds {there or 'nothing bound'}, the daemon {hit or 'nothing'} {after}"


def bound(view):
    """A view of the daemon's as an element that the page has bound, or nothing."""
    return "" if view in (None, "main") or view.startswith("page") else view
