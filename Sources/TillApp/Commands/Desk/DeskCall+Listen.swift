import AppStoreModel
import Core
import Desk
import Libc
import Serve
import Verbs

extension DeskCall {
  /// Receives the App Store's notifications until Ctrl-C.
  func listen() throws -> ExitStatus {
    try MachineLimits.check()
    var settings = HTTPServerSettings(host: try options[.host] ?? "127.0.0.1", port: UInt16(try options[.port] ?? 8380))
    settings.workers = 8
    settings.byteLimit = 32 << 20
    settings.connectionLimit = 2048
    settings.tls = try certificate()
    let token = Environment.value("TILL_DESK_TOKEN")
    if let token, token.utf8.count < 8 {
      throw UsageError(say("TILL_DESK_TOKEN is too short; use at least 8 characters"))
    }
    guard token != nil || settings.isLocal else {
      throw UsageError(say("--host lets other machines in; set TILL_DESK_TOKEN, which they have to send"))
    }
    let policy = try GatePolicy(options)
    let desk = try self.desk(acts: true)
    // Without --bundle-id, one listener receives for every app of the desk.
    let desks = try [desk] + (options.has(.bundleId) ? [] : desk.others())
    let server = DeskServer(
      try desks.map { desk in
        let identity = desk.identity
        return DeskServer.App(identity.name, try desk.verifier()) {
          let opened = try self.desk(acts: true)
          return try CustomerDesk(opened.engine, expecting: identity, now: opened.now)
        }
      }, token: token, rate: try options[.acceptedRate],
      writers: try options[.writers] ?? 1, hashesAttributes: options.has(.hashAttributes), now: desk.now)
    defer { server.stop() }
    let stop = StopSignals()
    let http = try HTTPServer(settings, gate: Gate(DeskServer.routes, policy) { (server, $0) })
    let place = "\(settings.tls == nil ? "http" : "https")://\(settings.host):\(http.port)"
    output.text(say("till: the desk listens on \("\(place)"); Ctrl-C stops it"))
    if output.json { output.line(["ok": true, "url": .string(place), "port": .number(Int(http.port))]) }
    stop.wait()
    http.stop()
    return .done
  }

  private func certificate() throws -> ServerCertificate? {
    guard let file = try options[.tls()] else { return nil }
    guard let key = words.first else {
      throw UsageError(say("--tls needs a certificate and its key in PEM; use --tls CERT KEY"))
    }
    return try ServerCertificate.read(certificate: file, key: key)
  }
}
