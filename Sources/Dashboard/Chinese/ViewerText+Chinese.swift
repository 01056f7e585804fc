import StoreModel
import Texts

extension ViewerText {
  package var chinese: String {
    switch self {
    case .title(let subject): title(of: subject)
    case .section(.fields): "字段"
    case .section(.versions): "版本"
    case .section(.json): "JSON"
    case .section(.trust): "信任"
    case .kind(.transaction): "交易"
    case .kind(.renewalInfo): "续期信息"
    case .kind(.notification): "通知"
    case .kind(.appTransaction): "App 交易"
    case .kind(.unknown): "签名对象"
    case .nothingSigned: "没有与它相关的签名内容"
    case .notHeld: "没有保存与它相关的签名内容：它不是购买，或收到的内容被拒绝并在隔离区中。"
    case .onlyOneVersion: "保存了一个版本；此后没有重新签名。"
    case .firstVersion: "所保存的第一个版本。"
    case .signed(let date): "签名于 \(date)"
    case .arrived(let date): "\(date) 到达此处"
    case .version(let number, let count): "第 \(number) 版，共 \(count) 版"
    case .newest: "最新版本，以此为准"
    case .notThere: "没有"
    case .textNotKept: "只保留了内容；其签名已被较新的取代。"
    case .signedInside(let characters): "一个 \(characters) 个字符的签名对象，显示在下方"

    case .labelOrigin: "来源"
    case .labelArrived: "到达"
    case .labelListed: "列出"
    case .labelRefund: "退款"
    case .labelRefused: "拒绝"
    case .labelAccount: "Apple 账户"
    case .labelOrderNumber: "订单号"
    case .labelDelivery: "送达"
    case .labelAttempt: "尝试"
    case .labelEntry: "步骤"
    case .labelText: "内容"
    case .labelWhen: "时间"
    case .labelUser: "用户"
    case .labelMachine: "按本机时间"
    case .origin(.history): "账户在 App Store 的历史记录"
    case .origin(.update): "App Store 发送的更新"
    case .origin(.purchase): "在此设备上的购买"
    case .origin(.imported): "导入的文件"
    case .notListed: "否：账户的完整历史记录已不再列出它"
    case .refundAsked(let date): "已于 \(date) 申请，就此设备所知尚未决定"
    case .delivery(.waiting): "等待发送"
    case .delivery(.delivered): "App 服务器已接收"
    case .delivery(.failed): "所有尝试均失败，不再继续"
    case .delivery(.notPosted): "未发送"
    case .attempt(let status, let milliseconds):
      (status.map { "应答 \($0)" } ?? "没有应答") + (milliseconds.map { "，用时 \($0) 毫秒" } ?? "")

    case .verdict(.verified): "可信：全部检查通过。"
    case .verdict(.failed): "不可信：不作数。"
    case .verdict(.skipped): "未检查：此环境中没有 Apple 的签名。"
    case .verdict(.attested(.answer)): "没有自己的签名：Apple 的服务器对收据的应答如此。"
    case .verdict(.attested(.receipt)): "没有自己的签名：列出它的 App 收据已签名。"
    case .verdict(.attested(.file)): "没有自己的签名：文件如此记载，无人担保。"
    case .because(let reason): Chinese.closed(reason)
    case .validAt(let date): "证书须在 \(date) 有效。"
    case .check(let check): name(of: check)
    case .notReached: "未进行到此"
    case .notAsked: "此处不要求"
    case .chain: "谁为谁担保"
    case .payload: "内容"
    case .signs: "签名者"
    case .signedBy: "签发者"
    case .role(.leaf): "签名证书"
    case .role(.intermediate): "中间证书"
    case .role(.root): "根证书"
    case .validity(let from, let until): "有效期 \(from) 至 \(until)"
    case .pinned: "此存储信任它：证书链到此为止"
    case .notPinned: "不是此存储信任的根证书"
    case .unmarked: "没有 Apple 的标记"
    case .brokenLink: "证书链在此断开"
    case .noCertificates: "它没有可读取的证书。"
    case .forged(let member, let before, let after): "改动了一个字母：\(member) 由 \(before) 变为 \(after)。"
    case .forgedFollows(let verdict):
      if case .failed = verdict {
        "收到它的设备会以此理由将其放入隔离区，不予计算，并在下次操作时再次询问 App Store。这里不保存任何内容。"
      } else {
        "此环境的设备会相信它：那里不检查签名。这里不保存任何内容。"
      }
    case .flipHint: "\(ActionTable.key(of: "flip-letter")) 改动内容中的一个字母，看哪项检查会发现。"
    }
  }

  private func title(of subject: Exhibit.Subject) -> String {
    switch subject {
    case .transaction(let id): "交易 \(id)"
    case .order: "订单"
    case .quarantined: "隔离区"
    case .journal(let id): "日志条目 \(id)"
    case .storeTransaction(let id): "App Store 中的交易 \(id)"
    case .notification: "通知"
    case .subscription(let id, _): "App Store 中的订阅 \(id)"
    }
  }

  private func name(of check: VerificationCheck) -> String {
    switch check {
    case .size: "不超过签名对象的最大尺寸"
    case .form: "由三段 base64url 组成"
    case .json: "标头和载荷是 JSON 对象"
    case .algorithm: "标头要求 ES256，没有扩展"
    case .certificateCount: "正好三个证书"
    case .certificates: "每个证书都可读取"
    case .path: "通向受信任的根证书"
    case .marks: "带有 Apple 的标记"
    case .key: "签名密钥在 P-256 曲线上"
    case .dates: "签名时全部有效"
    case .signature: "签名与内容相符"
    case .kind: "类型符合预期"
    case .content: "载荷可读取"
    case .app: "属于此 App"
    case .environment: "来自此环境"
    }
  }
}

extension MemberText {
  package var chinese: String {
    switch self {
    case .date(let date): "\(date)；自 1970 年起的毫秒数"
    case .price(let amount, let currency): "共 \(amount)；以 \(currency) 的千分之一计"
    case .percent(let share): "价格的 \(share)；以百分之一的千分之一计"
    case .seconds(let span): span
    case .thisPurchase: "此次购买或订阅期"
    case .firstOfLine: "同一续订链的第一笔，每次续期都相同"
    case .deviceEvent: "订阅事件，跨设备一致"
    case .app: "该 App"
    case .product(let name): name
    case .nextProduct(let name): "下个订阅期的产品：\(name)"
    case .group: "订阅群组"
    case .quantity: "购买数量"
    case .ownership(let isShared): isShared ? "通过家人共享获得" : "由此账户购买"
    case .token: "App 附上的 UUID"
    case .environment: "签名的 App Store 环境"
    case .storefront: "App Store 所在国家或地区"
    case .storefrontNumber: "Apple 对该店面的编号"
    case .currency: "价格的货币"
    case .reason(let isRenewal): isRenewal ? "续期" : "由顾客购买"
    case .customer: "顾客对 App 的下载"
    case .upgraded: "已由升级取代"
    case .type: "产品类型"
    case .offerType(1): "推介促销优惠"
    case .offerType(2): "促销优惠"
    case .offerType(3): "优惠代码"
    case .offerType(4): "赢回优惠"
    case .offerType: "未知类型的优惠"
    case .expiration(1): "顾客取消"
    case .expiration(2): "付款失败"
    case .expiration(3): "顾客未同意涨价"
    case .expiration(4): "续期时产品不可购买"
    case .expiration: "其他原因"
    case .renews(let isOn): isOn ? "会续期" : "不会续期"
    case .retrying(let isOn): isOn ? "Apple 正在重试扣款" : "没有正在重试的扣款"
    case .agreed(let isOn): isOn ? "顾客已同意涨价" : "顾客尚未答复"
    case .revokedBecause(1): "因 App 出现问题而退款"
    case .revokedBecause: "因其他原因退款"
    case .period: "ISO 8601 时长"
    case .noticeType: "发生的事件"
    case .noticeUUID: "每次重发都相同"
    case .noticeVersion: "通知格式的版本"
    case .appleId: "该 App 在 App Store 中的编号"
    case .status(1): "有效"
    case .status(2): "已过期"
    case .status(3): "扣款重试中"
    case .status(4): "宽限期内"
    case .status(5): "已撤销"
    case .status: "未知状态"
    case .signed(let date): "\(date) 作此声明；多个声明以最新的为准"
    }
  }
}
