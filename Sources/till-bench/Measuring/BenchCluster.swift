import Foundation

/// A temporary PostgreSQL server for the benchmarks, whose commits wait for the disk.
final class BenchCluster {
  private let folder = "/tmp/till-bench-pg-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
  private let programs: String

  /// The program folder of the newest installed server; nil where none is installed.
  static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init).sorted()
    return versions.reversed().map { "\(root)/\($0)/bin" }.first {
      FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
    }
  }()

  /// PostgreSQL refuses to run as root, so root switches to the user `postgres`.
  private static let unprivileged = getuid() == 0 ? "runuser -u postgres -- " : ""

  init() throws {
    guard let programs = Self.programs else { throw BenchFailure("PostgreSQL is not installed here") }
    self.programs = programs
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    if getuid() == 0, let user = getpwnam("postgres") { chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) }
    let settings = ["listen_addresses=''", "unix_socket_directories='\(folder)'", "shared_buffers=256MB"]
    let server = "\(Self.unprivileged)\(programs)/pg_ctl -D \(folder)/data -s -w"
    try Measurement.run([
      "/bin/sh", "-c",
      """
      cd \(folder) && \(Self.unprivileged)\(programs)/initdb -D \(folder)/data -A trust -U postgres -E UTF8 --locale=C \
        --no-instructions && \(server) -l \(folder)/log -o "\(settings.map { "-c \($0)" }.joined(separator: " "))" start \
        > /dev/null 2>&1
      """,
    ])
  }

  /// Creates an empty database, and returns its address.
  func address(_ name: String) throws -> String {
    try Measurement.run(["\(programs)/createdb", "-h", folder, "-U", "postgres", name])
    return "postgres:///\(name)?host=\(folder)&user=postgres"
  }

  deinit {
    try? Measurement.run([
      "/bin/sh", "-c", "cd / && \(Self.unprivileged)\(programs)/pg_ctl -D \(folder)/data -s -m immediate stop",
    ])
    try? FileManager.default.removeItem(atPath: folder)
  }
}
