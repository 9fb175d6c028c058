// The readings of the configuration file, one after another.

import LinuxKit

/// Reads the configuration file in slices, once for all that ask for it meanwhile.
final class ConfigurationReader {
  typealias Order = ConfigurationReading.Order

  /// The time for which the file is read or merged in one turn, in microseconds.
  var slice: Int64 = 2_000

  private let loop: EventLoop
  private let begin: (Order) throws(SystemError) -> ConfigurationReading
  private let finish: (Order, Result<ReadConfiguration, RefusedConfiguration>) -> Void
  private var reading: ConfigurationReading?
  private var next: Order?
  private var timer: Timer?
  private var isStopped = false

  /// A reader that begins readings with one closure, and reports their results with another.
  init(
    _ loop: EventLoop, begin: @escaping (Order) throws(SystemError) -> ConfigurationReading,
    finish: @escaping (Order, Result<ReadConfiguration, RefusedConfiguration>) -> Void
  ) {
    self.loop = loop
    self.begin = begin
    self.finish = finish
  }

  /// Whether the file is being read.
  var isReading: Bool { reading != nil }

  /// Reads the file, now or after the reading that is under way: the file may have changed since
  /// that began.
  func read(_ order: Order) {
    guard reading == nil else {
      next = next.map { $0 + order } ?? order
      return
    }
    do throws(SystemError) {
      reading = try begin(order)
    } catch {
      return finish(order, .failure(RefusedConfiguration(description: "\(error)")))
    }
    if timer == nil { timer = loop.timer { [unowned self] in proceed() } }
    proceed()
  }

  /// Reads nothing more, because the daemon ends.
  func stop() { isStopped = true }

  private func proceed() {
    guard !isStopped, let reading else { return }
    let began = loop.clock.now()
    reading.proceed(until: began + slice)
    loop.record("reload", took: loop.clock.now() - began)
    guard let result = reading.result else {
      // Touches and clients are served before the reading continues.
      timer?.deadline = loop.clock.now() + 1
      return
    }
    self.reading = nil
    finish(reading.order, result)
    guard let next else { return }
    self.next = nil
    read(next)
  }
}
