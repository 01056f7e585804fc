import Core
import Libc

/// The system's limits for this process, checked before a server starts.
///
/// Otherwise reaching a limit later would crash the server, or make it refuse connections.
package enum MachineLimits {
  /// The number of files kept free for databases, logs and worlds, beside connections.
  private static let reserve = 256
  /// The number of open files below which no server can work.
  private static let fewest = 128
  /// The number of connections that may be accepted before those they replace are closed.
  static let slack = 64
  /// The address space in bytes that a server's threads, libraries and buffers need.
  private static let leastSpace = 1 << 30

  /// Checks the limits of open files and address space.
  ///
  /// - Throws: An `HTTPServerError` that names the limit which is too low, and how to raise it.
  package static func check() throws(HTTPServerError) {
    let descriptors = raised(RLIMIT_NOFILE, to: fewest)
    guard descriptors >= fewest else {
      throw HTTPServerError(
        say("the limit of open files is too low: \(descriptors) (Till needs \(fewest)); raise it with ulimit -n"))
    }
    try checkSpace()
  }

  /// Checks the limit of address space.
  ///
  /// - Throws: An `HTTPServerError` where it is too low for the process's threads and buffers.
  package static func checkSpace() throws(HTTPServerError) {
    let space = raised(RLIMIT_AS, to: leastSpace)
    guard space >= leastSpace else {
      throw HTTPServerError(
        say(
          "the limit of address space is too low: \(space >> 20) MB (Till "
            + "needs \(leastSpace >> 20) MB); raise it with ulimit -v"
        ))
    }
  }

  /// Returns how many connections the limits allow, at most the wanted number.
  package static func connections(_ wanted: Int) -> Int {
    let allowed = raised(RLIMIT_NOFILE, to: wanted + reserve + slack)
    return min(wanted, allowed - min(reserve, allowed / 2) - min(slack, allowed / 4))
  }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource
  #else
    private typealias Resource = Int32
  #endif

  /// Raises a soft limit to the needed value, or as far as the hard limit allows, and returns it.
  private static func raised(_ resource: Resource, to count: Int) -> Int {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(resource.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return .max }
    if limit.rlim_cur < rlim_t(count) {
      limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
      setrlimit(resource, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }
}
