import Core
import Foundation
import TestSupport
import Testing

/// Tests of hostile walkthrough and scenario files, which attack the person who runs them.
@Suite(.startsPrograms) struct FilesOfOthersTests {
  private let till = TillProgram()

  /// Every way to run a file.
  private static let ways = [
    ["walkthrough", "check"], ["walkthrough", "print"], ["walkthrough", "record"], ["walkthrough", "play"],
    ["simulator", "run"],
  ]

  private func folder() throws -> String {
    try FileManager.default.createDirectory(atPath: till.store, withIntermediateDirectories: true)
    return till.store
  }

  private func file(_ text: String, named name: String = UUID().uuidString) throws -> String {
    let path = try folder() + "/\(name).json5"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func story(_ step: String, start: String = "") throws -> String {
    try file("{title: 'x', story: 'x', tell: 'x', start: {\(start)}, steps: [{say: 'x', \(step)}]}")
  }

  /// Runs a file in each way, and expects that each one is refused with a reason.
  private func refuse(_ path: String, _ mistake: String, status: Int32 = 2, options: [String] = []) throws {
    for way in Self.ways {
      let target = way.last == "record" ? ["--to", till.store + "/film.txt"] : []
      let run = try TillProgram.runAlone(way + [path] + target + (way.last == "run" ? options : []))
      // Without a terminal, `play` ends before it reads a file with a mistake.
      if way.last == "play", run.error.contains("no dashboard") { continue }
      #expect(run.status == status, "\(way): \(run.status) \(run.error)")
      #expect(run.error.contains(mistake), "\(way): \(run.error)")
    }
  }

  /// Runs Till with a folder as its current directory.
  private func start(_ words: [String], in folder: String) throws -> TillProgram.Run {
    try TillProgram.runAlone(["-C", folder, TillProgram.path] + words, program: "/usr/bin/env")
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func noFileRunsAProgram() throws {
    let mark = try folder() + "/ran"
    for line in [
      "desk watch --run \"touch \(mark)\" --once", "desk watch --db \(till.store)/d.db --run \"touch \(mark)\" --once",
      "status --backend exec:/bin/sh",
    ] {
      try refuse(story("run: '\(line)'"), "a walkthrough or scenario file cannot use")
      try refuse(story("do: 'restore'", start: "history: ['\(line)']"), "a walkthrough or scenario file cannot use")
    }
    #expect(!exists(mark))
  }

  @Test func noFileWritesAFile() throws {
    let victim = try folder() + "/victim.txt"
    try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
    for line in [
      "simulator receipt --to \(victim)", "simulator save \(victim)", "simulator checkpoint before --to \(victim)",
      "simulator receipt --to $folder/../../../../../../..\(victim)", "simulator checkpoint --from \(victim)",
    ] {
      try refuse(story("run: '\(line)'"), "a file can only name files of its temporary folder")
    }
    for line in [
      "desk init --db \(victim)", "manual --to \(till.store)/man", "secret --take \(victim)",
    ] {
      try refuse(story("run: '\(line)'"), "a walkthrough or scenario file cannot use")
    }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(!exists(till.store + "/man"))
  }

  /// Tests that a name's value is checked again when the command runs.
  @Test func aNameIsNoWayAroundTheRules() throws {
    try refuse(story("run: 'buy com.example.piglet.premium', as: 'folder'"), "$folder is reserved")
    try refuse(story("run: 'buy com.example.piglet.premium', as: 'server'"), "$server is reserved")
    // The account is also an argument of a command.
    try refuse(
      story("do: 'restore'", start: "accounts: ['--db=/tmp/x'], account: '--db=/tmp/x'"), "unknown option --db")
    try refuse(
      story("do: 'restore'", start: "accounts: ['--key=/etc/passwd'], account: '--key=/etc/passwd'"),
      "a walkthrough or scenario file cannot use")
  }

  /// Tests that a device's name, which becomes a folder's name, cannot lead outside the story's folder.
  @Test func aDeviceLiesInTheStoryAlone() throws {
    let outside = try folder() + "/outside"
    for name in ["x/../../../../../../..\(outside)", "../x", "a/b", "..", ""] {
      let path = try file(
        "{title: 'x', steps: [{run: 'restore', device: '\(name)'}]}")
      let run = try TillProgram.runAlone(["simulator", "run", path])
      #expect(run.status == 2, "\(run.error)")
      let backend = try file("{title: 'x', start: {backends: {'\(name)': 'receipt:sandbox'}}, steps: ['restore']}")
      #expect(try TillProgram.runAlone(["simulator", "run", backend]).status == 2)
    }
    #expect(!exists(outside))
  }

  /// Tests that a customer's name, which becomes a receipt's file name, cannot name any other file.
  @Test func aCustomersNameIsNoFileOutside() throws {
    let victim = try folder() + "/mia.receipt"
    try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
    for name in ["lookup \(victim)", "account \(victim)"] {
      let path = try file(
        """
        {title: 'x', start: {accounts: ['mia'], account: 'mia', backends: {desk: 'receipt:sandbox'}}, steps: [
          'buy com.example.piglet.premium', {run: '\(name)', device: 'desk'}, {run: 'refund-check', device: 'desk'},
        ]}
        """)
      _ = try TillProgram.runAlone(["simulator", "run", path])
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious", "\(name)")
    }
  }

  /// Tests with a listening socket that no file can connect to an address.
  @Test func noFileNamesAServer() throws {
    let connections = Mutex(0)
    let server = try TestServer { _ in
      connections.withLock { $0 += 1 }
      return .json("{}")
    }
    let url = server.url
    try refuse(story("call: 'GET $server/x'", start: "server: '\(url)'"), "must not name a server")
    try refuse(story("post: '$webhook'", start: "webhook: '\(url)'"), "must not name a server")
    let other = ["--server", "http://127.0.0.1:9", "--webhook", "http://127.0.0.1:9/apple"]
    for step in [
      "call: 'POST \(url)/containers/create', body: {Image: 'x'}", "call: 'DELETE \(url)/'", "post: '\(url)'",
      "call: 'GET http://localhost:\(url.split(separator: ":")[2])/'",
    ] {
      let attack = try story(step)
      for options in [[], other] {
        let run = try TillProgram.runAlone(["simulator", "run", attack] + options)
        #expect(run.status == 2 && run.error.contains("a file cannot name an address"), "\(run.error)")
      }
      #expect(try TillProgram.runAlone(["walkthrough", "check", attack]).status == 2)
      #expect(try TillProgram.runAlone(["walkthrough", "print", attack]).status == 2)
    }
    try refuse(story("run: 'status --verify-with \(url)'"), "cannot use --verify-with")
    try refuse(story("run: 'status --backend \(url)'"), "cannot use --backend")
    #expect(connections.withLock { $0 } == 0)
    #expect(server.requests.isEmpty)
  }

  /// Tests that the story's own server accepts only calls of an app server.
  ///
  /// Its control API would send notifications to any URL in a world's `notify`.
  @Test func theStorysServerTakesOnlyCallsOfAnAppServer() throws {
    let server = try TestServer { _ in TestReply.json("{}") }
    for target in [
      "$till/till/v1/worlds", "$till/till/v3/session", "$till/users/../till/v1/worlds",
      "$till/users/%2e%2e/till/v1/worlds",
      "$till", "$till/", "$till//till/v1/worlds", "$till/inApps/v1/notifications/test",
    ] {
      let path = try file(
        """
        {title: 'x', start: {secret: 'sesame'}, steps: [
          {call: 'POST \(target)', body: {name: 'w', notify: '\(server.url)'}, answer: {status: 201}}]}
        """)
      let run = try TillProgram.runAlone(["simulator", "run", path])
      #expect(
        run.status == 2 && run.error.contains("$till only takes requests to the app server"),
        "\(target): \(run.error)")
    }
    #expect(server.requests.isEmpty)
  }

  @Test func theCatalogueLiesBesideTheFile() throws {
    let folder = try folder()
    let catalogue = folder + "/own/Shop.storekit"
    try FileManager.default.createDirectory(atPath: folder + "/own", withIntermediateDirectories: true)
    let demo = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Assets/Catalogues/Demo.storekit").standardizedFileURL.path(percentEncoded: false)
    try FileManager.default.copyItem(atPath: demo, toPath: catalogue)
    try FileManager.default.createDirectory(atPath: folder + "/stories", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/stories/Link.storekit", withDestinationPath: catalogue)
    for (name, mistake) in [
      (catalogue, "is not next to the file"), ("../own/Shop.storekit", "is not next to the file"),
      ("./x/../../own/Shop.storekit", "is not next to"),
      ("Link.storekit", "is not next to the file"), ("builtin:Catalogues/Demo.storekit", "file not found"),
    ] {
      let path = try file("{title: 'x', start: {catalogue: '\(name)'}, steps: ['restore']}", named: "stories/x")
      let run = try TillProgram.runAlone(["simulator", "run", path])
      #expect(run.status == 2 && run.error.contains(mistake), "\(name): \(run.error)")
    }
    let path = try file("{title: 'x', start: {catalogue: 'own/Shop.storekit'}, steps: ['restore']}")
    let run = try TillProgram.runAlone(["simulator", "run", path])
    #expect(run.status == 0, "\(run.error)")
  }

  /// Tests keys in files: none writes a list where the program was started, copies text, or stops Till.
  @Test func theKeysOfAFileStayInTheStory() throws {
    let folder = try folder() + "/started-here"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let export = try file(
      """
      {title: 'x', start: {history: ['buy com.example.piglet.premium']}, steps: [
        {do: ['transactions', 'export', {choose: 'csv'}, 'pick'], then: {shows: 'a walkthrough writes no files'}}]}
      """)
    let run = try start(["simulator", "run", export], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    for (moves, name) in [("'picture', {choose: 'svg'}, 'pick'", "pick"), ("'transactions', 'copy-id'", "copy-id")] {
      let path = try file(
        "{title: 'x', start: {history: ['buy com.example.piglet.premium']}, steps: [{do: [\(moves)]}]}")
      let run = try start(["simulator", "run", path], in: folder)
      #expect(run.status == 1 && run.error.contains("a file cannot do \(name)"), "\(run.error)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  /// Tests that a name cannot add a line to a message.
  @Test func aMessageIsOneLine() throws {
    let run = try till.run("user", "one\ntwo")
    #expect(run.status == 0 && run.output.split(separator: "\n").count == 1, "\(run.output)")
  }

  /// Tests that the text of a file is printed as words, not as control characters or markup.
  @Test func aHandOutIsMadeOfWords() throws {
    let path = try file(
      """
      {title: '\\u001b]0;evil\\u0007<script>', story: '![x](https://evil.example/x.png)', tell: '\\u001b[2Jhttps://evil.example',
       steps: [{say: '<img src=x onerror=alert(1)> [x](javascript:alert(1))', run: 'user "a\\u001b[31mb```"'}]}
      """)
    let run = try TillProgram.runAlone(["walkthrough", "print", path])
    #expect(run.status == 0, "\(run.error)")
    #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{7}"))
    for tag in ["<script", "<img", "\n![x]", " [x](java"] { #expect(!run.output.contains(tag), "\(tag)") }
    #expect(run.output.contains("`![x](https://evil.example/x.png)`"))
    for ending in ["txt", "cast", "svg"] {
      let film = till.store + "/film." + ending
      #expect(try TillProgram.runAlone(["walkthrough", "record", path, "--to", film]).status == 0)
      let text = try String(contentsOfFile: film, encoding: .utf8)
      #expect(!text.contains("\u{1B}") && !text.contains("]0;evil\u{7}"), "\(ending)")
      #expect(ending != "svg" || !text.contains("<script>"))
    }
  }

  /// Tests that a key or secret which another user can replace is refused, wherever it is named.
  @Test func aKeyThatOthersCanWriteIsRefused() throws {
    let key = try folder() + "/key.p8"
    #expect(
      FileManager.default.createFile(atPath: key, contents: Data("x".utf8), attributes: [.posixPermissions: 0o666]))
    let store = ["--store", till.store + "/store"]
    let appStore = ["--backend", "appstore:sandbox", "--key-id", "ABCDEFGHIJ", "--issuer", "i", "--bundle-id", "a.b"]
    let secret = ["TILL_APP_SERVER_SECRET_FILE": key]
    for (words, environment) in [
      (["status", "--key", key] + appStore, [:]), (["serve", "--key", key, "--port", "0"], [:]),
      (["serve", "--tls", key, key, "--port", "0"], [:]), (["serve", "--port", "0"], secret), (["secret"], secret),
    ] {
      let run = try TillProgram.runAlone(words + store, environment: environment)
      #expect(run.status != 0 && run.error.contains("other users can write \(key)"), "\(words): \(run.error)")
      #expect(run.error.contains("chmod go-w \(key)"))
    }
  }
}
