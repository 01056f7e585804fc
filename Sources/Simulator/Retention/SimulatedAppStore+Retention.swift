package import AppStoreModel
package import Core

/// Retention messaging: the messages that the app server configures for customers about to cancel a subscription.
///
/// The kind of an error is Apple's name for the error. Limits are Apple's where its library states them; the others are
/// marked as assumed. Images and messages are approved at once unless the setting `retention-review` says otherwise.
extension SimulatedAppStore {
  /// The largest number of images, and of messages (assumed: Apple states none).
  package static let mostRetentionItems = 2000

  // MARK: Images

  /// Stores an uploaded image.
  ///
  /// - Throws: `imageAlreadyExists`, `maximumNumberOfImagesReached`.
  package func uploadImage(_ id: String, size: String) throws(StoreError) {
    try write { session in
      guard try session.retention(.image, id) == nil else { throw Self.refusal("imageAlreadyExists", id) }
      guard try session.retention(.image).count < Self.mostRetentionItems else {
        throw Self.refusal("maximumNumberOfImagesReached", id)
      }
      try session.keep(
        .image, id,
        ["imageIdentifier": .string(id), "imageState": session.retentionState, "imageSize": .string(size)])
    }
  }

  /// Deletes an image.
  ///
  /// - Throws: `imageNotFound`, `imageInUse`.
  package func deleteImage(_ id: String) throws(StoreError) {
    try write { session in
      guard try session.retention(.image, id) != nil else { throw Self.refusal("imageNotFound", id) }
      let isUsed = try session.retention(.message).contains { Self.images(of: $0).contains(id) }
      guard !isUsed else { throw Self.refusal("imageInUse", id) }
      try session.forget(.image, id)
    }
  }

  /// Returns the images (Apple: GetImageListResponseItem).
  package func images() throws(StoreError) -> [JSONObject] { try read { try $0.retention(.image) } }

  // MARK: Messages

  /// Stores an uploaded message (Apple: UploadMessageRequestBody).
  ///
  /// - Throws: `messageAlreadyExists`, `maximumNumberOfMessagesReached`, `imageNotFound`, `imageNotApproved`.
  package func uploadMessage(_ id: String, _ body: JSONObject) throws(StoreError) {
    try write { session in
      guard try session.retention(.message, id) == nil else { throw Self.refusal("messageAlreadyExists", id) }
      guard try session.retention(.message).count < Self.mostRetentionItems else {
        throw Self.refusal("maximumNumberOfMessagesReached", id)
      }
      for image in Self.images(of: body) {
        guard let known = try session.retention(.image, image) else { throw Self.refusal("imageNotFound", image) }
        guard known["imageState"] == "APPROVED" else { throw Self.refusal("imageNotApproved", image) }
      }
      var content = body
      content["messageIdentifier"] = .string(id)
      content["messageState"] = session.retentionState
      try session.keep(.message, id, content)
    }
  }

  /// Deletes a message, and the default messages that refer to it.
  ///
  /// - Throws: `messageNotFound`.
  package func deleteMessage(_ id: String) throws(StoreError) {
    try write { session in
      guard try session.retention(.message, id) != nil else { throw Self.refusal("messageNotFound", id) }
      try session.forget(.message, id)
      for used in try session.retention(.default) where used["messageIdentifier"] == .string(id) {
        try session.forget(.default, used["name"]?.stringValue ?? "")
      }
    }
  }

  /// Returns the ids and states of the messages (Apple: GetMessageListResponseItem).
  package func messages() throws(StoreError) -> [JSONObject] {
    try read { session in
      try session.retention(.message).map { message in
        var item: JSONObject = [:]
        for name in ["messageIdentifier", "messageState"] { item.append(name, message[name] ?? .null) }
        return item
      }
    }
  }

  // MARK: Default messages

  /// Sets the default message of a product in a locale.
  ///
  /// - Throws: `invalidProductId`, `messageNotFound`, `messageNotApproved`.
  package func setDefaultMessage(
    _ id: String, product: String, locale: String
  ) throws(StoreError) {
    try write { session in
      guard session.catalogue.product(product)?.subscription != nil else {
        throw Self.refusal("invalidProductId", product)
      }
      guard let message = try session.retention(.message, id) else { throw Self.refusal("messageNotFound", id) }
      guard message["messageState"] == "APPROVED" else { throw Self.refusal("messageNotApproved", id) }
      let name = Self.name(product, locale)
      try session.keep(.default, name, ["name": .string(name), "messageIdentifier": .string(id)])
    }
  }

  /// Returns the id of the default message of a product in a locale.
  ///
  /// - Throws: `defaultMessageNotFound`.
  package func defaultMessage(product: String, locale: String) throws(StoreError) -> String {
    try read { session in
      let found = try session.retention(.default, Self.name(product, locale))
      guard let id = found?["messageIdentifier"]?.stringValue else {
        throw Self.refusal("defaultMessageNotFound", product)
      }
      return id
    }
  }

  /// Deletes the default message of a product in a locale.
  ///
  /// - Throws: `defaultMessageNotFound`.
  package func deleteDefaultMessage(product: String, locale: String) throws(StoreError) {
    try write { session in
      let name = Self.name(product, locale)
      guard try session.retention(.default, name) != nil else {
        throw Self.refusal("defaultMessageNotFound", product)
      }
      try session.forget(.default, name)
    }
  }

  // MARK: Real-time requests to the app server

  /// Sets the URL at which the app server answers which message to show a customer.
  ///
  /// For production, Apple requires a test passed in the sandbox. That is another App Store than this one, so this one
  /// accepts the URL; a fault with 4030026 refuses it as Apple would.
  package func setRealtimeURL(_ url: String) throws(StoreError) {
    try write { try $0.keep(.realtimeURL, "url", ["realtimeURL": .string(url)]) }
  }

  /// Returns the URL that was set with `setRealtimeURL`.
  ///
  /// - Throws: `realtimeUrlNotFound`.
  package func realtimeURL() throws(StoreError) -> String {
    try read { session in
      guard let url = try session.retention(.realtimeURL, "url")?["realtimeURL"]?.stringValue else {
        throw Self.refusal("realtimeUrlNotFound", say("not found"))
      }
      return url
    }
  }

  /// Deletes the URL, after which the App Store sends the app server no real-time requests.
  ///
  /// - Throws: `realtimeUrlNotFound`.
  package func deleteRealtimeURL() throws(StoreError) {
    _ = try realtimeURL()
    try write { try $0.forget(.realtimeURL, "url") }
  }

  /// Signs real-time requests about a subscription, as Apple sends them to the app server.
  ///
  /// - Throws: `transactionNotFound`.
  package func realtimeRequests(
    ofOriginal id: String, locale: String = "en-US", count: Int = 1
  ) throws(StoreError) -> [String] {
    try write { session in
      try (0..<count).map { _ in try session.signRealtimeRequest(ofOriginal: id, locale: locale) }
    }
  }

  /// Stores the progress or result of a performance test (Apple: PerformanceTestResultResponse).
  package func keepPerformanceTest(_ id: String, _ result: JSONObject) throws(StoreError) {
    try write { try $0.keep(.performanceTest, id, result) }
  }

  /// Returns all performance tests.
  package func performanceTests() throws(StoreError) -> [JSONObject] { try read { try $0.retention(.performanceTest) } }

  /// Returns a performance test as last stored.
  ///
  /// - Throws: `performanceTestRunNotFound`.
  package func performanceTest(_ id: String) throws(StoreError) -> JSONObject {
    try read { session in
      guard let test = try session.retention(.performanceTest, id) else {
        throw Self.refusal("performanceTestRunNotFound", id)
      }
      return test
    }
  }

  // MARK: Helpers

  /// Returns the name under which a default message is stored; `en_US` and `en-US` give the same name.
  static func name(_ product: String, _ locale: String) -> String {
    product + " " + locale.replacing("_", with: "-")
  }

  private static func refusal(_ kind: String, _ what: String) -> StoreError {
    StoreError(FailureKind(rawValue: kind), "\(kind): \(what)")
  }

  /// Returns the ids of the images that a message shows.
  private static func images(of message: JSONObject) -> [String] {
    let bullets = message["bulletPoints"]?.arrayValue?.compactMap(\.objectValue) ?? []
    return ([message["image"]?.objectValue] + bullets).compactMap { $0?["imageIdentifier"]?.stringValue?.lowercased() }
  }
}
