#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Starts a thread for work that blocks in the kernel; the thread is never joined.
///
/// - Returns: Whether the thread could be started.
@discardableResult
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let work = Unmanaged.passRetained(ThreadWork(body))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  #if canImport(Glibc)
    var thread = pthread_t()
    let failure = pthread_create(&thread, &attributes, { run($0) }, work.toOpaque())
  #else
    var thread: pthread_t?
    let failure = pthread_create(&thread, &attributes, { run($0) }, work.toOpaque())
  #endif
  if failure != 0 { work.release() }
  return failure == 0
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
