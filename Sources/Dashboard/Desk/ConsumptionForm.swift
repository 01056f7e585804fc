import AppStoreModel
import Core

/// The form for a reply to Apple's consumption request: up to three short lists.
///
/// The list about the used share appears only for a purchase that was delivered and does not renew. The form does not
/// ask for the customer's consent: Till only replies if the consent is on record.
struct ConsumptionForm {
  let question: ConsumptionQuestion
  let product: String
  let customer: Int64

  /// The first list: whether the purchase was delivered.
  var choice: Choice {
    let recorded = question.recorded.delivery
    let words = [recorded] + ConsumptionReply.deliveries.filter { $0 != recorded }
    return Choice(
      title: say("Apple asks about \(product): was it delivered?"),
      items: words.map { word in
        var reply = ConsumptionReply(delivery: word, sample: question.recorded.sample)
        if word == recorded { reply.share = question.recorded.share }
        return Choice.Item(
          title: DeskScreenText.delivery(word), note: word == recorded ? DeskScreenText.recorded.text : "",
          pick: .choose(word == ConsumptionReply.delivered && !question.isRenewable ? shares(reply) : wishes(reply)))
      })
  }

  /// Returns the list of used shares; the recorded one comes first.
  private func shares(_ reply: ConsumptionReply) -> Choice {
    let known = question.recorded.share
    let usual: [Int?] = [0, 25_000, 50_000, 75_000, 100_000, nil]
    let all = [known] + usual.filter { $0 != known }
    return Choice(
      title: say("How much of it was used?"),
      items: all.map { share in
        var next = reply
        next.share = share
        return Choice.Item(
          title: DeskScreenText.share(share).text, note: share == known ? DeskScreenText.recorded.text : "",
          pick: .choose(wishes(next)))
      })
  }

  /// Returns the list of preferences; one that Apple would not accept says why.
  private func wishes(_ reply: ConsumptionReply) -> Choice {
    let preferences: [String?] = [nil] + ConsumptionReply.preferences.map(Optional.some)
    return Choice(
      title: say("What would you like Apple to decide?"),
      items: preferences.map { preference in
        var last = reply
        last.preference = preference
        let isTaken = last.refusal(isRenewable: question.isRenewable) == nil
        return Choice.Item(
          title: DeskScreenText.preference(preference),
          note: isTaken ? DeskScreenText.reply(last).text : DeskScreenText.partNeedsShare.text,
          pick: isTaken
            ? .command(.desk(.request(.answer(transactionId: question.transactionId, last), customer: customer)))
            : .no(DeskScreenText.partNeedsShare.text))
      })
  }
}

extension State {
  /// Apple's consumption request about the selected product.
  var question: ConsumptionQuestion? {
    guard let id = selected?.id else { return nil }
    return desk?.opened?.questions.first { $0.productId == id }
  }

  var reasonAgainstAnswering: String? {
    if let reason = desk?.reasonAgainstWishes { return reason }
    guard let question else { return DeskScreenText.nothingAsked.text }
    guard question.consent != nil else {
      return say("the customer's consent is not on record, so Till may not tell Apple anything")
    }
    guard question.asked != "consumption" else { return say("already answered") }
    return question.until > now ? nil : say("Apple's 12-hour deadline has passed")
  }
}

extension Reducer {
  mutating func askForAnswer() {
    guard let question = state.question, let number = state.desk?.opened?.number, let product = state.selected else {
      return
    }
    present(ConsumptionForm(question: question, product: safeText(product.name), customer: number).choice)
  }
}
