"""A GTK 4 program that fills its output: a button above, an area to drag on below; it prints its events."""

import ctypes

import gi

from printed import painted, say, touched

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

TOUCHES = {int(kind): phase for kind, phase in (
    (Gdk.EventType.TOUCH_BEGIN, "begin"), (Gdk.EventType.TOUCH_UPDATE, "update"),
    (Gdk.EventType.TOUCH_END, "end"), (Gdk.EventType.TOUCH_CANCEL, "cancel"))}
# PyGObject of Debian 12 does not know the events of GTK 4.
GTK = ctypes.CDLL("libgtk-4.so.1")
GTK.gtk_event_controller_get_current_event.restype = ctypes.c_void_p


def take(controller, _):
    """Prints every touch event before GTK has it, and how things are when the last finger has lifted."""
    event = GTK.gtk_event_controller_get_current_event(ctypes.c_void_p(hash(controller)))
    phase = TOUCHES.get(GTK.gdk_event_get_event_type(ctypes.c_void_p(event)))
    if phase:
        x, y = ctypes.c_double(), ctypes.c_double()
        GTK.gdk_event_get_position(ctypes.c_void_p(event), ctypes.byref(x), ctypes.byref(y))
        if touched(phase, x.value, y.value):
            GLib.idle_add(rest)
    return False


def rest():
    say("rest", pressed=bool(button.get_state_flags() & Gtk.StateFlags.ACTIVE), dragged=drag.is_active())
    return False


Gtk.init()
window = Gtk.Window(title="Lab")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, homogeneous=True)
button = Gtk.Button(label="Touch me")
button.connect("clicked", lambda *_: say("clicked"))
area = Gtk.DrawingArea()
drag = Gtk.GestureDrag(touch_only=True)
drag.connect("drag-begin", lambda _, x, y: say("drag begin"))
drag.connect("drag-end", lambda _, x, y: say("drag end", x=round(x), y=round(y)))
area.add_controller(drag)
box.append(button)
box.append(area)
window.set_child(box)
everything = Gtk.EventControllerLegacy(propagation_phase=Gtk.PropagationPhase.CAPTURE)
everything.connect("event", take)
window.add_controller(everything)
window.fullscreen()
window.present()
window.get_surface().get_frame_clock().connect("after-paint", lambda _: painted(window.get_width(), window.get_height()))
GLib.MainLoop().run()
