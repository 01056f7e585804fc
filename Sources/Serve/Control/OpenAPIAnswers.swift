import Core
import Verbs

/// The named schemas of the control API's answers, so that a generated client knows their members.
enum OpenAPIAnswers {
  /// Returns the name of the schema of a verb's answer, such as `BuyAnswer`.
  static func name(of verb: Verb) -> String {
    verb.pathName.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Answer"
  }

  /// Every schema by its name.
  static var schemas: JSONObject {
    var schemas: JSONObject = [:]
    for verb in Verb.onTheWire { schemas.append(name(of: verb), .object((verb.answer ?? [:]).schema)) }
    for (name, shape) in others { schemas.append(name, .object(shape.schema)) }
    return schemas
  }

  private static let identity: DocumentShape = [
    "url": .text, "bundleId": .text, "issuerId": .text, "keyId": .text, "privateKeyFile": .text,
    "rootCertificateFile": .text, "rootCertificatePEMFile": .text, "keytool": .text, "sharedSecretFile": .text,
    "ledgerId": .text, "environment": .text, "simulated": .flag, "appAppleId?": .integer, "privateKey?": .text,
    "rootCertificatePEM": .text, "rootCertificate": .text, "sharedSecret": .text,
  ]
  private static let world: DocumentShape =
    ["ok": .flag, "name": .text] + identity + ["pathUrl": .text, "hostUrl?": .text, "port?": .integer]

  static let others: [(name: String, shape: DocumentShape)] = [
    ("Done", ["ok": .flag]),
    ("Idle", ["ok": .flag, "notificationsWaiting": .integer]),
    ("Identity", identity), ("World", world), ("Worlds", ["ok": .flag, "worlds": .list(world)]),
    (
      "Requests",
      [
        "count": .integer,
        "requests": .list([
          "number": .integer, "date": .integer, "method": .text, "path": .text,
          "query?": .list(["name": .text, "value": .text]), "status": .integer, "errorCode?": .integer,
          "body?": .object([]),
        ]),
      ]
    ),
    (
      "Faults",
      [
        "faults": .list([
          "path": .text, "status?": .integer, "lags?": .flag, "errorCode?": .integer, "times?": .integer,
          "until?": .integer, "retryAfter?": .integer, "perSecond?": .integer, "latency?": .list(.integer),
          "answer?": .text,
        ]), "limits?": .text,
      ]
    ),
    (
      "Health",
      [
        "ok": .flag, "simulated": .flag, "bundleId": .text, "environment": .text, "now": .integer,
        "notificationsDue": .integer,
      ]
    ),
    ("Failure", ["ok": .flag, "error": ["kind": .text, "message": .text]]),
  ]
}
