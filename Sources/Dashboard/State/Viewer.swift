package import StoreModel
import Texts

/// Something opened in full over the dashboard.
package struct Viewer: Hashable, Sendable {
  package enum Section: Int, CaseIterable, Hashable, Sendable {
    case fields, versions, json, trust
  }

  package var subject: Exhibit.Subject
  /// Nil until it was read.
  package var exhibit: Exhibit?
  package var section = Section.fields
  /// What became of it with one letter changed, where somebody wanted to see that.
  package var forgery: Exhibit.Forgery?
  /// The first line that is shown.
  var top = 0

  package init(_ subject: Exhibit.Subject) { self.subject = subject }

  /// The newest signed text.
  var jws: String? { exhibit?.documents.first?.versions.first?.jws }
}

extension State {
  /// What is opened in full, where something is.
  package var viewer: Viewer? {
    for case .viewer(let viewer) in overlays.reversed() { return viewer }
    return nil
  }

  /// What Enter opens on the row of the list in front; nil where it is not about one thing.
  var subjectUnderCursor: Exhibit.Subject? {
    guard let row = tabs.front.selected else { return nil }
    switch tabs.current {
    case .refunds, .transactions: return .transaction(row.id)
    case .orders: return row.isIntent ? nil : .order(row.id)
    case .unfinished: return row.orderId.map { .order($0) } ?? .transaction(row.id)
    case .journal: return Int64(row.id).map { .journal($0) }
    case .quarantine: return Int64(row.id).map { .quarantined($0) }
    }
  }

  /// What is signed of the row under the cursor of the App Store's side; nil where nothing is.
  var storeSubjectUnderCursor: Exhibit.Subject? {
    guard let row = selectedAppStoreRow else { return nil }
    switch row.subject {
    case .decision(let item):
      return item.kind == .refundRequest || item.kind == .refunded ? .storeTransaction(item.transactionId) : nil
    case .purchase(let item): return .storeTransaction(item.transactionId)
    case .subscription(let item): return .subscription(item.originalTransactionId, account: item.account)
    case .notification: return .notification(row.shown.id)
    case .account, .fault, .deviceFault, .setting, .promoted: return nil
    }
  }

  var reasonAgainstFlipping: String? {
    guard viewer?.exhibit != nil else { return ReasonText.stillLoading.text }
    return viewer?.jws == nil ? ViewerText.nothingSigned.text : nil
  }
}

extension Reducer {
  /// Opens a thing in full; what it is comes with the answer.
  mutating func view(_ subject: Exhibit.Subject) {
    state.overlays.append(.viewer(Viewer(subject)))
    begin(.exhibit, .exhibit(subject))
  }

  /// Opens what is signed about a row of the App Store's side; of what waits there is nothing yet but what to do.
  mutating func openStoreRow() {
    if let subject = state.storeSubjectUnderCursor { view(subject) } else { follow(state.pickPlan) }
  }

  mutating func changeViewer(_ change: (inout Viewer) -> Void) {
    for index in state.overlays.indices {
      guard case .viewer(var viewer) = state.overlays[index] else { continue }
      change(&viewer)
      state.overlays[index] = .viewer(viewer)
    }
  }

  mutating func show(_ section: Viewer.Section) {
    changeViewer {
      $0.section = section; $0.top = 0
    }
  }

  mutating func showViewerSection(by step: Int) {
    if let viewer = state.viewer { show(viewer.section.neighbour(by: step)) }
  }

  /// Changes one letter of what was signed and shows which check notices; a second time goes back to the real one.
  mutating func flipALetter() {
    guard let viewer = state.viewer, let jws = viewer.jws else { return }
    if viewer.forgery != nil { return changeViewer { $0.forgery = nil } }
    show(.trust)
    begin(.forgery, .forgery(jws: jws))
  }

  /// Takes what was opened, if it is still looked at.
  mutating func take(_ exhibit: Exhibit) {
    changeViewer { if $0.subject == exhibit.subject { $0.exhibit = exhibit } }
  }

  mutating func take(_ forgery: Exhibit.Forgery) { changeViewer { $0.forgery = forgery } }

  /// Closes what cannot be opened.
  mutating func leaveUnreadViewer() {
    state.overlays.removeAll { if case .viewer(let viewer) = $0 { viewer.exhibit == nil } else { false } }
  }
}
