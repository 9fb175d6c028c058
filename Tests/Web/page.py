"""A page in Debian's chromium for tests: clicks, keys, screenshots, what is accessible, and what subscribers read."""

import base64
import json
import os
import subprocess
import tempfile

from stage import PROJECT, wait_until
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

PICTURES = os.path.join(PROJECT, ".build", "web")
EXAMPLES = os.path.join(PROJECT, "config", "examples")
LOOKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "looks.json")
SIZES = {"wide": (1440, 900), "phone": (390, 844)}


class Browser:
    """A page in chromium, whose console must stay empty."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="chromium")
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         f"--user-data-dir={self.folder.name}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.folder.cleanup()

    def size(self, width, height, scheme="light"):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme},
                         {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def open(self, url, size="wide"):
        self.size(*(SIZES[size] if size in SIZES else size))
        self.driver.get(url)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, *arguments):
        """The value that a script gives its last argument, a function."""
        return self.driver.execute_async_script(script, *arguments)

    def until(self, what, script, *arguments, seconds=10):
        return wait_until(f"{what}", lambda: self.run(script, *arguments), seconds)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    def says(self, selector, text):
        """Waits until the page has been drawn with this text."""
        self.until(f"{selector} says: {text}", "return document.querySelector(arguments[0])?.innerText.includes(arguments[1])",
                   selector, text)

    def drawn(self, selector):
        """Waits until there is such an element: a change of the tree draws a card again."""
        self.until(f"{selector} is drawn", "return Boolean(document.querySelector(arguments[0]))", selector)

    def click(self, selector):
        self.drawn(selector)
        element = self.driver.find_element("css selector", selector)
        # The bars at the top and at the bottom stay where they are, and a click must not meet them.
        self.run("arguments[0].scrollIntoView({ block: 'center' })", element)
        element.click()

    def mouse(self, kind, x, y, buttons=1, modifiers=0):
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1, "modifiers": modifiers})

    def click_at(self, x, y):
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y, 0)

    def drag(self, x, y, dx, dy, modifiers=0):
        """Presses the mouse, moves it in three steps and releases it."""
        self.mouse("mousePressed", x, y, modifiers=modifiers)
        for part in (0.3, 0.7, 1):
            self.mouse("mouseMoved", x + dx * part, y + dy * part, modifiers=modifiers)
        self.mouse("mouseReleased", x + dx, y + dy, 0, modifiers)

    def center(self, selector):
        """The middle of an element in the page."""
        return self.run("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                        "return [box.left + box.width / 2, box.top + box.height / 2]", selector)

    def fill(self, selector, value):
        """Gives a field another value, as typing does."""
        self.drawn(selector)
        self.run("const one = document.querySelector(arguments[0]); one.value = arguments[1];"
                 "one.dispatchEvent(new Event('change', { bubbles: true }))", selector, value)

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            # Only with its old number Tab moves the focus.
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {
                "type": kind, "key": name, "code": name, **({"windowsVirtualKeyCode": 9} if name == "Tab" else {})})

    def settle(self):
        """Waits for two animation frames, after which everything is drawn."""
        self.wait("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")

    @staticmethod
    def keep(name, data):
        os.makedirs(PICTURES, exist_ok=True)
        with open(os.path.join(PICTURES, f"{name}.png"), "wb") as file:
            file.write(base64.b64decode(data))

    def pictures(self, name):
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                self.size(width, height, scheme)
                self.settle()
                data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
                self.keep(f"{name}-{size}-{scheme}", data)
                self.compare(f"{name}-{size}-{scheme}", data)
        self.size(*SIZES["wide"])
        self.settle()

    def compare(self, name, data):
        """Fails when a picture has changed much against looks.json; LOOKS=accept writes it there instead."""
        found = self.driver.execute_async_script(LUMINANCE, data)
        with open(LOOKS, encoding="utf-8") as file:
            looks = json.load(file)
        if os.environ.get("LOOKS") == "accept":
            looks[name] = "".join(f"{value:02x}" for value in found)
            with open(LOOKS, "w", encoding="utf-8") as file:
                json.dump(looks, file, indent=1, sort_keys=True)
                file.write("\n")
            return
        assert name in looks, f"{name}: no picture to compare with; look at it, then run with LOOKS=accept"
        known = bytes.fromhex(looks[name])
        difference = sum(abs(one - other) for one, other in zip(found, known)) / len(known)
        assert difference < 12, f"{name} differs by {difference:.0f} of 255; look at it, then run with LOOKS=accept"

    def quiet(self):
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        assert not messages, messages


# A picture as 12 by 8 brightnesses: text may change, but not where things lie and how dark they are.
LUMINANCE = """
const [data, done] = arguments;
const picture = new Image();
picture.onload = () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [12, 8];
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, 12, 8);
  const bytes = pen.getImageData(0, 0, 12, 8).data;
  done(Array.from({ length: 96 }, (_, at) => Math.round(0.3 * bytes[at * 4] + 0.59 * bytes[at * 4 + 1] + 0.11 * bytes[at * 4 + 2])));
};
picture.src = `data:image/png;base64,${data}`;
"""


# What a page must not have: names that point nowhere or come twice, fields without a label, and targets
# that a finger misses. Gives a line for each.
FAULTS = """
const faults = [];
const seen = (element) => element.checkVisibility() && !element.closest("dialog:not([open])");
const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
for (const id of new Set(ids)) if (ids.filter((one) => one === id).length > 1) faults.push(`id ${id} comes twice`);
for (const name of ["aria-controls", "aria-labelledby"]) {
  for (const element of document.querySelectorAll(`[${name}]`)) {
    if (!document.getElementById(element.getAttribute(name))) faults.push(`${name} of ${element.id} points nowhere`);
  }
}
if (!document.documentElement.lang || !document.title) faults.push("the page has no language or title");
if ([...document.querySelectorAll("main")].length !== 1) faults.push("the page has not one main part");
for (const element of document.querySelectorAll("button, a[href], input, select, summary")) {
  if (!seen(element)) continue;
  const { width, height } = element.getBoundingClientRect();
  const isInline = element.matches(".rule, input[type=checkbox]");
  if (!isInline && (width < 24 || height < 24)) faults.push(`${element.outerHTML.slice(0, 60)} is ${Math.round(width)} by ${Math.round(height)}`);
  if (element.tabIndex < 0 && element.role !== "tab") faults.push(`${element.outerHTML.slice(0, 60)} has no focus`);
}
for (const image of document.querySelectorAll("svg[role=img], canvas, img")) {
  if (seen(image) && !image.getAttribute("aria-label") && !image.getAttribute("alt") && !image.closest("[aria-hidden=true]")) faults.push("a picture without words");
}
return faults;
"""

# Every text against what lies behind it, as WCAG reckons; what is not seen does not count.
CONTRASTS = """
const linear = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const parse = (text) => {
  const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
  return text.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
};
const over = ([r, g, b, a], below) => [r, g, b].map((value, at) => value * a + below[at] * (1 - a));
const behind = (element) => {
  const layers = [];
  for (let one = element; one; one = one.parentElement) layers.push(parse(getComputedStyle(one).backgroundColor));
  return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
};
const light = (colour) => 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
const poor = [];
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!own || element.closest("svg, option, script, style") || !element.checkVisibility()) continue;
  const back = behind(element);
  const [one, other] = [light(over(parse(getComputedStyle(element).color), back)), light(back)].sort((a, b) => b - a);
  const ratio = (one + 0.05) / (other + 0.05);
  if (ratio < 4.5) poor.push(`${element.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
}
return poor;
"""


# What axe finds, as a line for each rule that is broken.
VIOLATIONS = """
const done = arguments[0];
axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => done(violations.map(({ id, help, nodes }) =>
  `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 100)).join(" | ")}`)));
"""

# What the Tab key must reach, in this order.
REACHABLE = """
globalThis.reachable = [...(document.querySelector("dialog[open]") ?? document).querySelectorAll("button, a[href], input, select, summary, [tabindex]")].filter((one) =>
  one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
reachable[0].focus();
return reachable.length;
"""

# The number of the element that has the focus, and the problems of its outline.
FOCUSED = """
const one = document.activeElement;
const { left, top, width, height } = one.getBoundingClientRect();
const inView = Math.min(Math.max(top + Math.min(height, innerHeight) / 2, 0), innerHeight - 1);
const above = document.elementFromPoint(Math.min(left + width / 2, innerWidth - 1), inView);
const faults = [];
if (getComputedStyle(one).outlineStyle === "none") faults.push("no outline");
if (reachable.includes(one) && !(one.contains(above) || above?.contains(one) || one.labels?.[0]?.contains(above))) faults.push(`lies behind ${above?.outerHTML.slice(0, 60)}`);
return [reachable.indexOf(one), one.outerHTML.slice(0, 80), faults];
"""


def axe():
    """The rules of axe-core, from PyPI; kept beside the build."""
    folder = os.path.join(PROJECT, ".build", "axe")
    path = os.path.join(folder, "axe_core_python", "axe.min.js")
    if not os.path.exists(path):
        subprocess.run(["/usr/bin/python3", "-m", "pip", "install", "-q", "--no-deps", "--require-hashes", "--target", folder,
                        "-r", os.path.join(PROJECT, "Tests", "Web", "requirements.txt")],
                       check=True, capture_output=True, timeout=120)
    with open(path, encoding="utf-8") as file:
        return file.read()


def is_reached_by_keyboard(browser):
    """The Tab key goes through everything that can be operated, from the top to the bottom, and it is seen where it is."""
    # After a change of the window's size, drawings are made again.
    browser.settle()
    count = browser.run(REACHABLE)
    reached = [0]
    while len(reached) < count:
        browser.key("Tab")
        index, markup, faults = browser.run(FOCUSED)
        assert not faults, (markup, faults)
        # Lists that scroll have the focus as well.
        if index >= 0:
            reached.append(index)
            if index != len(reached) - 1:
                break
    assert reached == list(range(count)), (count, reached)


def is_accessible(browser):
    """Fails with what axe and the rules here find, light and dark, wide and on a phone."""
    browser.run(axe())
    for width, height in SIZES.values():
        for scheme in ("light", "dark"):
            browser.size(width, height, scheme)
            browser.settle()
            broken = browser.driver.execute_async_script(VIOLATIONS)
            assert not broken, (width, scheme, broken)
            poor = browser.run(CONTRASTS)
            assert not poor, (width, scheme, poor)
            beyond = browser.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert beyond <= 0, f"{beyond} pixels too wide at {width}"
    browser.size(*SIZES["wide"])
    faults = browser.run(FAULTS)
    assert not faults, faults
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    for node in nodes:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in ("button", "combobox", "slider", "tab", "textbox", "image", "canvas", "checkbox",
                                              "spinbutton", "link", "dialog"):
            assert node.get("name", {}).get("value", "").strip(), node


# What subscribers read meanwhile: records of these kinds, after a script was played.
class Witness:
    def __init__(self, stage, **wish):
        self.client, self.lines = stage.subscriber()
        self.ask("subscribe", wish)

    def ask(self, name, argument):
        print(json.dumps({"id": 1, name: argument}), file=self.lines, flush=True)
        self.records = []
        while (line := json.loads(self.lines.readline())).get("id") != 1:
            pass
        assert line["type"] == "reply", line
        return line["result"]

    def play(self, script):
        """Plays a touch script; gives all records until its device has gone."""
        device = self.ask("inject", {"script": script})["device"]
        records = []
        while True:
            record = json.loads(self.lines.readline())
            if "seq" in record:
                records.append(record)
            if record["type"] == "device" and record["device"] == device and record["event"] == "removed":
                return records
