import CCurl
import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The thread that libcurl lives on: every handle is made, used and freed there.
final class TransferLoop: Sendable {
  private struct Inbox {
    var orders: [TransferOrder] = []
    var isRunning = false
    var isStopped = false

    mutating func take() -> [TransferOrder] {
      defer { orders = [] }
      return orders
    }
  }

  /// As many exchanges with one server go on at once as a browser keeps connections; others wait their turn here.
  ///
  /// Not with libcurl, which knows such a limit too: there one that waits is now and then forgotten, until the time
  /// that it had to connect is over.
  private static let limitEach = 6

  private let inbox = Mutex(Inbox())
  // Never changed, and freed when nothing, the thread included, holds this object. The thread alone uses it, but for
  // `curl_multi_wakeup`, which libcurl allows from any thread.
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer?

  init() {
    multi = till_curl_start() ? till_curl_multi_init() : nil
  }

  deinit {
    // A running thread holds this object, so there is none any more.
    if let multi { till_curl_multi_cleanup(multi) }
  }

  /// Begins an exchange; the thread starts with the first one.
  func begin(_ order: TransferOrder) {
    guard multi != nil else { return order.end(.failure(HTTPError(.failed, HTTPError.noLibrary))) }
    let mustStart = inbox.withLock { inbox in
      defer { inbox.isRunning = true }
      inbox.orders.append(order)
      return !inbox.isRunning
    }
    if mustStart {
      startThread { [self] in run() }
    } else {
      wake()
    }
  }

  /// Looks for cancelled exchanges.
  func wake() { if let multi { till_curl_multi_wakeup(multi) } }

  /// Ends everything that is under way, and the thread.
  func stop() {
    inbox.withLock { $0.isStopped = true }
    wake()
  }

  // MARK: On the thread

  private func run() {
    guard let multi else { return }
    Self.blockSignals()
    var running: [UnsafeMutableRawPointer: Transfer] = [:]
    var waiting: [TransferOrder] = []
    while let orders = inbox.withLock({ $0.isStopped ? nil : $0.take() }) {
      waiting += orders
      for (handle, transfer) in running where transfer.order.isCancelled {
        till_curl_multi_remove_handle(multi, handle)
        running[handle] = nil
      }
      startWaiting(&waiting, &running)
      var count: Int32 = 0
      till_curl_multi_perform(multi, &count)
      finishDone(&running)
      // An exchange that begins here must not let the next line sleep.
      startWaiting(&waiting, &running)
      // Sleeps until data comes, a time-out is due or a task calls; an hour is as good as for ever.
      till_curl_multi_poll(multi, min(endLate(&running), 3_600_000))
    }
    for (handle, transfer) in running {
      till_curl_multi_remove_handle(multi, handle)
      transfer.order.cancel()
    }
    (waiting + inbox.withLock { $0.orders }).forEach { $0.cancel() }
  }

  /// Starts waiting exchanges, in their order, as far as each server may have more at once.
  private func startWaiting(_ waiting: inout [TransferOrder], _ running: inout [UnsafeMutableRawPointer: Transfer]) {
    guard !waiting.isEmpty else { return }
    var counts: [String: Int] = [:]
    for transfer in running.values { counts[transfer.order.request.address.server, default: 0] += 1 }
    var left: [TransferOrder] = []
    for order in waiting where !order.isCancelled {
      let server = order.request.address.server
      if counts[server, default: 0] < Self.limitEach {
        counts[server, default: 0] += 1
        start(order, &running)
      } else {
        left.append(order)
      }
    }
    waiting = left
  }

  /// Ends the exchanges whose head is late.
  ///
  /// - Returns: The milliseconds until the next one would be late.
  private func endLate(_ running: inout [UnsafeMutableRawPointer: Transfer]) -> Int32 {
    let now = ContinuousClock.now
    var next: Duration?
    for (handle, transfer) in running {
      guard let deadline = transfer.headDeadline else { continue }
      if deadline <= now {
        till_curl_multi_remove_handle(multi, handle)
        running.removeValue(forKey: handle)?.giveUp()
      } else {
        next = min(next ?? deadline - now, deadline - now)
      }
    }
    return next.map { Int32(clamping: Int($0 / .milliseconds(1)) + 1) } ?? .max
  }

  private func start(_ order: TransferOrder, _ running: inout [UnsafeMutableRawPointer: Transfer]) {
    guard let transfer = Transfer(order), till_curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
      return order.end(.failure(HTTPError(.failed, say("libcurl has no memory for another request"))))
    }
    running[transfer.handle] = transfer
  }

  private func finishDone(_ running: inout [UnsafeMutableRawPointer: Transfer]) {
    var left: Int32 = 0
    while let message = till_curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
      let result = till_curl_message_result(message)
      till_curl_multi_remove_handle(multi, handle)
      running.removeValue(forKey: handle)?.finish(result)
    }
  }

  /// Blocks signals on this thread: the main thread handles them, and a broken connection shows as an error.
  private static func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}
