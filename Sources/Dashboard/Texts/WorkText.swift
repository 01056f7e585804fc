import SafeText
import StoreModel
import StoreVerbs
import Texts

/// Tasks: under way, done, stopped, failed.
enum WorkText: Sentence {
  case doing(Work.Kind)
  case busy(Work)
  /// What was done, where the program has no report of its own; the product's name where one is put off.
  case done(Command, product: String)
  case stopped(Work.Kind)
  case failed(Work.Kind)
  case failure(Work.Kind, message: String)
  case remedy(Remedy)
  case storeUnreadable(String)
  case appStoreUnreadable(String)
  case startedOver
  case nothingBought
  case saved(String, failure: String?)
  case copied(String, ClipboardAnswer)

  /// What helps against a failure.
  enum Remedy: Hashable {
    case network, payments, storefront, waitForApple, tryAgain

    init?(_ kind: FailureKind?) {
      switch kind {
      case .some(.networkError): self = .network
      case .some(.purchaseNotAllowed): self = .payments
      case .some(.notAvailableInStorefront): self = .storefront
      case .some(.duplicateRequest): self = .waitForApple
      case .some(.systemError), .some(.unknown): self = .tryAgain
      default: return nil
      }
    }
  }
}

extension State {
  /// What was done, where the program has no report of its own.
  func done(_ kind: Work.Kind, detail: String?) -> Report? {
    let text: String
    switch kind {
    case .command(.deferPurchase(let item)):
      text = WorkText.done(.deferPurchase(item), product: name(of: item.productId)).text
    case .command(let command): text = WorkText.done(command, product: "").text
    case .verb(let call):
      if let text = Texts.done(call, self) { return Report(Message(text, .good)) }
      text = ""
    }
    guard !text.isEmpty else { return detail.map { Report(Message($0)) } }
    return Report(Message([text, detail ?? ""].filter { !$0.isEmpty }.joined(separator: " "), .good))
  }
}

extension Report {
  /// A report that is one line.
  init(_ summary: Message) { self.init(title: ReportText.lastAction.text, summary: summary) }

  /// Why a task failed, and what helps.
  init(failureOf kind: Work.Kind, _ problem: Problem) {
    let title = WorkText.failed(kind).text
    let reason = safeText(problem.message)
    self.init(title: title, summary: Message(WorkText.failure(kind, message: reason).text, .bad))
    if let remedy = WorkText.Remedy(problem.kind) {
      lines = [Message(reason, .bad), Message(WorkText.remedy(remedy).text)]
    }
  }
}
