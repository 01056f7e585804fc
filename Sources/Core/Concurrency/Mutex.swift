#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A value that one thread at a time may use.
///
/// It does what `Synchronization.Mutex` does, on a POSIX mutex: the standard library's is a bare futex on Linux, which
/// the thread sanitizer does not see, so that it reports a race for whatever such a lock guards. Till's tests must be
/// clean under that sanitizer, and a lock that it understands also lets it see the races that are real.
package final class Mutex<Value>: @unchecked Sendable {
  // Sendable holds: the mutex never moves after `init`, and the value is touched only between lock and unlock. What a
  // caller puts in or takes out is `sending`, so that the caller keeps no reference to it.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  /// Makes an unlocked mutex around a value.
  package init(_ value: consuming sending Value) {
    mutex.initialize(to: pthread_mutex_t())
    let failure = pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "a mutex can be made")
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Uses the value exclusively; must not be called again from within.
  ///
  /// - Throws: What the function throws.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
