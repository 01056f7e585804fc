import StoreModel
import Texts

extension AppStoreText {
  var chinese: String {
    switch self {
    case .isLoading: "App Store 尚未应答"
    case .noRow: "未选择任何行"
    case .title: "App Store 一侧"
    case .nobody: "无人登录"
    case .on: "开"
    case .off: "关"
    case .once: "一次"
    case .paused: "已暂停"
    case .realTime: "实时"
    case .section(let section, let isShort): title(of: section, isShort: isShort)
    case .empty(let section): empty(section)
    case .menuTitle(let name): "\(name) 会发生什么？"

    case .networkOff: "网络已关闭"
    case .noPayments: "不允许付款"
    case .faults(let count): "\(count) 个故障"
    case .asksToBuy: "购买前询问"

    case .done(let deed, let deviceLearns): done(deed, deviceLearns ? "设备将通过退款检查得知（\(key(.refundCheck))）。" : "")

    case .decision(.askToBuy): "购买前询问"
    case .decision(.interrupted): "已中断"
    case .decision(.refundRequest): "已申请退款"
    case .decision(.refunded): "已退款"
    case .customerWrites(let note): "顾客写道：\(note)"
    case .consumption(.waiting): "Apple 询问使用情况（\(key("answer-consumption")) 应答）"
    case .consumption(.answered): "App 服务器已说明使用情况"
    case .consumption(.missed): "没有人及时告诉 Apple 使用情况"
    case .promoted: "推广"
    case .promotedDetail: "在 App Store 中开始：由 App 继续（在那里按 \(key(.continuePurchase))）；\(key("decline")) 放弃"

    case .onTheirWay: "发送中的通知"
    case .nothingToDecide: "通知无需做决定"
    case .notification(let attempts, let next, let id): "尝试 \(attempts) 次\(next.map { "，下次在 \($0)" } ?? "")，\(id)"

    case .subscription(.active): "有效"
    case .subscription(.grace): "宽限期"
    case .subscription(.retry): "扣款重试"
    case .subscription(.expired): "已过期"
    case .subscription(.revoked): "已退款"
    case .willFail(let date): "\(date) 的续期将失败"
    case .becomes(let product, let date): "\(date) 变为 \(product)"
    case .renews(let date, let price, let renewals): "\(date) 以 \(price) 续期；至今续期 \(renewals) 次"
    case .ends(let date): "\(date) 结束：自动续期已关闭"
    case .inGrace(let date): "续期失败；Apple 重试期间可使用至 \(date)"
    case .inRetry(let date): "续期失败；无法使用，Apple 重试至 \(date)"
    case .ended(let date): "已于 \(date) 结束"
    case .refunded(let date): "已退款；原可使用至 \(date)"
    case .priceIncrease(.pending): "若顾客同意则涨价（\(key("consent"))）"
    case .priceIncrease(.agreed): "顾客已同意涨价"
    case .priceIncrease(.refused): "顾客拒绝了涨价"

    case .signedIn: "已登录"
    case .account(let storefront, let family, let isAlone):
      "店面 \(storefront)" + (family.isEmpty ? "" : "；与 \(family.joined(separator: "、")) 同一家庭")
        + (isAlone ? "；till account NAME --new 可新建账户" : "")

    case .onDevice: "设备"
    case .atAppStore: "商店"
    case .deviceFault(let name, let isOn): "在此设备上；till fault \(name)\(isOn ? " --off" : "")"
    case .failsWith(let kind, let words): "以 \(kind) 失败：\(words)"
    case .ofDelivery: "送达故障：已付款的内容都不应因此丢失"
    case .ways(let count): "\(count) 种失败方式"
    case .oneWay: "只有一种失败方式"

    case .device: "设备"
    case .deviceKnows: "此设备已知的内容"
    case .newDevice: "新设备"

    case .upgraded: "已升级"
    case .over: "已结束"
    case .shared: "共享"
    case .stands: "有效"
    case .purchase(let transaction, let end, let isShared):
      "\(transaction)\(end.map { "，至 \($0)" } ?? "")\(isShared ? "，来自家人共享" : "")"
    }
  }

  private func title(of section: AppStoreSection, isShort: Bool) -> String {
    switch section {
    case .decisions: isShort ? "决定" : "待决定"
    case .subscriptions: "订阅"
    case .accounts: "账户"
    case .faults: "故障"
    case .settings: "设置"
    case .notifications: "通知"
    case .purchases: "购买"
    }
  }

  private func empty(_ section: AppStoreSection) -> String {
    switch section {
    case .decisions: "没有等待决定的事项。"
    case .subscriptions: "尚无 Apple 账户拥有订阅；购买订阅（\(key(.buy))）即可开始。"
    case .notifications: "尚未向 App 服务器发送通知；每次购买、续期和退款都会通知。"
    case .purchases: "没有人拥有有效的购买；\(key(.buy)) 在此设备上购买，\(key(.showAccounts)) 然后 \(key("buy-elsewhere")) 在其他设备上购买。"
    case .accounts, .faults, .settings: "这里没有内容。"
    }
  }

  private func done(_ deed: Deed, _ hint: String) -> String {
    switch deed {
    case .approved: "家长已批准：已扣款。\(hint)"
    case .declined: "家长已拒绝。App 不会得知。"
    case .refundGranted: "Apple 已批准退款。\(hint)"
    case .refundDeclined: "Apple 已拒绝退款：购买仍然有效。\(hint)"
    case .refundReversed: "Apple 已撤回退款。\(hint)"
    case .network(true): "网络已打开。"
    case .network(false): "网络已关闭：无法连接 App Store。"
    case .payments(true): "已允许付款。"
    case .payments(false): "此设备不允许付款。"
    case .clockMoved(let seconds): "App Store 的时钟前进了\(PaneText.span(seconds: seconds))。\(hint)"
    case .startedOver: "已重新开始。"
    }
  }
}
