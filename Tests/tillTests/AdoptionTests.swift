import Foundation
import TestSupport
import Testing

/// Tests of what other projects use Till with: the GitHub action, the Compose file, and the tarball's start script.
@Suite(.startsPrograms) struct AdoptionTests {
  private static let assets = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Assets")
    .standardizedFileURL

  /// Returns a new folder for one test.
  private static func folder() throws -> String {
    let path = try ScratchFolder.make("till-adoption").path(percentEncoded: false)
    return path
  }

  @Test(.enabled(if: SystemPython.has("yaml"), "python3 has no yaml here"))
  func `the commands of the action and of the Compose file start an App Store that the server reaches`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = SystemPython.run([
      SystemPython.script("adoption.py"), Self.assets.appending(path: "Packaging").path(percentEncoded: false),
      TillProgram.path, Self.assets.appending(path: "Clients/python/tests/Shop.storekit").path(percentEncoded: false),
      folder,
    ])
    #expect(run.status == 0 && run.output == "the action starts it\nthe containers reach it\n", "\(run.output)")
  }

  #if os(Linux)
    /// A tarball's folder with the start script and, as its program, a copy of `echo`.
    private struct Unpacked {
      let home: String
      var folder: String { home + "/till" }

      init() throws {
        home = try AdoptionTests.folder()
        for name in ["bin", "lib"] {
          try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(atPath: "/bin/echo", toPath: folder + "/bin/till")
        let script = try String(contentsOf: assets.appending(path: "Packaging/till.sh"), encoding: .utf8)
        try script.replacing("@LOADER@", with: AdoptionTests.loader)
          .write(toFile: folder + "/till", atomically: false, encoding: .utf8)
        try "library".write(toFile: folder + "/lib/libx.so.1", atomically: false, encoding: .utf8)
        for (name, mode) in [
          ("/till", 0o755), ("/lib/libx.so.1", 0o644), ("/lib", 0o755), ("/bin", 0o755), ("", 0o755),
        ] {
          try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder + name)
        }
      }

      func run(_ path: String) throws -> (status: Int32, output: String, error: String) {
        let (process, output, error) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = ["buy", "a product", "*"]
        (process.standardOutput, process.standardError) = (output, error)
        try process.run()
        let said = [output, error].map {
          String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (process.terminationStatus, said[0], said[1])
      }
    }

    private static var loader: String {
      #if arch(arm64)
        "/lib/ld-linux-aarch64.so.1"
      #else
        "/lib64/ld-linux-x86-64.so.2"
      #endif
    }

    @Test func `the tarball's script runs the program with its arguments, also through a link`() throws {
      let till = try Unpacked()
      defer { try? FileManager.default.removeItem(atPath: till.home) }
      try FileManager.default.createSymbolicLink(
        atPath: till.home + "/link", withDestinationPath: till.folder + "/till")
      for path in [till.folder + "/till", till.home + "/link"] {
        let run = try till.run(path)
        #expect(run.status == 0 && run.output == "buy a product *\n", "\(run.error)")
      }
    }

    @Test(arguments: ["/till/lib/libx.so.1", "/till/lib", "/till/bin/till", "/till", ""])
    func `the tarball's script does not use files that other users can change`(path: String) throws {
      let till = try Unpacked()
      defer { try? FileManager.default.removeItem(atPath: till.home) }
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: till.home + path)
      let run = try till.run(till.folder + "/till")
      #expect(run.status == 4 && run.output.isEmpty)
      #expect(run.error.contains("other users can change \(till.home + path);"), "\(run.error)")
      // In a sticky folder above, such as /tmp, only the owner can replace a file; but anyone can add a library to one.
      try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: till.home + path)
      #expect(try till.run(till.folder + "/till").status == (["", "/till"].contains(path) ? 0 : 4))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `the tarball's script does not use another user's library`() throws {
      let till = try Unpacked()
      defer { try? FileManager.default.removeItem(atPath: till.home) }
      try FileManager.default.setAttributes([.ownerAccountID: 4242], ofItemAtPath: till.folder + "/lib/libx.so.1")
      #expect(try till.run(till.folder + "/till").status == 4)
    }
  #endif
}
