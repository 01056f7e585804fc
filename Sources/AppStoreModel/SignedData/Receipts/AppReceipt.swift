package import Core

/// An app receipt from a device: PKCS#7 signed data around a set of attributes.
///
/// A receipt states what was true when Apple made it. It lacks later purchases, renewals and refunds.
package struct AppReceipt: Hashable, Sendable {
  /// The receipt's type (attribute 0): `Production`, `ProductionSandbox`, either with `VPP`, or `Xcode`.
  package let type: String
  /// The bundle id of the app (attribute 2).
  package let bundleId: String
  /// When Apple made the receipt (attribute 12).
  package let creationDate: Timestamp
  /// The purchases (attribute 17); their members have the names that `verifyReceipt` uses.
  package let entries: [JSONObject]
  /// Why the signature is invalid; nil if the receipt is verified.
  package let failure: VerificationFailure?
  /// The SHA-256 of the trusted root's DER form in lower-case hexadecimal; nil unless the receipt is verified.
  package let rootFingerprint: String?

  /// The App Store environment of the receipt.
  package var environment: StoreEnvironment {
    switch type {
    case "Production", "ProductionVPP": .production
    case "ProductionSandbox", "ProductionVPPSandbox": .sandbox
    default: StoreEnvironment(rawValue: type)
    }
  }

  /// Reads a receipt and checks its signature.
  ///
  /// The certificates must have been valid at the receipt's creation date.
  ///
  /// - Parameter bytes: DER or BER; the caller decodes base64.
  /// - Throws: `format` if the bytes are not a readable receipt. An invalid signature is not thrown but kept in
  ///   `failure`.
  package init(_ bytes: [UInt8], roots: TrustedRoots) throws(VerificationFailure) {
    guard let container = SignedContainer(bytes) else {
      throw VerificationFailure(.format, say("not an app receipt: not PKCS#7 signed data"))
    }
    guard let content = container.content, let attributes = Self.attributes(content) else {
      throw VerificationFailure(.format, say("not an app receipt: the signed content is not a set of attributes"))
    }
    var (type, bundleId, created): (String?, String?, Timestamp?) = (nil, nil, nil)
    var entries: [JSONObject] = []
    for attribute in attributes {
      switch attribute.type {
      case 0: type = attribute.text
      case 2: bundleId = attribute.text
      case 12: created = attribute.text.flatMap(Timestamp.init(utc:))
      case 17:
        guard let members = Self.attributes(attribute.value) else {
          throw VerificationFailure(.format, say("not an app receipt: a purchase in it is not a set of attributes"))
        }
        entries.append(Self.entry(members))
      default: break
      }
    }
    guard let type, let bundleId, let created else {
      throw VerificationFailure(.format, say("not an app receipt: it states no app or no date"))
    }
    (self.type, self.bundleId, self.entries, creationDate) = (type, bundleId, entries, created)
    let outcome: Result<String, VerificationFailure>
    do throws(VerificationFailure) {
      outcome = .success(try container.verifiedRoot(among: roots, at: created))
    } catch {
      outcome = .failure(error)
    }
    switch outcome {
    case .success(let fingerprint): (failure, rootFingerprint) = (nil, fingerprint)
    case .failure(let failure): (self.failure, rootFingerprint) = (failure, nil)
    }
  }

  // MARK: Attributes

  /// One attribute of a receipt.
  private struct Attribute {
    let type: Int64
    /// The ASN.1 value inside the attribute's octet string.
    let value: [UInt8]

    /// The value as text; nil if it is empty or of another type.
    var text: String? {
      var reader = DERReader(value)
      guard let element = reader.next(), element.tag == 0x0C || element.tag == 0x16, !element.content.isEmpty else {
        return nil
      }
      return String(validating: element.content, as: UTF8.self)
    }

    /// The value as an integer; nil if it is negative or of another type.
    var number: Int64? {
      var reader = DERReader(value)
      guard let element = reader.next(), element.tag == 0x02 else { return nil }
      return DERReader.integer(element.content)
    }
  }

  /// Returns the attributes of a set, each with a type, a version and a value; nil for any other bytes.
  private static func attributes(_ bytes: [UInt8]) -> [Attribute]? {
    var outer = DERReader(bytes)
    guard let set = outer.next(), set.tag == 0x31 else { return nil }
    var (elements, attributes): (DERReader, [Attribute]) = (DERReader(set.content), [])
    while let element = elements.next() {
      var members = DERReader(element.content)
      guard element.tag == 0x30, let type = members.next().flatMap({ DERReader.integer($0.content) }),
        members.next() != nil, let value = members.next(), value.tag == 0x04
      else { return nil }
      attributes.append(Attribute(type: type, value: value.content))
    }
    return attributes
  }

  /// Returns a purchase with the member names of `verifyReceipt`; all values are strings.
  private static func entry(_ attributes: [Attribute]) -> JSONObject {
    var entry = JSONObject()
    for attribute in attributes {
      guard let (name, value) = member(attribute), entry[name] == nil else { continue }
      entry.append(name, .string(value))
    }
    return entry
  }

  private static func member(_ attribute: Attribute) -> (name: String, value: String)? {
    func date(_ name: String) -> (String, String)? {
      attribute.text.flatMap(Timestamp.init(utc:)).map { (name + "_ms", String($0.milliseconds)) }
    }
    return switch attribute.type {
    case 1701: attribute.number.map { ("quantity", String($0)) }
    case 1702: attribute.text.map { ("product_id", $0) }
    case 1703: attribute.text.map { ("transaction_id", $0) }
    case 1704: date("purchase_date")
    case 1705: attribute.text.map { ("original_transaction_id", $0) }
    case 1706: date("original_purchase_date")
    case 1708: date("expires_date")
    case 1711: attribute.number.flatMap { $0 == 0 ? nil : ("web_order_line_item_id", String($0)) }
    case 1712: date("cancellation_date")
    case 1719: attribute.number.map { ("is_in_intro_offer_period", $0 == 1 ? "true" : "false") }
    default: nil
    }
  }
}
