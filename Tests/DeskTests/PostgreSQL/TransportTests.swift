import Desk
import Foundation
import Storage
import TestSupport
import Testing

/// Tests of TLS through libpq, with a server certificate from a root made by the tests.
@Suite(
  PostgreSQLCluster.isHere, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")),
  .startsPrograms)
struct TransportTests {
  /// A script that makes two roots, and the server's certificate for `localhost`, signed by the first.
  private static let certificates = """
    set -e; key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    for root in right wrong; do
      openssl req -x509 $key -keyout $root.key -out $root.pem -subj "/CN=a $root root" -days 2
    done
    openssl req $key -keyout server.key -out server.csr -subj /CN=localhost
    echo subjectAltName=DNS:localhost > names
    openssl x509 -req -in server.csr -CA right.pem -CAkey right.key -CAcreateserial -out server.pem -days 2 -extfile names
    chmod 600 server.key
    """

  @Test func aServerIsKnownByItsCertificate() throws {
    var port: UInt16 = 0
    var made: PostgreSQLCluster?
    for _ in 0..<3 where made == nil {
      port = try LocalPort.free()
      made = PostgreSQLCluster(port: port)
    }
    let cluster = try #require(made)
    let folder = cluster.socket
    let signing = Spawn.run(PostgreSQLCluster.unprivileged + ["/bin/sh", "-c", Self.certificates], in: folder)
    try #require(signing.status == 0, "\(signing.output)")
    for setting in ["ssl_cert_file = '\(folder)/server.pem'", "ssl_key_file = '\(folder)/server.key'", "ssl = on"] {
      #expect(cluster.psql("ALTER SYSTEM SET \(setting)").status == 0)
    }
    #expect(cluster.psql("SELECT pg_reload_conf()").status == 0)

    /// Returns whether the connection is encrypted; nil when it was refused.
    func connect(_ host: String, _ mode: String, root: String) throws -> Bool? {
      let text = "postgres://postgres@\(host):\(port)/postgres?sslmode=\(mode)&sslrootcert=\(folder)/\(root).pem"
      do {
        let connection = try PostgreSQLConnection(PostgreSQLAddress(text))
        let encrypted: Int64? = try connection.value(
          "SELECT ssl::INTEGER::BIGINT FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        return encrypted == 1
      } catch let fault as DatabaseFault where fault.cause == .forbidden {
        #expect(!"\(fault)".contains("BEGIN"), "nothing of a certificate or a key is said")
        return nil
      }
    }
    // The server applies its new settings a moment later.
    let end = ContinuousClock.now + .seconds(60)
    while try connect("localhost", "prefer", root: "right") != true, ContinuousClock.now < end { usleep(2000) }

    for mode in ["require", "verify-ca", "verify-full"] {
      #expect(try connect("localhost", mode, root: "right") == true, "\(mode)")
      #expect(try connect("localhost", mode, root: "wrong") == nil, "\(mode) and a root that did not sign")
    }
    #expect(try connect("127.0.0.1", "verify-full", root: "right") == nil, "another name than the certificate's")
    #expect(try connect("127.0.0.1", "verify-ca", root: "right") == true)
    #expect(try connect("localhost", "disable", root: "right") == false)
  }
}
