import Libc

/// A value that only one thread at a time can use.
///
/// It does what `Synchronization.Mutex` does, but on a POSIX mutex. The standard library's mutex is a bare futex on
/// Linux, which the thread sanitizer does not see, so the sanitizer reports a race for everything that it guards.
/// Till's tests must be clean under that sanitizer, and with a lock that it understands it also finds the real races.
package final class Mutex<Value>: @unchecked Sendable {
  // Sendable is correct: the mutex never moves after `init`, and the value is used only between lock and unlock. A
  // value that a caller puts in or takes out is `sending`, so that the caller keeps no reference to it.
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

  /// Calls a function with exclusive access to the value; the function must not call `withLock` again.
  ///
  /// - Throws: The error that the function throws.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
