import Foundation

/// A doorbell without data that rings when any process, this one included, has committed to a database of this machine.
///
/// Rings that come while nobody listens count as one. The stream ends when the directory cannot be watched.
package func commits(toDatabase path: String) -> AsyncStream<Void> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    guard let watch = DirectoryWatch(ledger: path) else { return continuation.finish() }
    continuation.onTermination = { _ in watch.stop() }
    let thread = Thread {
      var isWriting = false
      while case .changed = watch.wait(milliseconds: nil, isWriting: &isWriting) { continuation.yield() }
      continuation.finish()
    }
    thread.name = "database doorbell"
    thread.start()
  }
}
