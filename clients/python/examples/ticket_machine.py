#!/usr/bin/env python3
"""A ticket machine that is built at run time: three pages, a dialog, and a PIN pad.

    ticket_machine.py machine.json     # with config/examples/tickets/panel.yaml
    ticket_machine.py --map            # a second program adds a map, and acts on it

Every record is printed. After a restart or a reload of responderd, the pages are there again.
"""

import json
import sys

import responderd

PAGES = ("page.stations", "page.tickets", "page.pay")
SURE = {"id": "sure", "view": {"id": "sure.view", "frame": [40, 140, 400, 200], "subviews": [
    {"id": "yes", "button": {"frame": [0, 100, 200, 100]}},
    {"id": "no", "button": {"frame": [200, 100, 200, 100]}}]}}
MAP = {"id": "map", "frame": [0, 0, 320, 480], "handles": ["touches"], "isMultipleTouchEnabled": True,
       "actor": "map", "gestureRecognizers": [{"id": "map.pan", "pan": {"cancelsTouchesInView": False}}]}


def pad():
    """The keys 1 to 9, and `ok`."""
    keys = [{"id": f"pad.{key + 1}", "button": {"frame": [key % 3 * 160, key // 3 * 100, 160, 100]}}
            for key in range(9)]
    return {"id": "pad", "frame": [0, 80, 480, 400],
            "subviews": keys + [{"id": "pad.ok", "button": {"frame": [0, 300, 480, 100]}}]}


def show(client, page):
    client.batch({"set": {"view": one, "isHidden": one != page}} for one in PAGES)


def act(client, record):
    pressed = record.get("control") if record.get("event") == "primaryActionTriggered" else None
    if pressed in ("north", "middle", "south"):
        show(client, "page.tickets")
    elif pressed in ("back", "pad.ok"):
        show(client, "page.stations")
    elif record.get("recognizer") in ("single.tap", "day.tap"):
        client.put(presentedBy="machine", viewController=SURE)
    elif pressed in ("yes", "no"):
        client.remove(viewController="sure")
        if pressed == "yes":
            show(client, "page.pay")


def say(line):
    print(json.dumps(line), flush=True)


def connected(news):
    say({"type": "connected", "isNew": news.is_new, "waits": news.waits, "refused": news.refused})


def main():
    client = responderd.Client(on_connect=connected)
    is_map = sys.argv[1] == "--map"
    # What a program with a name has put stays while it connects again.
    client.identify("map" if is_map else "machine")
    if is_map:
        client.subscribe(views=["map"], types=["touches", "gesture", "edit"])
        client.put(in_="map.place", view=MAP)
    else:
        client.subscribe()
        with open(sys.argv[1], encoding="utf-8") as file:
            client.batch(json.load(file))
        client.put(in_="page.pay", view=pad())
    say({"type": "built"})
    for record in client:
        say(record)
        try:
            if not is_map:
                act(client, record)
        except responderd.ResponderError as error:
            print(error, file=sys.stderr)


if __name__ == "__main__":
    main()
