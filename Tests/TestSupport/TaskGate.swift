/// A gate at which tasks wait until a test opens it; it is open at first unless told otherwise.
package actor TaskGate {
  private var isClosed: Bool
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  package init(isClosed: Bool = false) { self.isClosed = isClosed }

  package func close() { isClosed = true }

  package func open() {
    isClosed = false
    waiting.forEach { $0.resume() }
    waiting = []
  }

  package func pass() async {
    guard isClosed else { return }
    watching.forEach { $0.resume() }
    watching = []
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns as soon as a task waits at the gate.
  package func arrival() async {
    guard waiting.isEmpty else { return }
    await withCheckedContinuation { watching.append($0) }
  }
}
