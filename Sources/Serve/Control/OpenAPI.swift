package import Core
import Verbs

/// The description of the control API in OpenAPI 3.1, generated from the rows of verbs.
package enum OpenAPI {
  /// The whole document; `Assets/Docs/openapi.json` is a copy.
  package static let document: JSONObject = [
    "openapi": "3.1.0",
    "info": [
      "title": "Till: the simulated App Store's control API", "version": "1",
      "description": .string(
        "What a test tells the simulated App Store of till serve, and asks of it. Below /worlds/NAME, on a world's own port and "
          + "under its own name (NAME.localhost) the same paths speak to that world. Dates are milliseconds since 1970, prices milliunits."
      ),
    ],
    "servers": [["url": "http://127.0.0.1:8421"]],
    "security": [[:], ["token": []]],
    "paths": .object(paths),
    "components": [
      "securitySchemes": [
        "token": [
          "type": "http", "scheme": "bearer",
          "description": "with till serve --control-token; without it this machine alone is answered",
        ]
      ],
      "schemas": .object(OpenAPIAnswers.schemas),
    ],
  ]

  private static var paths: JSONObject {
    var paths: JSONObject = [:]
    for verb in Verb.onTheWire {
      paths.append(
        "/till/v1/verb/" + verb.pathName,
        [
          "post": operation(
            verb.pathName, verb.summary.text, body: .object(verb.requestSchema), needsBody: !verb.isComplete,
            OpenAPIAnswers.name(of: verb))
        ]
      )
    }
    let wait = "answers when everything that is due is posted, answered and heard, so that no test sleeps"
    paths.append("/till/v1/wait-idle", ["post": operation("wait-idle", wait, body: idle, "Idle")])
    paths.append(
      "/till/v1/identity",
      [
        "get": operation(
          "identity", "keys, root certificate and shared secret of this App Store, as text", "Identity")
      ])
    paths.append(
      "/till/v1/requests",
      [
        "get": operation(
          "requests", "what was asked of this App Store, the newest 2,000 requests",
          query: [
            ("method", "GET, POST or PUT"), ("path", "the path's beginning"), ("status", "the answer's status"),
            ("transaction", "an id in the path or in the body"), ("after", "a number of an earlier answer"),
          ], "Requests"),
        "delete": operation("forget-requests", "forgets what was asked until now", "Done"),
      ])
    paths.append(
      "/till/v1/faults",
      [
        "get": operation("faults-of-http", "the failures of the service that are on", "Faults"),
        "put": operation(
          "set-faults-of-http", "these failures in place of those that are on", body: faults, needsBody: true,
          "Faults"),
        "delete": operation("end-faults-of-http", "ends all failures of the service", "Faults"),
      ])
    paths.append(
      "/till/v1/worlds",
      [
        "get": operation("worlds", "the worlds that there are", "Worlds"),
        "post": operation(
          "make-world", "a new App Store of its own, or a fork of one", body: world, answer: "201", "World"),
      ])
    paths.append(
      "/till/v1/worlds/{name}",
      [
        "delete": operation("delete-world", "ends a world and removes its files", "Done"),
        "parameters": [["name": "name", "in": "path", "required": true, "schema": ["type": "string"]]],
      ])
    paths.append("/till/health", ["get": operation("health", "200 while the ledger can be read, else 503", "Health")])
    return paths
  }

  private static func operation(
    _ id: String, _ summary: String, query: [(name: String, help: String)] = [], body: JSONValue? = nil,
    needsBody: Bool = false, answer status: String = "200", _ schema: String
  ) -> JSONValue {
    var operation: JSONObject = ["operationId": .string(id), "summary": .string(summary)]
    if !query.isEmpty {
      operation.append(
        "parameters",
        .array(
          query.map { name, help in
            [
              "name": .string(name), "in": "query", "description": .string(help), "schema": ["type": "string"],
            ]
          }))
    }
    if let body {
      operation.append(
        "requestBody", ["required": .bool(needsBody), "content": ["application/json": ["schema": body]]])
    }
    var responses: JSONObject = [:]
    responses.append(status, response("done", schema))
    responses.append("default", response("refused, in one line", "Failure"))
    operation.append("responses", .object(responses))
    return .object(operation)
  }

  private static func response(_ description: String, _ schema: String) -> JSONValue {
    [
      "description": .string(description),
      "content": ["application/json": ["schema": ["$ref": .string("#/components/schemas/" + schema)]]],
    ]
  }

  private static let idle: JSONValue = [
    "type": "object", "additionalProperties": false,
    "properties": [
      "seconds": [
        "type": "integer", "minimum": 0, "maximum": 600, "description": "how long to wait (60); then 504 is answered",
      ]
    ],
  ]

  private static let world: JSONValue = [
    "type": "object", "additionalProperties": false,
    "properties": [
      "name": ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"],
      "catalogue": [
        "type": ["string", "object"], "description": "a .storekit file's content; by default the server's own",
      ],
      "bundleId": ["type": "string"],
      "environment": ["enum": ["Sandbox", "Production"]],
      "appAppleId": ["type": "integer"],
      "seed": [
        "type": "integer", "minimum": 0, "description": "what ids are drawn from; by default another for each world",
      ],
      "clock": ["type": ["string", "integer"], "description": "the date at which its clock stands still"],
      "notify": ["type": "string", "description": "the URL that its notifications are posted to; by default none"],
      "delivery": [
        "type": "string", "pattern": "^(ordered|parallel|shuffled( [0-9]+)?)$",
        "description": "in which order they are posted; shuffled takes a seed. By default as the server's own",
      ],
      "attempts": [
        "type": "integer", "minimum": 1, "maximum": 6,
        "description": "how often a notification is posted that no server takes; by default 6, in the sandbox 1",
      ],
      "port": [
        "type": "integer", "minimum": 0, "maximum": 65_535,
        "description": "a port of its own, for clients that replace the path of an address; 0 takes a free one",
      ],
      "ownRoot": [
        "type": "boolean", "description": "sign under a root certificate of its own; by default under the server's",
      ],
      "fork": [
        "type": "object", "description": "begins with the history of a world, now or at a checkpoint",
        "properties": [
          "world": ["type": "string", "description": "by default the server's own App Store"],
          "checkpoint": ["type": "string"],
        ],
      ],
    ],
  ]

  private static let faults: JSONValue = [
    "type": "object",
    "properties": [
      "limits": [
        "enum": ["Production", "Sandbox"], "description": "Apple's rate limits, call by call, as documented for it",
      ],
      "faults": [
        "type": "array",
        "items": [
          "type": "object", "additionalProperties": false,
          "properties": [
            "path": ["type": "string", "description": "the beginning of the paths that it strikes (/inApps)"],
            "status": ["type": "integer", "minimum": 400, "maximum": 599],
            "errorCode": ["type": "integer", "description": "Apple's number, such as 4040010"],
            "times": ["type": "integer", "minimum": 1, "description": "how many requests it strikes; without it all"],
            "seconds": ["type": "integer", "description": "for how long"],
            "retryAfter": ["type": "integer", "description": "with 429: milliseconds until Retry-After"],
            "perSecond": ["type": "integer", "description": "strikes only beyond so many requests a second"],
            "latency": [
              "type": ["integer", "array"], "items": ["type": "integer"],
              "description": "milliseconds by which answers come later: 250, or [100, 900] for any number between",
            ],
            "answer": [
              "enum": .array(HTTPResponse.Damage.allCases.map { .string($0.rawValue) }),
              "description":
                .string(
                  "spoils the answer of a request that is carried out: the connection is reset, half of the body comes, it "
                    + "is no JSON, or its type is text/html"),
            ],
            "lags": [
              "type": "boolean",
              "description": "refuses nothing: histories lack what is modified from now on, until it is over",
            ],
          ],
        ],
      ],
    ],
  ]
}

extension Verb {
  /// Whether the verb needs no member in its request.
  fileprivate var isComplete: Bool { requestSchema["required"] == nil }
}
