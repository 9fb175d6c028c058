"""A client of responderd; needs nothing but Python 3.9 and its standard library.

    import responderd

    with responderd.Client() as client:
        client.subscribe(views=["red"])
        for record in client:
            print(record["type"], record)

`client.put(…)` makes views, windows, controllers and recognizers. `client.picture` has the state after the
records so far: windows, screens, devices, touches that are down, gestures under way. When the connection is
lost the client makes it again, puts again what was put, and resumes; touches and gestures whose end was lost
with it are ended by records that the client makes up, marked "madeUp". `responderd.aio.Client` is the same for
asyncio, `responderd.testing.Daemon` a daemon for tests without hardware. The protocol is described in
responderd-protocol(7).
"""

from .client import SOCKET, Client
from .errors import Closed, Refused, ResponderError
from .picture import Picture
from .session import PROTOCOL, Connected

__all__ = ["Client", "Closed", "Connected", "Picture", "PROTOCOL", "Refused", "ResponderError", "SOCKET"]
