import Core
import Foundation
import TestSupport
import Testing

/// Tests that run the commands of the desk's guide as they are written, on a small population.
@Suite(.startsPrograms) struct DeskGuideTests {
  private static let guide = Guide("desk.md")

  /// The mark before a block, which says how the block is run.
  private enum Way: String {
    /// With a desk in a file.
    case plain = ""
    /// The block makes the data that the other blocks read.
    case population = ": population"
    /// With a running `till serve` in place of the App Store.
    case apple = ": apple"
    /// The block is a listener, which is stopped once it listens.
    case listens = ": listens"
    /// With PostgreSQL.
    case database = ": database"
    /// With a PostgreSQL server of its own, which is stopped, lost and upgraded.
    case server = ": server"
  }

  private static let bench = URL(filePath: TillProgram.path).deletingLastPathComponent().appending(path: "till-bench")
    .path(percentEncoded: false)
  private static let hasBench = FileManager.default.isExecutableFile(atPath: bench)

  /// Returns the blocks of one kind, changed for a small population and its app.
  private static func blocks(_ way: Way) throws -> [String] {
    try guide.blocks(Way.self).filter { $0.way == way }.map { block in
      block.text.replacing("--customers 1000 --transactions 10000", with: "--customers 20 --transactions 120")
        .replacing("com.example.app", with: "com.example.piglet").replacing("Production", with: "Sandbox")
        .replacing("--port 8380", with: "--port 0").replacing("--tls", with: "--port 0 --tls")
    }
  }

  /// A shell function `till` that adds the test's root to a new desk, and the test's file where no other is named.
  private static let till = """
    till() {
      case "$*" in "desk init "*--bundle-id*) set -- "$@" --root population/root.pem;; esac
      case "$*" in *" --db "*) ;; *) set -- "$@" --db desk.db;; esac
      '\(TillProgram.path)' "$@"
    }
    till-bench() { '\(bench)' "$@"; }
    CUSTOMER='#2'
    """

  /// Shell commands that make the files for the first block.
  private static let files = """
    mkdir histories; gunzip < population/histories.jws.gz > histories/all.jws
    cp population/notifications.jsonl.gz .
    """

  @Test(.enabled(if: hasBench, "till-bench is not built here"))
  func everyBlockAboutAFileWorks() throws {
    let (plain, listening) = (try Self.blocks(.plain), try Self.blocks(.listens))
    #expect(plain.count >= 3 && listening.count == 2)
    let certificate = """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2 \
        -keyout key.pem -out cert.pem 2> /dev/null
      """
    try Guide.run(
      Self.blocks(.population) + [Self.files] + plain + [certificate] + listening.map(Guide.untilItListens),
      in: TillProgram().store, start: Self.till)
  }

  @Test(PostgreSQLCluster.isHere, .enabled(if: hasBench, "till-bench is not built here"))
  func everyBlockAboutPostgreSQLWorks() throws {
    let blocks = try Self.blocks(.database)
    #expect(blocks.count >= 3)
    let cluster = try #require(PostgreSQLCluster())
    try Guide.run(
      Self.blocks(.population) + [Self.files]
        + blocks.map {
          $0.replacing("postgres://host/desk", with: "\"$DESK\"").replacing(
            "postgres://replica/desk", with: "\"$DESK\""
          )
          .replacing("postgres://host/copy", with: "\"$COPY\"").replacing(
            "postgres://anna@host/desk", with: "\"$ANNA\"")
        }, in: TillProgram().store,
      environment: [
        "DESK": cluster.address("desk"), "COPY": cluster.address("copy"), "ANNA": cluster.address("desk", user: "anna"),
        "PGHOST": cluster.socket, "PGUSER": "postgres", "PATH": cluster.programs + ":/usr/bin:/bin",
      ], start: Self.till)
  }

  @Test(PostgreSQLCluster.isHere, .enabled(if: hasBench, "till-bench is not built here"))
  func aServerIsBroughtBackAndUpgraded() throws {
    let blocks = try Self.blocks(.server)
    #expect(blocks.count == 2)
    let programs = try #require(PostgreSQLCluster.programsFolder)
    let start = """
      as_owner() { \(PostgreSQLCluster.unprivileged.joined(separator: " ")) "$@"; }
      touch() { as_owner touch "$@"; }
      for program in pg_ctl "pg_basebackup --no-sync" "pg_upgrade --no-sync" vacuumdb; do
        eval "${program%% *}() { as_owner $NEW/$program \"\\$@\" > log.txt 2>&1 || { cat log.txt; return 1; }; }"
      done
      initdb() {
        as_owner $NEW/initdb -A trust -U postgres -E UTF8 --locale=C --no-sync "$@" > log.txt
        printf '%s\\n' "listen_addresses = ''" "unix_socket_directories = '$PWD'" 'fsync = off' >> "$2/postgresql.auto.conf"
      }
      chmod 755 . && mkdir archive && chmod 777 . archive
      export PGHOST=$PWD PGUSER=postgres ARCHIVE=$PWD/archive
      DESK="postgres:///desk?host=$PWD&user=postgres"
      trap 'for data in data back newer; do pg_ctl --pgdata $data --mode immediate stop || true; done > end.txt' EXIT
      initdb --pgdata data
      pg_ctl --pgdata data --wait start
      createdb desk
      \(Self.till)
      """
    let filling = """
      till desk init --db "$DESK" --bundle-id com.example.piglet --environment Sandbox
      till desk import population/histories.jws.gz --db "$DESK"
      """
    // A socket's path must be short.
    let folder = "/tmp/till-server-\(UInt32.random(in: 0...UInt32.max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Guide.run(
      Self.blocks(.population) + [filling] + blocks.map { $0.replacing("postgres://host/desk", with: "\"$DESK\"") },
      in: folder, environment: ["OLD": programs, "NEW": programs, "PATH": programs + ":/usr/sbin:/usr/bin:/bin"],
      start: start)
  }

  private static let systemd = "/usr/bin/systemd-analyze"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: systemd), "systemd is not installed here"))
  func theUnitIsWellFormedAndShutIn() throws {
    let unit = try #require(try Self.guide.text.firstMatch(of: /```\n(\[Unit\]\n(?:.*\n)*?)```/)).1
    let folder = TillProgram().store
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = URL(filePath: folder).appending(path: "till-desk.service")
    try unit.replacing("/usr/local/bin/till", with: TillProgram.path).write(to: file, atomically: true, encoding: .utf8)
    for words in [["verify", file.path], ["security", "--offline=true", "--threshold=20", file.path]] {
      let answer = Spawn.run([Self.systemd] + words, in: "/")
      #expect(answer.status == 0, "\(answer.output)")
    }
  }

  @Test func everyBlockAboutAppleWorks() throws {
    let blocks = try Self.blocks(.apple)
    #expect(blocks.count >= 2)
    let shop = TillProgram()
    let serve = try ServeProgram(store: shop.store)
    let bought = try TillProgram().json("--backend", serve.url, "buy", "com.example.piglet.coins100")
    let id = try #require(try bought.string("transactionId"))
    let order = try #require(try shop.json("simulator", "transactions", id).text("orderNumber"))
    func said(_ name: String) throws -> String { try #require(try serve.document.string(name)) }
    let desk = TillProgram()
    let start = """
      till() {
        case "$*" in "desk refresh"*|"desk sweep"*|"desk find"*|"desk worker"*)
          set -- "$@" --backend "appstore:$URL" --key "$KEYFILE" --key-id "$KEYID" --issuer "$ISSUER";; esac
        '\(TillProgram.path)' "$@" --db desk.db
      }
      till desk init --bundle-id "$BUNDLE" --environment Sandbox --root "$ROOT"
      till desk sweep
      """
    try Guide.run(
      blocks.map { $0.replacing(" --backend appstore:production", with: "") }, in: desk.store,
      environment: [
        "URL": serve.url, "KEYID": said("keyId"), "ISSUER": said("issuerId"), "BUNDLE": said("bundleId"),
        "KEYFILE": said("privateKeyFile"), "ROOT": said("rootCertificateFile"), "CUSTOMER": id, "ORDERNUMBER": order,
      ], start: start)
  }
}
