// Touch scripts (`.touch`): actions of fingers, written by people and by `responderctl record`.
//
//     # seconds  actions in one frame, separated by ;
//     0.000 down 1 250,150
//     0.016 move 1 252,151; down 2 400,100 force=0.4
//     0.120 up 1; cancel 2
//     0.500 press began select; remote play; motion began shake
//     0.600 pointer 30,40
//     0.650 scroll 30,40 by 0,53
//     0.660 zoom 30,40 by 1.1
//     0.700 pointer gone
//     1.000 wait

package import ResponderKit

/// The actions of fingers, frame by frame, in points of one screen.
package struct TouchScript: Hashable, Sendable {
  /// Everything that happens at one moment.
  package struct Step: Hashable, Sendable {
    /// Seconds since the script's zero.
    package var time: Instant
    package var contacts: ContiguousArray<Contact> = []
    package var pointer: PointerChange?
    package var scroll: ScrollChange?
    package var zoom: ZoomChange?
    package var presses: ContiguousArray<PressChange> = []
    package var remoteControl: ContiguousArray<RemoteControlSubtype> = []
    package var motion: ContiguousArray<MotionPhase> = []

    /// Whether fingers change, and nothing else.
    private var isOfFingers: Bool {
      !contacts.isEmpty && pointer == nil && scroll == nil && zoom == nil && presses.isEmpty
        && remoteControl.isEmpty && motion.isEmpty
    }

    /// Takes in what happens at the same time; false if it needs a frame of its own.
    ///
    /// Fingers that change at one time change in one frame, each of them once.
    mutating func absorb(_ step: Step) -> Bool {
      guard time == step.time, isOfFingers, step.isOfFingers,
        !step.contacts.contains(where: { new in contacts.contains { $0.id == new.id } })
      else { return false }
      contacts += step.contacts
      return true
    }

    /// A moment at which nothing but time passes.
    package init(time: Instant) { self.time = time }

    /// Puts what happens into a frame; the frame's time and device are the caller's business.
    package func fill(_ frame: inout Frame) {
      frame.removeAll()
      frame.contacts.append(contentsOf: contacts)
      frame.pointer = pointer
      frame.scroll = scroll
      frame.zoom = zoom
      frame.presses.append(contentsOf: presses)
      frame.remoteControl.append(contentsOf: remoteControl)
      frame.motion.append(contentsOf: motion)
    }
  }

  /// The moments in order; several have the same time where one finger changes twice.
  package var steps: ContiguousArray<Step> = []

  /// A script in which nothing happens.
  package init() {}

  /// Reads a whole script.
  package init(parsing bytes: [UInt8], file: String) throws(RecordingError) {
    var scanner = LineScanner(file: file, bytes: bytes)
    var parser = TouchScriptParser()
    while scanner.nextLine() {
      guard let step = try parser.step(from: &scanner) else { continue }
      if steps.isEmpty || !steps[steps.count - 1].absorb(step) { steps.append(step) }
    }
  }

  /// Reads a whole script from a string.
  package init(_ text: String, file: String = "script") throws(RecordingError) {
    try self.init(parsing: Array(text.utf8), file: file)
  }
}
