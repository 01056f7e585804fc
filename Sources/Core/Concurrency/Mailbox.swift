import Dispatch

/// A queue of messages to one thread, which waits for the next one.
///
/// Any thread posts; one thread takes, in the order of arrival. A message may be due later than the ones behind it.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [(message: Message, due: ContinuousClock.Instant?)] = []
    var isClosed = false
    /// Whether the thread waits and no signal was sent for it.
    var isAwaited = false

    /// Removes the oldest messages that are due; after the close, every message is.
    mutating func take(most count: Int) -> [Message] {
      let (now, isClosed) = (ContinuousClock.now, isClosed)
      var taken: [Message] = []
      messages.removeAll { message, due in
        guard taken.count < count, isClosed || due.map({ $0 <= now }) ?? true else { return false }
        taken.append(message)
        return true
      }
      return taken
    }

    /// Returns whether the thread must be woken, which one signal does.
    mutating func endWait() -> Bool {
      defer { isAwaited = false }
      return isAwaited
    }
  }

  private let state = Mutex(State())
  private let arrived = DispatchSemaphore(value: 0)
  private let limit: Int

  /// - Parameter limit: The most messages that may wait.
  package init(limit: Int = .max) { self.limit = limit }

  /// The number of waiting messages.
  package var count: Int { state.withLock { $0.messages.count } }

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds a message behind the others.
  ///
  /// - Parameters:
  ///   - due: The thread gets the message at this time at the earliest; nil for at once.
  ///   - isReplaced: Returns true for a waiting message that this one makes needless.
  /// - Returns: False if the mailbox is full or closed.
  @discardableResult
  package func post(
    _ message: Message, notBefore due: ContinuousClock.Instant? = nil,
    replacing isReplaced: ((Message) -> Bool)? = nil
  ) -> Bool {
    let (isTaken, isAwaited) = state.withLock { state in
      if let isReplaced { state.messages.removeAll { isReplaced($0.message) } }
      guard !state.isClosed, state.messages.count < limit else { return (false, false) }
      state.messages.append((message, due))
      return (true, state.endWait())
    }
    if isAwaited { arrived.signal() }
    return isTaken
  }

  /// Removes waiting messages.
  package func withdraw(where isMeant: (Message) -> Bool) {
    state.withLock { $0.messages.removeAll { isMeant($0.message) } }
  }

  /// Refuses further messages; the thread still gets those that wait.
  package func close() {
    let isAwaited = state.withLock { state in
      state.isClosed = true
      return state.endWait()
    }
    if isAwaited { arrived.signal() }
  }

  /// Waits for the next message.
  ///
  /// - Parameter deadline: When the wait ends without a message; nil for no limit.
  /// - Returns: Nil after the deadline, or when the mailbox is closed and empty.
  package func next(until deadline: ContinuousClock.Instant? = nil) -> Message? {
    while true {
      let (message, isOver, due) = state.withLock { state -> (Message?, Bool, ContinuousClock.Instant?) in
        if let message = state.take(most: 1).first { return (message, true, nil) }
        if state.isClosed || deadline.map({ $0 <= .now }) == true { return (nil, true, nil) }
        state.isAwaited = true
        return (nil, false, state.messages.compactMap(\.due).min())
      }
      if isOver { return message }
      if let end = [due, deadline].compactMap(\.self).min() {
        let rest = ContinuousClock.now.duration(to: end)
        _ = arrived.wait(timeout: .now() + .microseconds(max(0, Int(rest / .microseconds(1)) + 1)))
      } else {
        arrived.wait()
      }
      // After the time limit, a signal may already be on its way: it only makes the next wait look once more.
      state.withLock { $0.isAwaited = false }
    }
  }

  /// Returns the messages that are due, at most some, without waiting.
  package func take(most count: Int = .max) -> [Message] {
    state.withLock { $0.take(most: count) }
  }
}

/// A callback that is called once, with the first of several results.
package final class FirstResult<Value: Sendable>: Sendable {
  private let receiver: Mutex<(@Sendable (Value) -> Void)?>

  package init(_ receiver: @escaping @Sendable (Value) -> Void) { self.receiver = Mutex(receiver) }

  /// Whether the callback was called.
  package var isGiven: Bool { receiver.withLock { $0 == nil } }

  /// Calls the callback, unless an earlier result did.
  package func give(_ value: Value) { receiver.withLock { $0.take() }?(value) }
}
