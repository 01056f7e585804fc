import Texts

extension ActText {
  package var chinese: String {
    switch self {
    case .purchase(let product): "购买 \(product)"
    case .restore: "恢复购买"
    case .refundCheck: "退款检查"
    case .refundRequest(let product): "申请 \(product) 退款"
    case .use(let product): "使用 \(product)"
    case .signIn(let account): "登录 \(account)"
    case .signOut: "退出登录"
    case .logIn(.some(let user)): "用户 \(user) 登录"
    case .logIn(nil): "用户退出"
    case .retry: "重试等待的事项"
    case .closeOrder(let order): "关闭订单 \(order)"
    case .fault(let name): "故障 \(name)"
    case .updates(let mode): "更新方式 \(mode)"
    case .backToNormal: "恢复正常"
    case .refund(let product): "\(product) 退款"
    case .refundDeclined(let product): "拒绝 \(product) 退款"
    case .refundReversed(let product): "撤回 \(product) 退款"
    case .approval(let product): "批准 \(product)"
    case .decline(let product): "拒绝购买 \(product)"
    case .verb(let line), .command(let line): line
    }
  }
}

extension UndoText {
  package var chinese: String {
    switch self {
    case .notHere: "只能撤销在本机模拟的 App Store 中执行的操作"
    case .nothing: "没有可撤销的操作"
    case .barrier: "没有可撤销的操作：此后换用了新设备、重新开始，或由 `till serve` 或其他设备使用过"
    case .notSoMany(let count): "只能撤销 \(count) 项操作；更早的属于其他设备，或过旧"
    case .done(let names, let posted):
      "已撤销：\(names.joined(separator: "、"))。" + (posted == 0 ? "" : "未撤销：已发给服务器的 \(posted) 条通知。")
    }
  }
}
