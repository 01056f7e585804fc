import Foundation

/// The command `openssl speed`, which measures one core of this machine.
enum OpenSSLSpeed {
  /// ECDSA P-256 verifications in a second, measured now; throws when the command is not there.
  static func verifications() throws(BenchFailure) -> Double {
    // It stops at an alarm, and would inherit that the threads of the pool block every signal: then it never ended.
    var none = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    guard let output = popen("exec openssl speed -seconds 1 ecdsap256 2>/dev/null </dev/null", "r") else {
      throw BenchFailure("no command can be started")
    }
    var bytes: [UInt8] = []
    while case let byte = getc(output), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let status = pclose(output)
    // The table's last line ends with the signatures and the verifications in a second.
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last { $0.contains("ecdsa") }
    guard status == 0, let rate = line?.split(separator: " ").last.flatMap({ Double($0) }), rate > 0
    else { throw BenchFailure("the command openssl is missing or says nothing: install the package openssl") }
    return rate
  }
}
