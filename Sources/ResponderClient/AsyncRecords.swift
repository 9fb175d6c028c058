// Records for programs that use `await`.

/// An asynchronous sequence of a client's records, without a thread of its own.
///
/// The program provides a function that waits until a descriptor is readable: with its event loop,
/// a dispatch source, or a channel. The descriptor -1 means a lost connection: wait a moment, then
/// the client connects again.
///
///     for try await record in client.records(whenReadable: { await loop.readable($0) }) { … }
public struct AsyncRecords: AsyncSequence {
  let client: Client
  let whenReadable: (Int32) async throws -> Void

  /// The iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(client: client, whenReadable: whenReadable)
  }

  /// Returns records that have arrived, and awaits further ones.
  public struct Iterator: AsyncIteratorProtocol {
    let client: Client
    let whenReadable: (Int32) async throws -> Void

    /// The next record; nil when the daemon has ended the connection and `reconnects` is off.
    public mutating func next() async throws -> Record? {
      while true {
        switch try client.step() {
        case .record(let record): return record
        case .nothing: try await whenReadable(client.descriptor)
        case .end: return nil
        }
      }
    }
  }
}

extension Client {
  /// The records one after the other, awaited with the program's function.
  public func records(
    whenReadable: @escaping (Int32) async throws -> Void
  ) -> AsyncRecords {
    AsyncRecords(client: self, whenReadable: whenReadable)
  }

  enum Step {
    case record(Record)
    case nothing
    case end
  }

  func step() throws(ClientError) -> Step {
    do throws(ClientError) {
      return try next(within: 0).map(Step.record) ?? .nothing
    } catch {
      guard case .closed = error else { throw error }
      return .end
    }
  }
}
