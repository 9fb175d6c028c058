"""A GTK program that fills its output: a button above, an area to drag on below; it prints its events."""

import gi

from printed import painted, say, touched

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

TOUCHES = {Gdk.EventType.TOUCH_BEGIN: "begin", Gdk.EventType.TOUCH_UPDATE: "update",
           Gdk.EventType.TOUCH_END: "end", Gdk.EventType.TOUCH_CANCEL: "cancel"}


def take(event, *_):
    """Prints every touch event before GTK has it, and how things are when the last finger has lifted."""
    phase = TOUCHES.get(event.type)
    is_last = phase is not None and touched(phase, *event.get_root_coords()[1:])
    Gtk.main_do_event(event)
    if is_last:
        say("rest", pressed=bool(button.get_state_flags() & Gtk.StateFlags.ACTIVE), dragged=drag.is_active())


def mapped(widget, _):
    """From now on it prints the size in which it has been drawn."""
    widget.get_window().get_frame_clock().connect(
        "after-paint", lambda _: painted(widget.get_allocated_width(), widget.get_allocated_height()))
    return False


window = Gtk.Window(title="Lab")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, homogeneous=True)
button = Gtk.Button(label="Touch me")
button.connect("clicked", lambda *_: say("clicked"))
area = Gtk.EventBox()
area.add_events(Gdk.EventMask.TOUCH_MASK)
drag = Gtk.GestureDrag.new(area)
drag.set_touch_only(True)
drag.connect("drag-begin", lambda _, x, y: say("drag begin"))
drag.connect("drag-end", lambda _, x, y: say("drag end", x=round(x), y=round(y)))
box.add(button)
box.add(area)
window.add(box)
window.connect("key-press-event", lambda _, event: say("key", name=Gdk.keyval_name(event.keyval)))
window.connect("map-event", mapped)
window.fullscreen()
window.show_all()
Gdk.event_handler_set(take)
Gtk.main()
