import AppStoreModel
import Core
import Foundation
import TestSupport
import Testing

@testable import Desk
@testable import Serve
@testable import TillApp

/// Tests of `POST /desk/v1/people`, with a desk behind it: which callers it admits, and what it stores.
@Suite struct PeopleRouteTests {
  private static let token = "sesame-open"
  private static let good = ("authorization", "Bearer \(token)")
  private static let bob = """
    {"user": "user-17", "tokens": ["7389A31A-fb6d-4569-a2a6-db7d85d84813"], "attributes": {"email": "bob@example.com"}}
    """

  /// A desk in a file, and the server in front of it.
  private final class World {
    let desk: CustomerDesk
    private let folder = ScratchFolder.url.appending(path: "till-people-\(UUID().uuidString)")
    private let server: DeskServer

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appending(path: "desk.db").path
      let identity = DeskIdentity(bundleId: "com.example.app", environment: .sandbox)
      desk = try CustomerDesk.make(identity, in: SQLiteEngine(path, schema: .desk))
      let verifier = Verifier(
        roots: TrustedRoots.apple, expecting: ExpectedClaims(bundleId: "com.example.app", environment: .sandbox),
        now: { .machine })
      let app = DeskServer.App(identity.name, verifier) { try CustomerDesk(SQLiteEngine(path, schema: .desk)) }
      server = DeskServer([app], token: PeopleRouteTests.token, rate: nil, now: { .machine })
    }

    deinit {
      server.stop()
      try? FileManager.default.removeItem(at: folder)
    }

    /// Posts a body through the server's gate, and returns the status and the message.
    func post(_ body: String, _ fields: [(String, String)] = [good]) async throws -> (status: Int, message: String) {
      var all = [("host", "localhost"), ("content-length", "\(body.utf8.count)")] + fields
      if !fields.contains(where: { $0.0 == "content-type" }) { all.append(("content-type", "application/json")) }
      let head = HTTPRequestHead(
        method: "POST", target: try HTTPTarget("/desk/v1/people".utf8),
        fields: all.map { HTTPField(name: $0.0, value: $0.1) }, client: "127.0.0.1")
      let response: HTTPResponse
      switch Gate(DeskServer.routes, GatePolicy(), place: { [server] in (server, $0) }).admit(head) {
      case .refused(let refusal): response = refusal
      case .admitted(let passage): response = await passage.answer(HTTPRequest(head: head, body: Array(body.utf8)))
      }
      guard case .bytes(let bytes) = response.body else { return (response.status, "") }
      let document = try? JSONValue(parsing: bytes).objectValue
      return (response.status, document?["message"]?.stringValue ?? "")
    }
  }

  @Test func aUserIsFoundAfterTheRecordWasPosted() async throws {
    let world = try World()
    #expect(try await world.post(Self.bob).status == 200)
    #expect(try world.desk.tokens(ofPeopleNamed: "bob@example.com") == ["7389a31a-fb6d-4569-a2a6-db7d85d84813"])
    #expect(try world.desk.tokens(ofPeopleNamed: "user-17").count == 1)
    // A later record replaces it; several come as an array, or one on each line.
    let (anna, eve) = (
      #"{"user": "user-18", "tokens": ["a-18"]}"#, #"{"user": "user-17", "tokens": ["a-17"], "attributes": {}}"#
    )
    #expect(try await world.post("[\(anna), \(eve)]").status == 200)
    #expect(try world.desk.tokens(ofPeopleNamed: "user-18") == ["a-18"])
    #expect(try world.desk.tokens(ofPeopleNamed: "bob@example.com").isEmpty)
    #expect(try await world.post(Self.bob + "\n" + anna).status == 200)
    #expect(try world.desk.tokens(ofPeopleNamed: "bob@example.com").count == 1)
  }

  @Test func otherCallersStoreNothing() async throws {
    let world = try World()
    let refused: [(fields: [(String, String)], status: Int)] = [
      ([], 401), ([("authorization", "Bearer sesame-shut")], 401),
      ([Self.good, ("origin", "http://evil.example")], 403), ([Self.good, ("content-type", "text/plain")], 415),
    ]
    for (fields, status) in refused {
      #expect(try await world.post(Self.bob, fields).status == status, "\(fields)")
    }
    #expect(try world.desk.tokens(ofPeopleNamed: "user-17").isEmpty)
  }

  /// Tests records with a missing member, or one of another type: the answer names it, and no record of the request is
  /// stored.
  @Test(arguments: [
    ("{}", "user"), (#"{"user": 17, "tokens": ["a"]}"#, "user"), (#"{"user": "", "tokens": ["a"]}"#, "user"),
    (#"{"user": "u"}"#, "tokens"), (#"{"user": "u", "tokens": []}"#, "tokens"),
    (#"{"user": "u", "tokens": "a"}"#, "tokens"), (#"{"user": "u", "tokens": ["a", 5]}"#, "tokens"),
    (#"{"user": "u", "tokens": ["a"], "attributes": "e"}"#, "attributes"),
    (#"{"user": "u", "tokens": ["a"], "attributes": {"email": 5}}"#, "attributes.email"),
    (#"{"user": "u", "tokens": ["a"], "attributes": {"E-mail": "e"}}"#, "attributes.E-mail"),
    ("5", "is not an object"), ("not JSON", ""),
  ])
  func whatIsNoRecordIsNamed(record: String, member: String) async throws {
    let world = try World()
    let answer = try await world.post(record)
    #expect(answer.status == 400 && answer.message.contains(member), "\(answer)")
    #expect(try await world.post("[\(Self.bob), \(record)]").status == 400)
    #expect(try world.desk.tokens(ofPeopleNamed: "user-17").isEmpty)
  }

  @Test func aRequestHasAtMostFiveHundredRecords() async throws {
    let world = try World()
    func records(_ count: Int) -> String {
      (0..<count).map { #"{"user": "user-\#($0)", "tokens": ["a-\#($0)"]}"# }.joined(separator: "\n")
    }
    #expect(try await world.post(records(501)).status == 413)
    #expect(try world.desk.tokens(ofPeopleNamed: "user-1").isEmpty)
    #expect(try await world.post(records(500)).status == 200)
    #expect(try world.desk.tokens(ofPeopleNamed: "user-499") == ["a-499"])
  }
}
