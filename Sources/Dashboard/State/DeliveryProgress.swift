import AppStoreModel
import Core
import TerminalUI

/// The progress of the newest notification, with the times at which this dashboard saw it arrive.
struct DeliveryProgress: Hashable, Sendable {
  let uuid: String
  /// Whether Apple signed it while this dashboard was watching; of an earlier one it cannot know the times.
  var isSeen = true
  /// The time at which the app server was seen to have the notification.
  var server: Timestamp?
  /// The time at which this device was seen to know about the notification.
  var device: Timestamp?
}

extension State {
  /// Starts to track the newest notification, if it is a new one.
  mutating func followNewestNotification() {
    guard let situation else { return way = nil }
    let start = min(watchedSince ?? situation.now, situation.now)
    watchedSince = start
    guard let newest = situation.notifications.first else { return way = nil }
    if way?.uuid != newest.notificationUUID {
      way = DeliveryProgress(uuid: newest.notificationUUID, isSeen: newest.date >= start)
    }
    if way?.isSeen == true, way?.server == nil, newest.delivery == .delivered { way?.server = situation.now }
  }

  /// Records that this device knows about the newest notification, after the device's store was read.
  mutating func noteDeviceOnTheWay() {
    guard way?.isSeen == true, way?.device == nil, let newest = situation?.notifications.first, isKnown(newest) else {
      return
    }
    way?.device = now
  }

  /// Returns a notification's stages: Apple, the app server, this device, each with its delay if Till saw it.
  func wayText(of item: AppStoreNotification, _ glyphs: GlyphSet, names: Bool = true) -> String {
    let isNewest = way?.uuid == item.notificationUUID
    let type = [item.type.rawValue, item.subtype?.rawValue ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    var stages = [
      say(
        "\(second(item.date)) "
          + "\(safeText(type))\((names ? name(of: item.productId) : "").isEmpty ? "" : " \(names ? name(of: item.productId) : "")")"
      ),
      PaneText.heard(item.delivery, attempts: item.attempts, seconds: isNewest ? delay(way?.server, item) : nil).text,
    ]
    if item.account == device.account, item.account != nil, isNewest {
      if isKnown(item) {
        stages.append(PaneText.deviceKnows(seconds: delay(way?.device, item)).text)
      } else if item.type != .oneTimeCharge, item.type != .subscribed {
        // The device knows about its own purchases without the notification.
        stages.append(say("this device has not asked yet (\(ActionTable.key(of: .refundCheck)) asks)"))
      }
    }
    return stages.joined(separator: " \(glyphs.arrow) ")
  }

  /// Returns the stages in one line: the longest wording that fits, in which the last stage is never cut.
  func wayText(of item: AppStoreNotification, _ glyphs: GlyphSet, width: Int) -> String {
    let time = second(item.date)
    let stages = briefStages(of: item)
    let arrow = " \(glyphs.arrow) "
    let type = safeText(item.type.rawValue)
    let subtype = item.subtype.map { " " + safeText($0.rawValue) } ?? ""
    let beginnings = ["\(time) \(type)\(subtype)", "\(time) \(type)", type, time]
    var wordings = [wayText(of: item, glyphs), wayText(of: item, glyphs, names: false)]
    wordings += beginnings.map { ([$0] + stages).joined(separator: arrow) }
    return wordings.first { displayWidth(of: $0) <= width } ?? stages.joined(separator: arrow)
  }

  /// Returns the stages of the app server and of the device, in two words each.
  private func briefStages(of item: AppStoreNotification) -> [String] {
    let isNewest = way?.uuid == item.notificationUUID
    let server = PaneText.serverBriefly(item.delivery, seconds: isNewest ? delay(way?.server, item) : nil).text
    guard item.account == device.account, item.account != nil, isNewest else { return [server] }
    if isKnown(item) { return [server, PaneText.deviceBriefly(knows: true, seconds: delay(way?.device, item)).text] }
    guard item.type != .oneTimeCharge, item.type != .subscribed else { return [server] }
    return [server, PaneText.deviceBriefly(knows: false, seconds: nil).text]
  }

  /// Returns whether this device has checked since the notification, or gets updates live.
  private func isKnown(_ item: AppStoreNotification) -> Bool {
    if let checked = device.lastChecked, checked >= item.date { return true }
    return device.updates == .live && device.waitingUpdates == 0 && situation?.network == true
  }

  /// Returns the delay since the notification was signed, in tenths of a second, or nil from one minute on.
  private func delay(_ date: Timestamp?, _ item: AppStoreNotification) -> Int64? {
    guard let date else { return nil }
    let delay = date.milliseconds(since: item.date)
    return (0..<60_000).contains(delay) ? delay / 100 : nil
  }

  /// Returns the title of the strip: the pending decisions and other counts, as many as fit.
  func stripTitle(_ glyphs: GlyphSet, width: Int) -> String {
    guard let situation else { return AppStoreSideTexts.appStoreTitle }
    let waiting = situation.cases.filter { $0.kind != .refunded }.count + situation.promoted.count
    let counts = [
      Words("\(waiting) to decide"),
      PaneText.subscriptions(situation.subscriptions.filter { $0.state != .expired }.count),
      PaneText.statusBadge(.faults(situation.faults.count + facts.faults.count)),
    ]
    var parts = [AppStoreSideTexts.appStoreTitle] + counts.map(\.text) + [AppStoreSideTexts.pace(situation)]
    func title() -> String { parts.joined(separator: " \(glyphs.dot) ") }
    while parts.count > 1, displayWidth(of: title()) > width { parts.removeLast() }
    return title()
  }

  /// Returns a time of day to the second in the user's time zone; for another day, the date and the time.
  private func second(_ date: Timestamp) -> String {
    guard day(date) == day(now) else { return minute(date) }
    return String(date.formatted(.second, secondsFromUTC: setup.zone.offset(at: date)).suffix(8))
  }
}
