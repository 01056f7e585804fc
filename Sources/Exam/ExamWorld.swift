import AppStoreModel
import Core
import HTTP
import Simulator
import Verbs

/// The world of one part of a case: a ledger of its own, in which each user has a new token.
final class ExamWorld {
  let store: SimulatedAppStore
  private let examCase: ExamCase
  private let server: ExaminedServer
  private let truth: ExamTruth
  private let tokens: [String: String]
  /// The transaction ids of the purchases so far, which steps name as `$1`, `$2` and so on.
  private var bought: [String] = []
  private var isHolding = false
  private var isOut = false
  /// The type and subtype of each notification that was posted to the server.
  private(set) var posted: [String] = []
  private var payloads: [String] = []
  private(set) var answers: [ExamAnswer] = []

  /// The prefix of every product id.
  static let prefix = "com.example.exam."

  init(_ examCase: ExamCase, store: SimulatedAppStore, server: ExaminedServer, truth: ExamTruth) {
    self.examCase = examCase
    self.store = store
    self.server = server
    self.truth = truth
    tokens = Dictionary(uniqueKeysWithValues: ExamCase.people.map { ($0, UUIDText.random()) })
  }

  /// Plays the steps of a part; skips the questions of earlier times.
  ///
  /// - Throws: An `ExamFailure` at the first wrong answer, or a `StoreError` from a step that the simulator refuses.
  func play(_ part: ExamCase.Part) async throws {
    var left = part.length
    for step in part.steps {
      left -= step.length
      if case .ask(let kept, let lost) = step {
        if left == 0 { try await ask(kept, lost) }
      } else {
        try await play(step)
      }
    }
  }

  private func play(_ step: ExamStep) async throws {
    switch step {
    case .verb(let line): try perform(line)
    case .ask: break
    case .hold: isHolding = true
    case .post(let order): try await postWhatWaits(order)
    case .postAllAgain: for payload in payloads.reversed() { _ = try await send(payload) }
    case .outage: isOut = true
    case .reachable:
      isOut = false
      for notification in try undelivered() {
        _ = try store.perform(VerbCall(.resendNotification).with(.notification, notification.notificationUUID))
      }
    case .givenUp: try giveUp()
    case .claim(let name, let person): try claim(name, by: person)
    case .tell(let type, let name): try tell(type, about: transaction(name))
    }
    try await settle()
  }

  // MARK: Verbs

  private func perform(_ line: String) throws {
    var words = line.split(separator: " ").map(String.init)
    var person = ExamCase.people[0]
    if let first = words.first, first.hasSuffix(":") {
      person = String(first.dropLast())
      words.removeFirst()
    }
    let isAnonymous = words.last == "none" && words.dropLast().last == "--token"
    if isAnonymous { words.removeLast(2) }
    var call = try VerbCall(commandLine: words.map(resolve))
    // A second passes before each verb, so that no two events share a date: equal dates would not tell their order.
    if call.verb != .advance { _ = try store.perform(VerbCall(.advance).with(.duration, VerbDuration("1s"))) }
    call.signedIn = person + "@"
    call.isConfirmed = true
    if let name = call[maybe: .product], !name.contains(".") { call = call.with(.product, Self.prefix + name) }
    if let name = call[maybe: .subscription], !name.contains(".") {
      call = call.with(.subscription, Self.prefix + name)
    }
    let isPurchase = call.verb == .buy
    if isPurchase, !isAnonymous, call[maybe: .token] == nil, let token = tokens[person] {
      call = call.with(.token, token)
    }
    guard case .done(let answer) = try store.perform(call) else { return }
    if isPurchase, let id = answer.document["transactionId"]?.stringValue { bought.append(id) }
  }

  private func resolve(_ word: String) throws -> String {
    guard word.hasPrefix("$") else { return word }
    if let token = tokens[String(word.dropFirst())] { return token }
    return try transaction(word)
  }

  private func transaction(_ name: String) throws -> String {
    let number = Int(name.dropFirst())
    let all = try number == nil ? store.transactions(PageRequest(limit: 10_000)).rows : []
    let named = name == "$shared" ? all.filter { $0.inAppOwnershipType == .familyShared } : all
    let newest = named.compactMap(\.transactionId).max { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    guard let id = number.map({ bought.indices.contains($0 - 1) ? bought[$0 - 1] : nil }) ?? newest else {
      throw StoreError(.usage, say("\(safeText(name)) names no transaction in the case \(examCase.name)"))
    }
    return id
  }

  // MARK: Notifications

  private func undelivered() throws -> [SimulatedNotification] {
    try store.notifications(PageRequest(limit: 10_000)).rows.filter { $0.deliveredDate == nil }.reversed()
  }

  /// Posts the due notifications, oldest first; holds them or records failed attempts where a step asked for that.
  private func settle() async throws {
    guard !isHolding else { return }
    while let notification = try store.dueNotifications(limit: 1).first {
      guard !isOut else {
        try store.recordAttempt(notification.notificationUUID, .socketIssue)
        continue
      }
      try await post(notification)
    }
  }

  private func postWhatWaits(_ order: ExamStep.Order) async throws {
    isHolding = false
    let due = try undelivered()
    switch order {
    case .newestFirst: for notification in due.reversed() { try await post(notification) }
    case .twice:
      for notification in due {
        try await post(notification)
        _ = try await send(notification.signedPayload)
      }
    }
  }

  private func post(_ notification: SimulatedNotification) async throws {
    posted.append(Self.name(notification))
    payloads.append(notification.signedPayload)
    let status = try await send(notification.signedPayload)
    let isTaken = (200...206).contains(status)
    try store.recordAttempt(
      notification.notificationUUID, isTaken ? .success : .unsuccessfulHTTPResponseCode,
      answer: ReceiverAnswer(status: status))
  }

  private static func name(_ notification: SimulatedNotification) -> String {
    ([notification.notificationType.rawValue] + [notification.subtype?.rawValue].compactMap(\.self))
      .joined(separator: " ")
  }

  private func send(_ payload: String) async throws -> Int {
    do throws(HTTPError) {
      return try await server.post(payload)
    } catch {
      throw ExamFailure(
        message: say("notification \(posted.last ?? "") (\(posted.count)) was not answered: \(error.message)"),
        isSilence: error.kind == .timedOut)
    }
  }

  /// Marks every undelivered notification as lost: it is never posted again, and Apple's history lists it as failed.
  private func giveUp() throws {
    for notification in try undelivered() {
      if notification.sendAttempts.isEmpty { try store.recordAttempt(notification.notificationUUID, .socketIssue) }
      _ = try store.perform(VerbCall(.loseNotification).with(.notification, notification.notificationUUID))
    }
    (isHolding, isOut) = (false, false)
  }

  /// Sets a user's token on a transaction, as the app of a family member does, before the notification goes out.
  private func claim(_ name: String, by person: String) throws {
    let id = try transaction(name)
    guard let token = tokens[person] else { return }
    try store.setAppAccountToken(token, ofOriginal: id)
    for notification in try undelivered() where notification.transactionId == id {
      _ = try store.perform(VerbCall(.loseNotification).with(.notification, notification.notificationUUID))
      try tell(notification.notificationType.rawValue, about: id)
    }
    isHolding = false
  }

  /// Posts a notification that holds the transaction as the App Store signs it now.
  private func tell(_ type: String, about id: String) throws {
    guard let text = try store.signedTransaction(id) else { return }
    let transaction = try CompactJWS(text.utf8).claims()
    var data: JSONObject = [
      "bundleId": .string(store.bundleId), "environment": .string(store.environment.rawValue),
      "signedTransactionInfo": .object(transaction),
    ]
    data.append("appAppleId", ifPresent: store.appAppleId.map { .number($0) })
    _ = try store.perform(
      VerbCall(.postNotification).with(.payload, ["notificationType": .string(type), "data": .object(data)]))
  }

  // MARK: Questions

  private func ask(_ kept: ExamPractice, _ lost: ExamPractice) async throws {
    let rights = try truth.rights(in: store)
    let owners = try Set(
      store.transactions(PageRequest(limit: 10_000)).rows.compactMap { transaction in
        transaction.appAccountToken.map { $0 + " " + (transaction.productId ?? "") }
      })
    for product in examCase.products {
      for person in ExamCase.people {
        guard let token = tokens[person] else { continue }
        let id = Self.prefix + product
        let expected = rights[token]?.contains(id) ?? false
        let answer = await server.ask(token: token, product: id, expecting: expected)
        let isRight = answer == ExaminedServer.Answer(expected)
        let after = posted.last.map { "\($0) (\(posted.count))" } ?? ""
        answers.append(
          ExamAnswer(
            person: person, product: product, expected: expected, answered: answer.text, after: after,
            isRight: isRight))
        guard !isRight else { continue }
        let isOwner = owners.contains(token + " " + id)
        throw failure(of: answer, expected ? lost : isOwner ? kept : kept.forOthers)
      }
    }
  }

  private func failure(of answer: ExaminedServer.Answer, _ practice: ExamPractice) -> ExamFailure {
    guard let asked = answers.last else { return ExamFailure(message: "") }
    let place =
      asked.after.isEmpty ? say("before the first notification") : say("after \(asked.after)")
    let question = say("\(asked.product) of \(asked.person), \(place): expected \(asked.expectedText)")
    switch answer {
    case .entitled, .notEntitled:
      return ExamFailure(message: say("\(question), answered \(answer.text)"), practice: practice)
    case .unclear(let why): return ExamFailure(message: say("\(question), answered unclearly: \(why)"))
    case .none(let why): return ExamFailure(message: say("\(question), not answered: \(why)"), isSilence: true)
    }
  }
}
