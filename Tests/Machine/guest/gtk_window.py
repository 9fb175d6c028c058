"""A GTK program that fills its output: a button above, an area to drag on below; it prints its events."""

import json

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def say(said, **more):
    print(json.dumps({"said": said, **more}), flush=True)


TOUCHES = {Gdk.EventType.TOUCH_BEGIN: "begin", Gdk.EventType.TOUCH_UPDATE: "update",
           Gdk.EventType.TOUCH_END: "end", Gdk.EventType.TOUCH_CANCEL: "cancel"}


def touched(widget, event):
    """Prints every touch event, wherever in the window it is delivered."""
    if event.type in TOUCHES:
        x, y = event.get_coords()[1:]
        say(TOUCHES[event.type], x=round(event.get_root_coords()[1]), y=round(event.get_root_coords()[2]),
            local=[round(x), round(y)])
    return False


def mapped(widget, _):
    """From now on it prints the size in which it has been drawn."""
    def painted(_):
        size = widget.get_allocated_width(), widget.get_allocated_height()
        if size[0] > 600 and size not in shown:
            shown.append(size)
            say("shown", size=size)
    shown = []
    widget.get_window().get_frame_clock().connect("after-paint", painted)
    return False


window = Gtk.Window(title="Lab")
window.add_events(Gdk.EventMask.TOUCH_MASK | Gdk.EventMask.KEY_PRESS_MASK)
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
window.connect("event", touched)
button.connect("event", touched)
area.connect("event", touched)
window.connect("key-press-event", lambda _, event: say("key", name=Gdk.keyval_name(event.keyval)))
window.connect("map-event", mapped)
window.fullscreen()
window.show_all()
Gtk.main()
