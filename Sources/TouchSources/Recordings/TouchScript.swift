// Touch scripts (`.touch`): actions of fingers, written by people and by `responderctl record`.
//
//     # seconds  actions in one frame, separated by ;
//     0.000 down 1 250,150
//     0.016 move 1 252,151; down 2 400,100 force=0.4
//     0.120 up 1; cancel 2
//     0.500 press began select; remote play; motion began shake
//     0.600 pointer 30,40
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
    package var presses: ContiguousArray<PressChange> = []
    package var remoteControl: ContiguousArray<RemoteControlSubtype> = []
    package var motion: ContiguousArray<MotionPhase> = []

    /// Whether fingers change, and nothing else.
    fileprivate var isOfFingers: Bool {
      !contacts.isEmpty && pointer == nil && presses.isEmpty && remoteControl.isEmpty
        && motion.isEmpty
    }

    /// A moment at which nothing but time passes.
    package init(time: Instant) { self.time = time }

    /// Puts what happens into a frame; the frame's time and device are the caller's business.
    package func fill(_ frame: inout Frame) {
      frame.removeAll()
      frame.contacts.append(contentsOf: contacts)
      frame.pointer = pointer
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
      if let step = try parser.step(from: &scanner) { append(step) }
    }
  }

  /// Adds a step; fingers that change at one time change in one frame, each of them once.
  private mutating func append(_ step: Step) {
    guard let last = steps.last, last.time == step.time, last.isOfFingers, step.isOfFingers,
      !step.contacts.contains(where: { new in last.contacts.contains { $0.id == new.id } })
    else { return steps.append(step) }
    steps[steps.count - 1].contacts += step.contacts
  }

  /// Reads a whole script from a string.
  package init(_ text: String, file: String = "script") throws(RecordingError) {
    try self.init(parsing: Array(text.utf8), file: file)
  }
}
