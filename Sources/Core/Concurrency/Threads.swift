import Libc

/// Starts a thread for work that blocks in the kernel; the thread is never joined.
///
/// - Returns: Whether the thread could be started.
@discardableResult
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let work = Unmanaged.passRetained(ThreadWork(body))
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  guard pthread_create(&thread, nil, { run($0) }, work.toOpaque()) == 0 else {
    work.release()
    return false
  }
  #if canImport(Glibc)
    pthread_detach(thread)
  #else
    if let thread { pthread_detach(thread) }
  #endif
  return true
}

/// Blocks the calling thread for a while, where it has nothing to wait for; never a thread of Swift's pool.
package func sleepThread(for duration: Duration) {
  usleep(UInt32(clamping: Int(duration / .microseconds(1))))
}

private final class ThreadWork {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body()
  return nil
}
