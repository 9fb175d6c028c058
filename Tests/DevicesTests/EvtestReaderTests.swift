// What evtest printed, in the forms that reached us.

import Configuration
import ResponderKit
import Testing

@testable import Devices

@Suite struct EvtestReaderTests {
  @Test func `an item of an unknown kind is passed over`() throws {
    let text = """
      Input device name: "panel"
          Event node 54 (ABS_MT_POSITION_X) Event code 330 (BTN_TOUCH)
      Event: time 108.600010, -------------- SYN_REPORT ------------
      """
    let reader = try EvtestReader(parsing: Array(text.utf8), file: "panel.evtest")
    #expect(reader.description.name == "panel")
    #expect(reader.events.count == 1)
  }

  @Test(arguments: [
    ("-------------- SYN_REPORT ------------", SyncCode.report),
    ("++++++++++++++ SYN_MT_REPORT ++++++++++++", SyncCode.multitouchReport),
    (">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<", SyncCode.dropped),
    ("-------------- SYN_DROPPED ------------", SyncCode.dropped),
    ("-------------- Report Sync ------------", SyncCode.report),
    ("++++++++++++++ Config Sync ++++++++++++", SyncCode.multitouchReport),
  ])
  func `every way to print a synchronization is read`(words: String, code: Int) throws {
    let text = "Event: time 1.1, \(words)\n"
    let reader = try EvtestReader(parsing: Array(text.utf8), file: "f")
    #expect(
      reader.events == [
        InputEvent(
          time: Instant(microseconds: 1_100_000), type: InputType.synchronization, code: code,
          value: 0)
      ])
  }

  @Test func `lost events pass over the rest of their frame`() throws {
    let text = """
      Event: time 1.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 1
      Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 5
      Event: time 1.000000, -------------- SYN_REPORT ------------
      Event: time 1.100000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 2
      Event: time 1.100000, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
      Event: time 1.200000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
      Event: time 1.200000, -------------- SYN_REPORT ------------
      Event: time 1.300000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
      Event: time 1.300000, -------------- SYN_REPORT ------------
      """
    // Without a loss the second contact would begin at 0.1 s.
    let changes = try frames(of: text).map { $0.prefix { $0 != "," } }
    #expect(changes == ["0 down 1 666.667", "300000 cancel 1 666.667"])
  }

  @Test(arguments: [325, 328, 333, 334, 335])
  func `a touchpad without a description is one, however many fingers come first`(button: Int)
    throws
  {
    let text = """
      Event: time 1.0, type 1 (EV_KEY), code \(button) (BTN_TOOL), value 1
      Event: time 1.0, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 1
      Event: time 1.0, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 5
      Event: time 1.0, -------------- SYN_REPORT ------------
      """
    let recording = try RecordingReader.parse(Array(text.utf8), file: "f").first
    #expect(recording?.deviceDescription.kind == .touchpad)
  }
}
