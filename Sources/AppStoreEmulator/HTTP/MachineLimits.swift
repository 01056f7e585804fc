import Texts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the system lets this process have, looked at before a server begins: running out later ends in a crash, or in a
/// server that takes no connection.
package enum MachineLimits {
  /// What the database, the logs and the worlds need open besides connections.
  private static let reserve = 256
  /// Below this no server can work.
  private static let fewest = 128
  /// Connections that may come in before those they replace are closed.
  static let slack = 64
  /// What a server's threads, libraries and buffers need of address space.
  private static let leastSpace = 1 << 30

  /// - Throws: an `HTTPServerError` that names the limit which is too low, and how to raise it.
  package static func check() throws(HTTPServerError) {
    let descriptors = raised(RLIMIT_NOFILE, to: fewest)
    guard descriptors >= fewest else {
      throw HTTPServerError(
        say("too few open files allowed: \(descriptors) (\(fewest) are needed); raise the limit with ulimit -n"))
    }
    try checkSpace()
  }

  /// - Throws: an `HTTPServerError` where this process may have too little memory for its threads and buffers.
  package static func checkSpace() throws(HTTPServerError) {
    let space = raised(RLIMIT_AS, to: leastSpace)
    guard space >= leastSpace else {
      throw HTTPServerError(
        say(
          "too little memory allowed: \(space >> 20) MB of address space (\(leastSpace >> 20) MB are needed); raise "
            + "the limit with ulimit -v"
        ))
    }
  }

  /// How many connections of those wanted there may be.
  static func connections(_ wanted: Int) -> Int {
    let allowed = raised(RLIMIT_NOFILE, to: wanted + reserve + slack)
    return min(wanted, allowed - min(reserve, allowed / 2) - min(slack, allowed / 4))
  }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource
  #else
    private typealias Resource = Int32
  #endif

  /// Raises a soft limit as far as the hard one allows; what it is then.
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
