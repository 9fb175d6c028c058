// A fiber: long work on a stack of its own that runs in slices between turns of the loop.
//
//     resting ──proceed──► working ──pause──► resting … ──the work returns──► over

internal import CLinux
import Glibc

/// Work that can pause anywhere and continues with `proceed`, on the same thread.
@safe
package final class Fiber {
  private let handle: OpaquePointer
  private var work: (() -> Void)?
  private var isWorking = false

  /// Whether the work has returned.
  package private(set) var isOver = false

  /// A fiber that has not begun; give the work the means to pause.
  package init(_ work: @escaping () -> Void) throws(SystemError) {
    guard let handle = unsafe clinux_fiber_new() else {
      throw SystemError(call: "mmap", subject: "a stack", number: errno)
    }
    unsafe self.handle = handle
    self.work = work
  }

  // Objects on the stack of abandoned work would leak, so the work runs to its end.
  deinit { unsafe clinux_fiber_free(handle) }

  /// Works until it pauses, or to the end.
  package func proceed() {
    guard !isOver else { return }
    precondition(!isWorking, "bug: a fiber proceeds in itself")
    isWorking = true
    let hasReturned = unsafe clinux_fiber_resume(
      handle,
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Fiber>.fromOpaque(context).takeUnretainedValue().work?()
      }, Unmanaged.passUnretained(self).toOpaque())
    isWorking = false
    if hasReturned != 0 {
      isOver = true
      work = nil
    }
  }

  /// Pauses the work; called by the work itself.
  package func pause() {
    precondition(isWorking, "bug: a fiber pauses that does not work")
    unsafe clinux_fiber_pause(handle)
  }
}
