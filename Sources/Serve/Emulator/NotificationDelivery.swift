import Simulator

/// The order in which due notifications are posted.
///
/// Apple promises no order. By default, the notifications of one subscription or one purchase are posted in the order
/// in which they happened. A test can choose another order: a server must cope with any, but its test must be able to
/// repeat one.
package enum NotificationDelivery: Hashable, Sendable {
  /// Notifications of one purchase are posted one after another, those of different purchases at the same time.
  ///
  /// While the clock stands still, all are posted one after another, so that the same seed and the same calls give the
  /// same order.
  case ordered
  /// All due notifications are posted at the same time.
  case parallel
  /// Notifications are posted one after another, in an order derived from a seed.
  case shuffled(seed: UInt64)

  /// How many first attempts, and how many repetitions, may be in progress at the same time.
  private static let most = 20

  /// Reads `ordered`, `parallel`, `shuffled` or `shuffled 7`; nil for anything else.
  ///
  /// - Parameter seed: The seed where the text names none.
  package init?(_ text: String, seed: UInt64) {
    let words = text.split(separator: " ")
    switch (words.first, words.count) {
    case ("ordered", 1): self = .ordered
    case ("parallel", 1): self = .parallel
    case ("shuffled", 1): self = .shuffled(seed: seed)
    case ("shuffled", 2):
      guard let seed = UInt64(words[1]) else { return nil }
      self = .shuffled(seed: seed)
    default: return nil
    }
  }

  /// Returns the notifications to post next.
  ///
  /// Repetitions and first attempts do not wait for each other. Where all are posted one after another, repetitions
  /// come last.
  ///
  /// - Parameters:
  ///   - due: The due notifications that are not being posted, in their order.
  ///   - underWay: The notifications that are being posted.
  ///   - isStill: Whether the clock stands still.
  func next(_ due: [DueNotification], underWay: [DueNotification], isStill: Bool) -> [DueNotification] {
    // Notifications that a tester put in an order of their own are posted alone and one after another.
    if underWay.contains(where: \.isReordered) { return [] }
    if let first = due.first(where: \.isReordered) { return underWay.isEmpty ? [first] : [] }
    let (first, again) = (due.filter(\.isFirst), due.filter { !$0.isFirst })
    let (firstUnderWay, againUnderWay) = (underWay.filter(\.isFirst), underWay.filter { !$0.isFirst })
    switch self {
    case .shuffled(let seed):
      return Self.line(first.sorted { Self.key($0, seed) < Self.key($1, seed) }, again, firstUnderWay, againUnderWay)
    case .ordered where isStill: return Self.line(first, again, firstUnderWay, againUnderWay)
    case .ordered:
      var taken = Set(firstUnderWay.map(\.purchase))
      let heads = first.filter { taken.insert($0.purchase).inserted }
      return Self.beside(heads, again, firstUnderWay, againUnderWay)
    case .parallel: return Self.beside(first, again, firstUnderWay, againUnderWay)
    }
  }

  private static func beside(
    _ first: [DueNotification], _ again: [DueNotification], _ firstUnderWay: [DueNotification],
    _ againUnderWay: [DueNotification]
  ) -> [DueNotification] {
    Array(first.prefix(max(0, most - firstUnderWay.count))) + again.prefix(max(0, most - againUnderWay.count))
  }

  private static func line(
    _ first: [DueNotification], _ again: [DueNotification], _ firstUnderWay: [DueNotification],
    _ againUnderWay: [DueNotification]
  ) -> [DueNotification] {
    guard firstUnderWay.isEmpty else { return [] }
    if let next = first.first { return [next] }
    return againUnderWay.isEmpty ? Array(again.prefix(1)) : []
  }

  /// Returns a pseudo-random number that depends only on the seed and the notification.
  private static func key(_ notification: DueNotification, _ seed: UInt64) -> UInt64 {
    SeededNumbers.number(seed, at: UInt64(bitPattern: notification.place))
  }
}
