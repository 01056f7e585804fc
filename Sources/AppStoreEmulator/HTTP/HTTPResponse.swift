package import StrictJSON

/// What a server answers.
package struct HTTPResponse: Sendable {
  /// What follows the head.
  package enum Body: Sendable {
    case bytes([UInt8])
    /// Parts that are sent as they come, in chunked coding; the connection's end ends the stream's iteration.
    case stream(AsyncStream<[UInt8]>)
  }

  package var status: Int
  package var fields: [HTTPField]
  package var body: Body
  /// What the access log says about it; whoever asks is not told.
  package var note: String?

  /// An answer of bytes, without any for most that only have a status.
  package init(_ status: Int, contentType: String? = nil, _ bytes: [UInt8] = [], fields: [HTTPField] = []) {
    self.status = status
    self.fields = fields + (contentType.map { [HTTPField(name: "Content-Type", value: $0)] } ?? [])
    body = .bytes(bytes)
  }

  /// An answer of one JSON object.
  ///
  /// The content type has no parameter: Apple's Python client reads an error only from exactly `application/json`.
  package init(_ status: Int = 200, json: JSONObject, fields: [HTTPField] = []) {
    self.init(
      status, contentType: "application/json", JSONValue.object(json).serializedBytes(), fields: fields)
  }

  /// An answer that goes on until the stream ends or the client leaves; nothing on the way may keep it.
  package init(stream: AsyncStream<[UInt8]>, contentType: String) {
    status = 200
    fields = [
      HTTPField(name: "Content-Type", value: contentType), HTTPField(name: "Cache-Control", value: "no-store"),
    ]
    body = .stream(stream)
  }

  /// How many bytes the body has; 0 for a stream.
  var byteCount: Int { if case .bytes(let bytes) = body { bytes.count } else { 0 } }
}
