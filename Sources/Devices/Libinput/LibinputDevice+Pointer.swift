// What libinput reports of a pointer.

import CLibinput
import ResponderKit

extension LibinputDevice {
  /// Handles an event of a pointer.
  func handle(pointer event: OpaquePointer) {
    guard let moved = unsafe libinput_event_get_pointer_event(event) else { return }
    let type = unsafe libinput_event_get_type(event)
    point(at: unsafe libinput_event_pointer_get_time_usec(moved)) { pointer in
      switch type {
      case LIBINPUT_EVENT_POINTER_MOTION:
        pointer.move(
          by: Point(
            x: unsafe libinput_event_pointer_get_dx(moved),
            y: unsafe libinput_event_pointer_get_dy(moved)))
      case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
        pointer.move(
          toPart: unsafe libinput_event_pointer_get_absolute_x_transformed(moved, 1),
          unsafe libinput_event_pointer_get_absolute_y_transformed(moved, 1))
      case LIBINPUT_EVENT_POINTER_BUTTON:
        let state = unsafe libinput_event_pointer_get_button_state(moved)
        pointer.handle(
          button: Int(unsafe libinput_event_pointer_get_button(moved)),
          isDown: state == LIBINPUT_BUTTON_STATE_PRESSED)
      case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL:
        unsafe pointer.turnWheel(by: ways(of: moved, libinput_event_pointer_get_scroll_value_v120))
      case LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS, LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
        unsafe pointer.scroll(by: ways(of: moved, libinput_event_pointer_get_scroll_value))
      default: break
      }
    }
  }

  /// Handles an event of a pinch; at its end the scale is as it was.
  func handle(pinch event: OpaquePointer) {
    guard let pinch = unsafe libinput_event_get_gesture_event(event) else { return }
    let isBegin = unsafe libinput_event_get_type(event) == LIBINPUT_EVENT_GESTURE_PINCH_BEGIN
    point(at: unsafe libinput_event_gesture_get_time_usec(pinch)) { pointer in
      if isBegin { pointer.beginPinch() }
      pointer.pinch(to: unsafe libinput_event_gesture_get_scale(pinch))
    }
  }
}

/// What an event has along both axes; only an axis that it has may be asked for.
private func ways(
  of event: OpaquePointer, _ value: (OpaquePointer?, libinput_pointer_axis) -> Double
) -> Point {
  func way(_ axis: libinput_pointer_axis) -> Double {
    unsafe libinput_event_pointer_has_axis(event, axis) != 0 ? unsafe value(event, axis) : 0
  }
  return Point(
    x: way(LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL), y: way(LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
}
