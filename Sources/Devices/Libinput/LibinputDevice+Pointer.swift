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
      default: break
      }
    }
  }
}
