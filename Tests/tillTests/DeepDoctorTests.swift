import Core
import Foundation
import TestSupport
import Testing

/// Tests that `doctor --deep` finds flipped bits, and that `doctor` finds a full disk.
@Suite(.startsPrograms) struct DeepDoctorTests {
  private let till = TillProgram()

  private func contents(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// How many bits are flipped: 24, or the number in `TILL_FLIPS` as in the nightly run.
  private static let flips = ProcessInfo.processInfo.environment["TILL_FLIPS"].flatMap(Int.init) ?? 24

  /// Returns what `till` prints of the store's lists and states.
  private func seen() throws -> [String] {
    try [["status"], ["transactions"], ["journal"], ["orders"], ["simulator", "transactions"], ["user", "--owns"]].map {
      let run = try till.run($0 + ["--json"])
      return run.output.replacing(#/"asOf":\d+/#, with: "")
    }
  }

  @Test func aFlippedBitOfAStoreIsFound() throws {
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    #expect(try till.run("buy", TillProgram.coins).status == 0)
    let sound = try till.run("doctor", "--deep", "--json")
    #expect(sound.status == 0, "\(sound.output)")
    let before = try seen()
    let names = try FileManager.default.contentsOfDirectory(atPath: till.store)
      .filter { $0.hasSuffix(".db") || $0.hasSuffix(".db-wal") }.sorted()
    #expect(names.contains("device.db") && names.contains("appserver.db") && names.contains("appstore.db"))
    var kept: [String: Data] = [:]
    for name in names { kept[name] = try contents(till.store + "/" + name) }
    var generator = SeededGenerator(seed: 1709)
    var found = 0
    for _ in 0..<Self.flips {
      let full = names.filter { kept[$0]?.isEmpty == false }
      let name = full[Int.random(in: 0..<full.count, using: &generator)]
      var bytes = try #require(kept[name])
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] ^= 1 << Int.random(in: 0..<8, using: &generator)
      try put(kept.merging([name: bytes]) { $1 })
      let run = try till.run("doctor", "--deep", "--json")
      if run.status == 0 {
        #expect(try seen() == before, "byte \(place) of \(name) is not found")
      } else {
        found += 1
      }
    }
    #expect(found * 10 >= Self.flips * 8, "\(found) of \(Self.flips)")
    try put(kept)
    #expect(try till.run("doctor", "--deep").status == 0)
  }

  /// Returns what a support agent would see of a desk.
  private func seenAtTheDesk() throws -> [String] {
    try [["status"], ["find", "purchased"], ["customer", "1"], ["export", "1"]].map {
      let run = try till.run(["desk"] + $0 + ["--json"])
      return run.output.replacing(#/"(asOf|lastChecked|age\w*)":\d+/#, with: "")
    }
  }

  @Test func aFlippedBitOfADeskIsFound() throws {
    let root = till.store + "/root.pem"
    #expect(try till.run("buy", TillProgram.premium).status == 0)
    try till.run("simulator", "root").output.write(toFile: root, atomically: true, encoding: .utf8)
    let file = till.store + "/all.jws"
    try till.run("export", "--format", "jws").output.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try till.run("desk", "import", file, "--root", root).status == 0)
    #expect(try till.run("desk", "doctor", "--deep", "--json").document()["ok"] == true)
    var kept: [String: Data] = [:]
    for name in ["desk.db", "desk.db-wal"] where FileManager.default.fileExists(atPath: till.store + "/" + name) {
      kept[name] = try contents(till.store + "/" + name)
    }
    let before = try seenAtTheDesk()
    var generator = SeededGenerator(seed: 1710)
    for _ in 0..<Self.flips {
      let full = kept.keys.sorted().filter { kept[$0]?.isEmpty == false }
      let name = full[Int.random(in: 0..<full.count, using: &generator)]
      var bytes = try #require(kept[name])
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] ^= 1 << Int.random(in: 0..<8, using: &generator)
      try put(kept.merging([name: bytes]) { $1 })
      let run = try till.run("desk", "doctor", "--deep", "--json")
      if run.status == 0 {
        #expect(try seenAtTheDesk() == before, "byte \(place) of \(name) is not found")
      }
    }
  }

  private func put(_ files: [String: Data]) throws {
    for (name, bytes) in files { try bytes.write(to: URL(filePath: till.store + "/" + name)) }
    for name in try FileManager.default.contentsOfDirectory(atPath: till.store) where name.hasSuffix("-shm") {
      try FileManager.default.removeItem(atPath: till.store + "/" + name)
    }
  }

  @Test(.enabled(if: TillProgram.canMount, "this machine lets nobody mount a small file system"))
  func aFullDiskIsNotCalledOk() throws {
    #expect(try till.run("status").status == 0)
    let script = """
      set -e; kept=$(mktemp -d); cp -a "$0/." "$kept"; mount -t tmpfs -o size=4m none "$0"; cp -a "$kept/." "$0"
      head -c 100000000 /dev/zero > "$0/filler" 2>/dev/null || true
      set +e; "$@"; status=$?; umount "$0"; rm -rf "$kept"; exit $status
      """
    let run = try till.run(
      ["doctor", "--json"], through: ["/usr/bin/env", "unshare", "-m", "/bin/sh", "-c", script, till.store])
    #expect(run.status == 4, "\(run.output)")
    let disk = try run.document().rows("checks").first { $0.text("name") == "disk" }
    #expect(disk?["ok"] == false && disk?.text("detail")?.contains("full") == true)
  }
}
