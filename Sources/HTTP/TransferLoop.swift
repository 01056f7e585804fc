import CCurl
import Core
import Libc

/// The thread that runs libcurl: every handle is created, used and freed there.
final class TransferLoop: Sendable {
  private struct Inbox {
    var orders: [TransferOrder] = []
    var isRunning = false
    var isStopped = false

    mutating func removeAll() -> [TransferOrder] {
      defer { orders = [] }
      return orders
    }
  }

  /// The number of simultaneous exchanges with one server, as in a browser; further requests wait in this loop.
  ///
  /// libcurl's own limit is not used, because libcurl sometimes forgets a waiting request until its connection
  /// time-out.
  private static let limitEach = 6

  private let inbox = Mutex(Inbox())
  // `multi` never changes, and is freed when the last reference to this object, including the thread's, is gone. Only
  // the thread uses it, except for `curl_multi_wakeup`, which libcurl allows from any thread.
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer?

  init() {
    multi = till_curl_start() ? till_curl_multi_init() : nil
  }

  deinit {
    // A running thread keeps a reference to this object, so the thread has ended.
    if let multi { till_curl_multi_cleanup(multi) }
  }

  /// Starts an exchange; the first one starts the thread.
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

  /// Wakes the thread, so that it ends cancelled exchanges.
  func wake() { if let multi { till_curl_multi_wakeup(multi) } }

  /// Ends all running exchanges, and the thread.
  func stop() {
    inbox.withLock { $0.isStopped = true }
    wake()
  }

  // MARK: Methods that run on the thread

  private func run() {
    guard let multi else { return }
    Self.blockSignals()
    var running: [UnsafeMutableRawPointer: Transfer] = [:]
    var waiting: [TransferOrder] = []
    while let orders = inbox.withLock({ $0.isStopped ? nil : $0.removeAll() }) {
      waiting += orders
      for (handle, transfer) in running where transfer.order.isCancelled {
        till_curl_multi_remove_handle(multi, handle)
        running[handle] = nil
      }
      startWaiting(&waiting, &running)
      var count: Int32 = 0
      till_curl_multi_perform(multi, &count)
      finishDone(&running)
      // Exchanges that just ended make room for others, which must start before the thread sleeps.
      startWaiting(&waiting, &running)
      // Sleeps until data arrives, a time-out is due or another thread calls `wake`, at most an hour.
      till_curl_multi_poll(multi, min(endLate(&running), 3_600_000))
    }
    for (handle, transfer) in running {
      till_curl_multi_remove_handle(multi, handle)
      transfer.order.cancel()
    }
    (waiting + inbox.withLock { $0.orders }).forEach { $0.cancel() }
  }

  /// Starts waiting exchanges in their order, up to the limit for each server.
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
  /// - Returns: The milliseconds until the next head is late.
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

  /// Blocks signals on this thread: the main thread handles them, and a broken connection is reported as an error.
  private static func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}
