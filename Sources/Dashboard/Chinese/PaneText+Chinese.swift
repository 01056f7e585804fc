import SafeText
import Screen
import StoreModel
import Texts

extension PaneText {
  var chinese: String {
    switch self {
    case .tooSmall(let least): "终端太小（需要 \(least.width)x\(least.height)）"
    case .readOnly: "只读"
    case .locked: "已锁定"
    case .clockDoubtful: "时钟？"
    case .notSignedByApple: "并非 Apple 签名"
    case .updatesLive: "更新：即时"
    case .updatesHeld: "更新：暂缓"
    case .updatesWaiting(let count, let isShort): "更新：暂缓（\(count)\(isShort ? "" : " 条等待")）"
    case .storeTime(let time): "商店时间 \(time)"
    case .customer(let name): "顾客 \(name)"
    case .appleAccount(let name): "Apple 账户 \(name)"
    case .noAppleAccount: "未登录 Apple 账户"
    case .user(let name): "用户 \(name)"
    case .noUser: "无用户"
    case .storefront(let code): "店面 \(code)"
    case .neverChecked: "从未检查"
    case .checked(let seconds): seconds < 60 ? "刚刚检查" : "\(PaneText.span(seconds: seconds))前检查"

    case .chip(let kind): chip(kind)
    case .unusual: "有什么不同寻常？"
    case .backToNormal: "全部恢复正常"

    case .palette: "要做什么？"
    case .paletteLabel: "查找："
    case .exportTitle: "以什么格式写出列表？"
    case .signInAs(let name): "以 \(name) 登录"
    case .openID(let id): "打开 \(id)"
    case .onThisDevice: "此设备所持有的"
    case .exporting(let count): "已写 \(count) 行；\(key(.close)) 停止。"
    case .exportStopped: "未写入任何内容。"

    case .promoted(let product, let length): promoted(product, length)
    case .deferred(let product, .full):
      "在 App Store 中开始购买的 \(product) 正等待用户登录（\(key(.switchUser))）；\(key(.continuePurchase)) 立即继续"
    case .deferred(let product, _): "\(product) 正等待用户登录（\(key(.switchUser))）；\(key(.continuePurchase)) 继续"

    case .products: "产品"
    case .matching(let filter): "匹配 \(filter) 的产品"
    case .found(let count): "\(count) 个产品"
    case .foundRows(let count): "\(count) 行"
    case .foundSoFar(let count, let hasMore): "\(count) 行" + (hasMore ? "，还有更早的行" : "")
    case .noRowFits(let hasMore):
      hasMore ? "最新的行都不匹配；\(key("page-down")) 查看更早的行，\(key(.close)) 清除筛选。" : "没有匹配的行；\(key(.close)) 清除筛选。"
    case .noProducts: "尚无已知产品：App Store 未列出产品，或尚未应答。"
    case .noMatch: "没有匹配的产品；\(key(.close)) 清除筛选。"
    case .heading(let section): heading(section)
    case .owed(let count): "欠 \(count)"
    case .left(let count): "剩余 \(count)"
    case .state(let state): state.words
    case .shortState(let state): short(state)
    case .then(let word, let product): "\(word)，然后 \(product)"
    case .thenEnds(let word): "\(word)，然后结束"
    case .thenIfAgreed(let word, let price): "\(word)，同意后 \(price)"
    case .renewal(let date, let price, let isRise, let awaitsConsent):
      "\(date) 以 \(price) 续期" + (isRise ? "，价格不同" : "") + (awaitsConsent ? "；顾客不同意则结束" : "")
    case .autoRenewOff(let date): "自动续期已关闭：\(date) 结束"
    case .grace: "宽限期"
    case .graceLeft(let seconds): "宽限期，\(PaneText.timeLeft(seconds: seconds))"

    case .detail: "详情"
    case .nothingSelected: "未选择任何内容。"
    case .entitlement(let isEntitled, let detail): (isEntitled ? "有权益" : "无权益") + (detail.map { "：\($0)" } ?? "")
    case .unknownDate: "未知"
    case .unconfirmed: "有一段时间未确认：请按 \(key(.refundCheck))"
    case .because: "理由"
    case .reasonsComing: "正在整理理由"
    case .pendingChange(let name, let now): "下次续期时变为 \(name)；再次购买 \(now)（\(key(.buy))）可取消变更"
    case .since(let date): "自 \(date)"
    case .ended(let date): "\(date) 结束"
    case .until(let date): "至 \(date)"
    case .untilWithRest(let date, let seconds): "至 \(date)（\(PaneText.timeLeft(seconds: seconds))）"
    case .timeLeft(let seconds): seconds <= 0 ? "已结束" : "剩余\(PaneText.span(seconds: seconds))"
    case .next(.nobody): "下一步："
    case .next(.customer): "下一步（顾客）："
    case .next(.apple): "下一步（Apple）："
    case .next(.us): "下一步（我方）："
    case .say: "回复："
    case .id: "编号"
    case .type: "类型"
    case .productType(.nonConsumable): "非消耗型"
    case .productType(.consumable): "消耗型"
    case .productType(.autoRenewableSubscription): "自动续期订阅"
    case .productType(.nonRenewingSubscription): "非续期订阅"
    case .productType(let type): safeText(type.rawValue)
    case .price: "价格"
    case .period: "周期"
    case .about: "简介"
    case .also: "别名"

    case .tab(let tab, let isShort): title(of: tab, isShort)
    case .empty(let tab): empty(tab)
    case .nobodyLookedUp: "尚未查询任何顾客：\(key(.support)) 可查询。"
    case .nobodySignedIn: "无人登录 App Store。"
    case .only(let product): "仅 \(product)；\(key(.onlyProduct)) 列出全部"
    case .reading: "正在读取…"
    case .more: "更多"
    case .position(let index, let count): "第 \(index) 项，共 \(count) 项"
    case .row(let index): "第 \(index) 行，还有更多"
    case .span(let seconds): span(seconds)
    case .retryNow: "现在"
    case .retryIn(let seconds): "\(PaneText.span(seconds: seconds))后"
    case .times(let count): "× \(count)"

    case .signed(let time, let type, let product): "\(time) \(type)\(product.isEmpty ? "" : " \(product)")"
    case .heard(.delivered, _, let tenths): "App 服务器已收到\(after(tenths))"
    case .heard(.notPosted, _, _): "暂不发给 App 服务器"
    case .heard(.waiting, 0, _): "尚未通知 App 服务器"
    case .heard(.waiting, let attempts, _): "未能联系 App 服务器，已尝试 \(attempts) 次"
    case .heard(.failed, let attempts, _): "未能联系 App 服务器，尝试 \(attempts) 次后放弃"
    case .deviceWaits: "此设备在等待（\(key(.refundCheck)) 查询）"
    case .deviceKnows(let tenths): "此设备已得知\(after(tenths))"
    case .serverBriefly(.delivered, let tenths): "服务器\(tenths == nil ? "已收到" : after(tenths))"
    case .serverBriefly(.notPosted, _): "服务器：暂不发送"
    case .serverBriefly(.waiting, _): "服务器在等待"
    case .serverBriefly(.failed, _): "服务器：已放弃"
    case .deviceBriefly(true, let tenths): "设备\(tenths == nil ? "已得知" : after(tenths))"
    case .deviceBriefly(false, _): "设备在等待"
    case .toDecide(let count): "\(count) 项待决定"
    case .subscriptions(let count): "\(count) 个订阅"
    case .firstSteps:
      "\(key(.buy)) 购买，\(key(.appStore)) 是 App Store，\(key(.refundCheck)) 检查退款，\(key(.help)) 列出全部按键，\(key(.quit)) 退出。"
    case .stripKey: "\(key(.appStore)) 打开"

    case .step(let step, let count, let title): "第 \(step) 步，共 \(count) 步 · \(title)"
    case .walkthroughKeys(let status, let isFirst): keys(status, isFirst)
    case .walkthroughReadsOn: "\(key(.goOn)) 继续阅读 · \(key(.leaveWalkthrough)) 离开"
    case .walkthroughIsOver: "故事到此结束：\(key(.leaveWalkthrough)) 离开，\(key(.stepBack)) 在故事中后退。"
    case .yourKeys: "您的按键："
    case .offTheStage: "幕后："
    case .asItShouldBe: "符合预期"
    case .somethingElse(let mismatches): "发生了别的情况：\(mismatches.joined(separator: "；"))"
    case .beginFilm: "开始录制"
    case .beginFilmNote: "从现在起显示的一切；同一按键结束录制"
    case .endFilm: "结束录制"
    case .filmTitle: "图片"
    case .filming: "正在录制：\(ActionTable.key(of: "picture")) 结束并写出。"
    case .isFilming: "录制中"
    case .noRowForVerb(let title): "\(title)：现在没有可对其执行的行。"
    case .openWalkthrough(let title): "演练：\(title)"
    case .order(.usual): "默认"
    case .order(.name): "名称"
    case .order(.price): "价格"
    case .order(.state): "状态"
    case .order(.date): "日期"
    case .orderNote(.usual, let isProducts): isProducts ? "按类型，依产品目录的顺序" : "最新的在前"
    case .orderNote(.name, _): "按字母顺序"
    case .orderNote(.price, _): "最贵的在前"
    case .orderNote(.state, let isProducts): isProducts ? "已拥有的在前" : "相同的在一起"
    case .orderNote(.date, let isProducts): isProducts ? "先结束的在前" : "最早的在前"
    case .orderTitle: "排序方式"
    case .pickRow: "用于您选择的行"
    case .sortedBy(let order): "按 \(order)"
    case .sortedNewest(let count): "已排序：仅最新的 \(count) 行；筛选可找到更早的行。"
    case .stillPicture: "当前画面的图片"
    case .verbWhich(let title): "\(title)：哪一个？"
    }
  }

  private func promoted(_ product: String, _ length: Length) -> String {
    let (goOn, later) = (key(.continuePurchase), key(.deferPurchase))
    return switch length {
    case .full: "在 App Store 中开始购买 \(product)：\(goOn) 在此继续，\(later) 推迟到用户登录后"
    case .medium: "在 App Store 中开始购买 \(product)：\(goOn) 继续，\(later) 推迟"
    case .short: "\(product) 已在别处开始：\(goOn) 继续，\(later) 推迟"
    case .least: "在 App Store 中开始：\(goOn) 继续，\(later) 推迟"
    }
  }

  private func after(_ tenths: Int64?) -> String { tenths.map { "（\($0 / 10).\($0 % 10) 秒）" } ?? "" }

  private func chip(_ kind: Chip.Kind) -> String {
    switch kind {
    case .networkOff: "网络已关闭"
    case .paymentsOff: "不允许付款"
    case .asksToBuy: "购买前询问"
    case .interrupts: "购买中断"
    case .renewalsFail: "续期失败"
    case .clockPaused: "时钟已暂停"
    case .faults(let count): "\(count) 个故障"
    case .clockMoved(let seconds):
      "时钟 \(seconds < 0 ? "-" : "+")\(PaneText.span(seconds: Int64(clamping: seconds.magnitude)))"
    case .chargedTwice: "重复扣款"
    case .ordersWait(let count): "\(count) 个订单等待"
    }
  }

  private func heading(_ section: ProductSection) -> String {
    switch section {
    case .nonConsumable: "非消耗型"
    case .consumable: "消耗型"
    case .subscription(_, let name): name.isEmpty ? "订阅" : "订阅 · \(name)"
    case .nonRenewing: "非续期订阅"
    case .other: "其他"
    case .notInCatalogue: "不在产品目录中"
    }
  }

  private func short(_ state: EntitlementState) -> String {
    switch state {
    case .notPurchased, .notInCatalogue: ""
    case .gracePeriod: "宽限期"
    case .billingRetry: "重试中"
    case .refundAsked: "已申请"
    case .verificationFailed: "未验证"
    case .grantedByUs: "授予"
    case .renewalAwaited: "待续期"
    case .creditedToUser: "已记入"
    case .paidNotDelivered: "未交付"
    case .chargeUnknown: "未知"
    default: state.words
    }
  }

  private func title(of tab: Tab, _ isShort: Bool) -> String {
    switch tab {
    case .refunds: "退款"
    case .transactions: "交易"
    case .orders: "订单"
    case .unfinished: "未完成"
    case .journal: "日志"
    case .quarantine: isShort ? "隔离" : "隔离区"
    }
  }

  private func empty(_ tab: Tab) -> String {
    switch tab {
    case .refunds: "没有已知的退款。退款检查（\(key(.refundCheck))）会询问 App Store。"
    case .transactions: "没有已知的交易。购买（\(key(.buy))）或恢复购买（\(key(.restore))）即可获得。"
    case .orders: "此设备上尚未付款。"
    case .unfinished: "没有等待的事项：已付款的都已交付并报告。"
    case .journal: "尚未发生任何事。"
    case .quarantine: "隔离区为空：收到的签名全部有效。"
    }
  }

  /// A length of time in its greatest unit.
  private func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<90: "\(max(0, seconds)) 秒"
    case ..<5400: "\((seconds + 30) / 60) 分钟"
    case ..<129_600: "\((seconds + 1800) / 3600) 小时"
    default: "\((seconds + 43_200) / 86_400) 天"
    }
  }

  private func keys(_ status: WalkthroughPanel.Status, _ isFirst: Bool) -> String {
    let (goOn, back) = (key(.goOn), "\(key(.stepBack)) 后退")
    let leave = "\(key(.leaveWalkthrough)) 离开"
    return switch status {
    case .reading where isFirst: "\(goOn) 开始 · \(leave)"
    case .reading, .done: "\(goOn) 继续 · \(back) · \(leave)"
    case .waiting: "\(goOn)：由 Till 执行 · \(back) · \(leave)"
    case .offstage: "\(goOn) 让它发生 · \(back) · \(leave)"
    case .playing: "Till 正在按键 · \(goOn) 加快"
    case .otherwise: "\(key(.stepBack)) 重来 · \(goOn)：由 Till 执行 · \(leave)"
    case .ended: "\(back) · \(leave)"
    }
  }
}
