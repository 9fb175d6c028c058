"""libinput itself beside the daemon: what the library says of the touches of the same nodes."""

import ctypes
import os

LIBRARY = ctypes.CDLL("libinput.so.10", use_errno=True)
DOWN, UP, MOTION, CANCEL = 500, 501, 502, 503

POINTER, INT, DOUBLE = ctypes.c_void_p, ctypes.c_int, ctypes.c_double
OPEN = ctypes.CFUNCTYPE(INT, ctypes.c_char_p, INT, POINTER)
CLOSE = ctypes.CFUNCTYPE(None, INT, POINTER)


def function(name, result, *arguments):
    found = getattr(LIBRARY, "libinput_" + name)
    found.restype, found.argtypes = result, list(arguments)
    return found


path_create_context = function("path_create_context", POINTER, POINTER, POINTER)
path_add_device = function("path_add_device", POINTER, POINTER, ctypes.c_char_p)
dispatch = function("dispatch", INT, POINTER)
get_event = function("get_event", POINTER, POINTER)
event_get_type = function("event_get_type", INT, POINTER)
event_get_device = function("event_get_device", POINTER, POINTER)
event_get_touch_event = function("event_get_touch_event", POINTER, POINTER)
event_destroy = function("event_destroy", None, POINTER)
touch_get_slot = function("event_touch_get_slot", ctypes.c_int32, POINTER)
touch_get_x = function("event_touch_get_x_transformed", DOUBLE, POINTER, ctypes.c_uint32)
touch_get_y = function("event_touch_get_y_transformed", DOUBLE, POINTER, ctypes.c_uint32)
unref = function("unref", POINTER, POINTER)


class Interface(ctypes.Structure):
    _fields_ = [("open", OPEN), ("close", CLOSE)]


class Contact:
    """A touch as libinput reports it, in parts of the surface."""

    def __init__(self, place):
        self.places, self.end = [place], "cancelled"


class Libinput:
    """A context of our own with one panel, and what it has reported of its touches."""

    def __init__(self, node, beside=()):
        self.interface = Interface(OPEN(self._open), CLOSE(self._close))
        self.context = path_create_context(ctypes.byref(self.interface), None)
        self.device = path_add_device(self.context, node.encode())
        assert self.device, f"libinput does not take {node}"
        # Its pen keeps palms away: libinput must know of it too.
        for pen in beside:
            path_add_device(self.context, pen.encode())
        self.contacts, self.live = [], {}
        self.take()

    @staticmethod
    def _open(path, flags, _):
        return os.open(path, flags | os.O_CLOEXEC)

    @staticmethod
    def _close(descriptor, _):
        os.close(descriptor)

    def close(self):
        if self.context:
            unref(self.context)
            self.context = None

    def take(self):
        """Takes what it has to say by now."""
        dispatch(self.context)
        while event := get_event(self.context):
            kind = event_get_type(event)
            if kind in (DOWN, UP, MOTION, CANCEL) and event_get_device(event) == self.device:
                self._touch(kind, event_get_touch_event(event))
            event_destroy(event)

    def _touch(self, kind, touch):
        slot = touch_get_slot(touch)
        if kind in (UP, CANCEL):
            self.live.pop(slot).end = "ended" if kind == UP else "cancelled"
            return
        place = (touch_get_x(touch, 1), touch_get_y(touch, 1))
        if kind == DOWN:
            self.live[slot] = Contact(place)
            self.contacts.append(self.live[slot])
        else:
            self.live[slot].places.append(place)
