// The C library, which has another name on each system, and what it declares differently.
#if canImport(Glibc)
  @_exported public import Glibc

  /// The type of a socket for a stream of bytes.
  public let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  @_exported public import Darwin

  /// The type of a socket for a stream of bytes.
  public let streamSocket = SOCK_STREAM

  extension stat {
    /// The time of the last change, under its name in POSIX.
    public var st_mtim: timespec { st_mtimespec }
  }
#endif
