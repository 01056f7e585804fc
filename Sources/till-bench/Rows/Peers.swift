import Foundation

/// Another program that shows a list in a terminal and moves with `j` and `k`, measured in the same run.
private struct Peer: Sendable {
  let name: String
  /// The command, run in a folder with a Git history of 300 commits and a file of 20,000 lines.
  let words: [String]
  let budget: Budget?

  static let all = [
    Peer(name: "tig", words: ["tig"], budget: .atMost(1.5)),
    Peer(name: "less", words: ["less", "lines.txt"], budget: nil),
    Peer(name: "lnav", words: ["lnav", "-q", "lines.txt"], budget: nil),
  ]

  /// Whether the program is installed.
  var isHere: Bool { access("/usr/bin/\(words[0])", X_OK) == 0 }
}

extension Measurement {
  /// The measurements of the time from a cursor key to the frame's last byte, compared with each installed program.
  static let keysAgainstPeers = Peer.all.filter(\.isHere).map(keys)

  private static func keys(against peer: Peer) -> Measurement {
    Measurement(
      rows: [
        BenchRow("key to frame, against \(peer.name)", unit: "of its median", budget: peer.budget),
        BenchRow("key to frame, against \(peer.name), p99", unit: "of its p99", budget: peer.budget),
      ]
    ) { bench in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("till-bench-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let commits = "git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m"
      try run([
        "/bin/sh", "-c",
        """
        git init -q \(folder) && cd \(folder) && for i in $(seq 300); do \(commits) "change $i"; done
        for i in $(seq 20000); do echo "2026-11-22 10:00:00 line $i of a file that is long enough to be looked at"; done > lines.txt
        """,
      ])
      let other = try TerminalProgram(
        "/usr/bin/env", ["-C", folder, "HOME=\(folder)"] + peer.words, columns: 200, rows: 50)
      try other.waitUntilQuiet()
      let dashboard = try await bench.openDashboard().dashboard
      var (ours, theirs) = (Samples(), Samples())
      for _ in 0..<4 {
        ours.add(try dashboard.moves(50).times)
        theirs.add(try other.moves(50).times)
      }
      try dashboard.quit()
      return [ours.median / theirs.median, ours.percentile(99) / theirs.percentile(99)]
    }
  }
}
