import Foundation
package import Testing

/// A PostgreSQL server of the tests' own, which starts with the first test that needs it and ends with the process.
///
/// It listens on a Unix socket in a folder that only its owner may open, never on a port of the machine, except where a
/// test needs one. Where PostgreSQL is not installed, the tests that need it are skipped and say so.
package final class PostgreSQLCluster: Sendable {
  /// The cluster that the tests share; nil where it cannot be made.
  package static let shared: PostgreSQLCluster? = PostgreSQLCluster()

  /// The folder of its socket.
  package let socket: String
  /// The folder of its programs.
  package let programs: String
  private let data: String
  private let folder: String
  private let life: Pipe
  /// The port of 127.0.0.1 on which it also listens; nil for none.
  private let port: UInt16?

  /// A trait for tests that need PostgreSQL.
  package static var isHere: ConditionTrait {
    .enabled(if: programsFolder != nil, "PostgreSQL is not installed here; `Assets/setup` does it")
  }

  /// The program folder of the newest installed server; nil without one.
  package static let programsFolder: String? = {
    let root = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init).sorted()
    let folders =
      versions.reversed().map { "\(root)/\($0)/bin" } + ["/opt/homebrew/opt/postgresql/bin", "/usr/local/bin"]
    return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// The words before a command that must not run as root, which PostgreSQL refuses.
  package static let unprivileged: [String] = getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []

  /// Makes a cluster and waits until it answers.
  ///
  /// - Parameters:
  ///   - isDurable: Whether a commit waits for the disk, which only tests of durability need.
  ///   - settings: Further lines of the server's configuration.
  ///   - port: A port of 127.0.0.1, for TLS, which a Unix socket does not have.
  package init?(isDurable: Bool = false, settings: [String] = [], port: UInt16? = nil) {
    self.port = port
    guard let programs = Self.programsFolder else { return nil }
    self.programs = programs
    folder = "/tmp/till-pg-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    data = folder + "/data"
    socket = folder
    life = Pipe()
    let manager = FileManager.default
    do {
      try manager.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      return nil
    }
    if getuid() == 0, let user = getpwnam("postgres") { chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) }
    let made = Spawn.run(
      Self.unprivileged + [
        programs + "/initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync",
        "--no-instructions",
      ], in: folder)
    guard made.status == 0 else { return nil }
    let lines =
      ["listen_addresses = ''", "unix_socket_directories = '\(folder)'", "max_connections = 200"]
      + ["shared_buffers = 64MB", "max_prepared_transactions = 20"]
      + (port.map { ["listen_addresses = '127.0.0.1'", "port = \($0)"] } ?? [])
      + (isDurable ? [] : ["fsync = off", "synchronous_commit = off", "full_page_writes = off"]) + settings
    let file = data + "/postgresql.auto.conf"
    guard (try? Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: file))) != nil else {
      return nil
    }
    guard start() else { return nil }
  }

  /// Starts the server, which stops when this process's end of the pipe closes, even after a crash.
  private func start() -> Bool {
    _ = fcntl(life.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    let postgres = (Self.unprivileged + [programs + "/pg_ctl", "-D", data, "-s"]).joined(separator: " ")
    let line =
      "trap '' INT TERM; \(postgres) -w -l \(folder)/log start && echo up; cat > /dev/null; "
      + "\(postgres) -m immediate -w stop; rm -rf \(folder)"
    let (output, nothing) = (Pipe(), open("/dev/null", O_WRONLY | O_CLOEXEC))
    defer { close(nothing) }
    let started = Spawn.start(
      ["/bin/sh", "-c", line], in: folder,
      [life.fileHandleForReading.fileDescriptor, output.fileHandleForWriting.fileDescriptor, nothing])
    try? life.fileHandleForReading.close()
    try? output.fileHandleForWriting.close()
    return started != nil && output.fileHandleForReading.availableData == Data("up\n".utf8)
  }

  /// Returns the address of one of its databases.
  package func address(_ database: String = "postgres", user: String = "postgres") -> String {
    "postgres:///\(database)?host=\(socket)&user=\(user)" + (port.map { "&port=\($0)" } ?? "")
  }

  /// Makes an empty database for one test, and returns its name.
  package func database() -> String {
    let name = "t\(UInt64.random(in: 0...UInt64.max))"
    let made = psql("CREATE DATABASE \(name) TEMPLATE template0")
    if made.status != 0 { Issue.record("no database: \(made.output)") }
    return name
  }

  /// Runs a statement with psql as the cluster's owner, and returns psql's status and output.
  @discardableResult
  package func psql(_ sql: String, database: String = "postgres") -> (status: Int32, output: String) {
    Spawn.run(
      [programs + "/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address(database), "-c", sql], in: "/"
    )
  }

  /// Ends all processes of the server at once, as a crash does, and starts it again.
  package func crash() {
    let pg = Self.unprivileged + [programs + "/pg_ctl", "-D", data, "-s", "-w"]
    _ = Spawn.run(pg + ["-m", "immediate", "stop"], in: folder)
    _ = Spawn.run(pg + ["-l", folder + "/log", "start"], in: folder)
  }
}
