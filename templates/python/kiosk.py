"""What happens in the kiosk. Each function below is called when its button is pressed.

The daemon says what was touched; this program says what is shown. Here it prints that: draw it with the toolkit that you like.
It waits for the daemon, and when the daemon is started again its page is there again.
"""

import responderd

PAGE = {
    "id": "chosen",
    "view": {
        "id": "chosen.view",
        "subviews": [
            {"id": "back", "button": {"frame": [20, 20, 180, 80]}},
            {"id": "buy", "button": {"frame": [500, 360, 280, 100]}},
        ],
    },
}

client = responderd.Client(waits=True)


def show(text):
    print(text, flush=True)


@client.on(control=["choice1", "choice2", "choice3"])
def choose(record):
    client.put(presentedBy="home", viewController=PAGE)
    show(f"the page of {record['control']}, with back and buy")


@client.on(control="buy")
def buy(record):
    show("thank you")


@client.on(control="back")
def back(record):
    client.remove(viewController="chosen")
    show("three choices")


show("three choices")
try:
    client.run()
except KeyboardInterrupt:
    pass
