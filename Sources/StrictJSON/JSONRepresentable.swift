/// A value with one JSON object as its written form.
package protocol JSONRepresentable {
  /// Reads the value, throwing a `JSONError` that names the member which is missing or of another type.
  init(json: JSONObject) throws(JSONError)

  /// The written form.
  var json: JSONObject { get }
}
