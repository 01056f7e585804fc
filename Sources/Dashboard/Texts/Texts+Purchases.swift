import StoreModel

/// Purchases as the App Store's side has them, and what customers do elsewhere.
extension Texts {
  static let nothingSold = "the App Store sells nothing"
  static let nothingToShare = "the catalogue lets no product be shared"

  static func standing(of item: AppStorePurchase, now: Timestamp) -> (String, Mark) {
    if item.isUpgraded { return ("upgraded", .empty) }
    if let end = item.expiresDate, end <= now { return ("over", .empty) }
    return item.isShared ? ("shared", .good) : ("stands", .good)
  }

  static func detail(of item: AppStorePurchase, _ state: State) -> String {
    let end = item.expiresDate.map { ", until \(state.minute($0))" } ?? ""
    let how = item.isShared ? ", through the family" : ""
    return "\(transaction(safe(item.transactionId)))\(end)\(how)"
  }

  // MARK: Buying elsewhere

  static func productsToBuy(_ products: [ProductRow], _ account: AppleAccount) -> Choice {
    Choice(
      title: "What does \(safe(account.name)) buy on another device?",
      items: products.map { Choice.Item(title: $0.name, note: $0.price, pick: .choose(waysToBuy($0, account))) })
  }

  /// When it is bought, and what has become of a subscription since.
  private static func waysToBuy(_ product: ProductRow, _ account: AppleAccount) -> Choice {
    let past = ["--ago", "45d"]
    var ways: [(title: String, note: String, words: [String])] = [("now", "as anybody buys", [])]
    if product.type == .autoRenewableSubscription {
      ways += [
        ("45 days ago", "renewed ever since", past + ["--renewals", "until-now"]),
        ("45 days ago", "one renewal now for the missed ones", past + ["--renewals", "default"]),
        ("45 days ago", "cancelled at once", past + ["--renewals", "cancel"]),
      ]
    } else {
      ways.append(("45 days ago", "its date lies in the past", past))
    }
    return Choice(
      title: "When was \(product.name) bought?",
      items: ways.map { way in
        let move = AppStoreMove.verb(["buy", product.id, "--account", account.name] + way.words)
        let question = Confirmation(
          decision: .move(move), title: "Buy \(product.name) on another device?",
          text: [
            "Charges \(product.price) to \(safe(account.name)), \(way.title): \(way.note). This device learns of it when "
              + "it checks.", safe(move.verb),
          ])
        return Choice.Item(title: way.title, note: way.note, pick: .confirm(question))
      })
  }

  static func productsToPromote(_ products: [ProductRow], _ account: AppleAccount) -> Choice {
    Choice(
      title: "What does \(safe(account.name)) begin to buy in the App Store?",
      items: products.map { product in
        let move = AppStoreMove.verb(["promote", product.id, "--account", account.name])
        let question = Confirmation(
          decision: .move(move), title: "Begin to buy \(product.name) in the App Store?",
          text: [
            "Nothing is charged: the app, where \(safe(account.name)) is signed in, is asked to continue the purchase.",
            safe(move.verb),
          ])
        return Choice.Item(title: product.name, note: product.price, pick: .confirm(question))
      })
  }

  static func productsToShare(_ products: [ProductRow]) -> Choice {
    Choice(
      title: "Which product does the family have?",
      items: products.flatMap { product in
        [("share", "on", "The family has it too, as long as it is paid."), ("keep", "off", "The family loses it.")].map
        {
          word, isOn, text in
          let move = AppStoreMove.verb(["family", "share", isOn, product.id])
          let question = Confirmation(
            decision: .move(move), title: "\(word.prefix(1).uppercased() + word.dropFirst()) \(product.name)?",
            text: [text, safe(move.verb)])
          return Choice.Item(title: "\(word) \(product.name)", note: text, pick: .confirm(question))
        }
      })
  }

  // MARK: The clock

  static let waysBack: Choice = {
    let steps = [("1 hour", "1h"), ("1 day", "1d"), ("7 days", "7d"), ("30 days", "30d")]
    return Choice(
      title: "How far is the clock set back?",
      items: steps.map { title, word in
        let move = AppStoreMove.verb(["set-back", word])
        let question = Confirmation(
          decision: .move(move), title: "Set the clock back by \(title)?",
          text: ["Nothing is undone; what is signed then still gets a later date than anything before.", move.verb])
        return Choice.Item(title: title, note: move.verb, pick: .confirm(question))
      })
  }()
}
