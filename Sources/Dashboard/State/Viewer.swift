package import AppStoreModel
import Core
import Verbs

/// The viewer: a sheet that shows all data about one item.
package struct Viewer: Hashable, Sendable {
  package enum Section: Int, CaseIterable, Hashable, Sendable {
    case fields, versions, json, trust
  }

  package var subject: SignedItemDetail.Subject
  /// The item's data, or nil until it was read.
  package var signedItem: SignedItemDetail?
  package var section = Section.fields
  /// The verification's result after one letter was changed, if the user asked for that.
  package var forgery: SignedItemDetail.Forgery?
  /// The first visible line.
  var top = 0

  /// The newest signed text of the item.
  var jws: String? { signedItem?.documents.first?.versions.first?.jws }
}

extension State {
  /// The open viewer, if any.
  package var viewer: Viewer? {
    for case .viewer(let viewer) in overlays.reversed() { return viewer }
    return nil
  }

  /// The item that Enter opens for the selected row, or nil if the row is not about a single item.
  var subjectUnderCursor: SignedItemDetail.Subject? {
    guard let row = tabs.front.selected else { return nil }
    switch tabs.current {
    case .refunds, .transactions: return .transaction(row.id)
    case .orders: return row.isIntent ? nil : .order(row.id)
    case .unfinished: return row.orderId.map { .order($0) } ?? .transaction(row.id)
    case .journal: return Int64(row.id).map { .journal($0) }
    case .quarantine: return Int64(row.id).map { .quarantined($0) }
    }
  }

  /// The item behind the selected row of the App Store's side, if the row has signed data.
  var storeSubjectUnderCursor: SignedItemDetail.Subject? {
    guard let row = selectedAppStoreRow else { return nil }
    switch row.subject {
    case .item(.decision(let item)):
      return item.kind == .refundRequest || item.kind == .refunded ? .storeTransaction(item.transactionId) : nil
    case .item(.purchase(let item)): return .storeTransaction(item.transactionId)
    case .item(.subscription(let item)): return .subscription(item.originalTransactionId, account: item.account)
    case .item(.notification(_)): return .notification(row.shown.id)
    case .item, .deviceFault, .setting: return nil
    }
  }

  var reasonAgainstFlipping: String? {
    guard viewer?.signedItem != nil else { return ReasonText.stillLoading.text }
    return viewer?.jws == nil ? ViewerText.nothingSigned.text : nil
  }
}

extension Reducer {
  /// Opens an item in the viewer, which reads its data.
  mutating func view(_ subject: SignedItemDetail.Subject) {
    state.overlays.append(.viewer(Viewer(subject: subject)))
    begin(.signedItem, .signedItem(subject))
  }

  /// Opens the signed data of the selected row of the App Store's side, or else carries out the row's action.
  mutating func openStoreRow() {
    if let subject = state.storeSubjectUnderCursor { view(subject) } else { perform(state.pickPlan) }
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

  /// Changes one letter of the signed text and shows which check fails; a second call shows the real text again.
  mutating func flipALetter() {
    guard let viewer = state.viewer, let jws = viewer.jws else { return }
    if viewer.forgery != nil { return changeViewer { $0.forgery = nil } }
    show(.trust)
    begin(.forgery, .forgery(jws: jws))
  }

  /// Shows the data of an item, if the viewer still waits for it.
  mutating func apply(_ signedItem: SignedItemDetail) {
    changeViewer { if $0.subject == signedItem.subject { $0.signedItem = signedItem } }
  }

  mutating func apply(_ forgery: SignedItemDetail.Forgery) { changeViewer { $0.forgery = forgery } }

  /// Closes the viewer if its item could not be read.
  mutating func leaveUnreadViewer() {
    state.overlays.removeAll { if case .viewer(let viewer) = $0 { viewer.signedItem == nil } else { false } }
  }
}
