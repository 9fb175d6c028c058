// The contacts between two frames.

import Testing

@testable import responder_tuio

@Suite("Contacts for receivers")
struct ContactBoardTests {
  @Test("Velocities are those between the frames, and a contact that stops is reported at rest")
  func velocity() throws {
    var board = ContactBoard()
    board.update("a", x: 0.2, y: 0.4, at: 0)
    let first = board.frame(at: 0)
    #expect(first.contacts == [TUIOContact(session: 1, x: 0.2, y: 0.4)] && first.alive == [1])
    board.update("a", x: 0.25, y: 0.4, at: 50_000)
    board.update("a", x: 0.3, y: 0.4, at: 100_000)
    let contact = try #require(board.frame(at: 100_000).contacts.first)
    #expect(abs(contact.velocityX - 1) < 1e-9 && contact.velocityY == 0)
    #expect(abs(contact.acceleration - 10) < 1e-9)
    #expect(!board.hasNews && board.deadline == 200_000)
    #expect(board.repetition.contacts == [contact])
    let rest = board.frame(at: 200_000)
    #expect(rest.contacts == [TUIOContact(session: 1, x: 0.3, y: 0.4)])
    #expect(board.deadline == nil && !board.hasNews)
    #expect(board.frame(at: 300_000).contacts.isEmpty)
  }

  @Test("A tap between two frames is in one frame, even when another finger follows at once")
  func shortTaps() {
    var board = ContactBoard()
    board.update("a", x: 0.1, y: 0.1, at: 0)
    board.lift("a")
    board.update("a", x: 0.9, y: 0.9, at: 10)
    board.lift("a")
    let frame = board.frame(at: 20)
    #expect(frame.alive == [1, 2] && frame.contacts.map(\.x) == [0.1, 0.9])
    #expect(board.hasNews)
    #expect(board.frame(at: 40) == TUIOFrame(contacts: [], alive: []))
    #expect(!board.hasNews && board.repetition.alive.isEmpty)
  }

  @Test("What goes is not alive, places stay within the area, and all can go at once")
  func lifting() {
    var board = ContactBoard()
    board.update("a", x: -1, y: 2, pressure: 3, at: 0)
    board.update("b", x: 0.5, y: 0.5, pressure: 0.25, at: 0)
    let frame = board.frame(at: 0)
    #expect(frame.contacts.map(\.x) == [0, 0.5] && frame.contacts.map(\.y) == [1, 0.5])
    #expect(frame.contacts.map(\.pressure) == [1, 0.25])
    board.lift("a")
    board.lift("nobody")
    #expect(board.frame(at: 10) == TUIOFrame(contacts: [], alive: [2]))
    board.liftAll()
    #expect(board.frame(at: 20) == TUIOFrame(contacts: [], alive: []))
  }
}
