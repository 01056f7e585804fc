import Foundation
import Libc

/// Ports of 127.0.0.1.
package enum LocalPort {
  /// Calls a function of the C library with the address of a port; port 0 stands for any free one.
  static func withAddress(_ port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, size) }
    }
  }

  /// Listens on a free port; the caller closes the descriptor.
  package static func listening() throws(TestServerError) -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, streamSocket, 0)
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        withAddress(0) { bind(descriptor, $0, $1) } == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      throw TestServerError(description: "no port on 127.0.0.1: \(String(cString: strerror(errno)))")
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Returns a port that is free now.
  package static func free() throws -> UInt16 {
    let (descriptor, port) = try listening()
    close(descriptor)
    return port
  }
}
