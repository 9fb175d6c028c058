// What evtest printed, in the forms that reached us.

import Testing

@testable import TouchSources

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
}
