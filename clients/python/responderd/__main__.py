"""Prints the records as they come: python3 -m responderd"""

import json

from . import Client


def main():
    with Client() as client:
        client.subscribe()
        for record in client:
            print(json.dumps(record, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        pass
