import SafeText
import StoreModel
import Texts

extension WorkText {
  var chinese: String {
    switch self {
    case .doing(.command(let command)): doing(command)
    case .doing(.verb): "App Store 的操作"
    case .busy(let work): busy(work)
    case .done(let command, let product): done(command, product)
    case .stopped(.command(.buy)): "已停止等待。购买结果将在下次启动、购买、恢复购买或检查时得知。"
    case .stopped(.command(.restore)): "恢复购买已取消：没有移除任何内容。"
    case .stopped(.command(.refundCheck)): "退款检查已取消：没有移除任何内容。"
    case .stopped(let kind): "已停止：\(WorkText.doing(kind))。"
    case .failed(.command(let command)): failed(command)
    case .failed(.verb): "App Store 未能执行"
    case .failure(let kind, let message): "\(WorkText.failed(kind))：\(message)"
    case .remedy(.network): "没有丢失任何内容。请打开网络（\(keys(to: "network"))）或稍后重试。"
    case .remedy(.payments): "请在 App Store 一侧允许付款（\(keys(to: "payments"))），然后重新购买。"
    case .remedy(.storefront): "请登录其他店面的 Apple 账户（\(keys(to: .showAccounts))）。"
    case .remedy(.waitForApple): "Apple 已收到首次申请；退款检查（\(key(.refundCheck))）会说明是否批准。"
    case .remedy(.tryAgain): "没有丢失任何内容。请重试。"
    case .storeUnreadable(let message): "无法读取存储：\(message)"
    case .appStoreUnreadable(let message): "无法读取 App Store 一侧：\(message)"
    case .startedOver: "App Store 已重新开始：此设备的存储已移到一旁，并从空存储开始。"
    case .nothingBought: "付款单已关闭：没有购买任何内容。"
    case .saved(let name, nil): "已写入：\(name)"
    case .saved(let name, .some(let failure)): "未写入 \(name)：\(failure)"
    case .copied(let text, .sent): "已拷贝：\(text)"
    case .copied(let text, .sentThrough("tmux")): "已通过 tmux 拷贝（须打开 set-clipboard 或 allow-passthrough）：\(text)"
    case .copied(let text, .sentThrough(let name)): "已通过 \(name) 拷贝：\(text)"
    case .copied(let text, .unavailable(let term)):
      term.isEmpty ? "未拷贝，因为没有终端：\(text)" : "未拷贝，因为 \(term) 类型的终端没有剪贴板：\(text)"
    }
  }

  private func doing(_ command: Command) -> String {
    switch command {
    case .start: "启动"
    case .buy: "购买"
    case .restore: "恢复购买"
    case .refundCheck: "退款检查"
    case .helpCustomer: "核查顾客所说"
    case .askRefund: "申请退款"
    case .use: "使用"
    case .signIn: "登录"
    case .signOut: "退出登录"
    case .logIn: "登录 App"
    case .retry: "重试"
    case .transfer: "转移购买"
    case .closeOrder: "放弃订单"
    case .setFault: "切换故障"
    case .backToNormal: "恢复正常"
    case .setUpdates: "切换更新方式"
    case .newDevice: "设置新设备"
    case .undo: "撤销"
    case .deferPurchase: "推迟购买"
    case .lookUp: "查询顾客"
    case .support: "客服操作"
    case .desk(let command): DeskScreenText.doing(command).text
    }
  }

  private func busy(_ work: Work) -> String {
    var text = WorkText.doing(work.kind).text
    if let progress = work.progress {
      text += progress.total.map { " \(progress.done)/\($0)" } ?? " \(progress.done)"
    }
    if work.isStopping { return text + ", stopping" }
    return work.isCancellable ? "\(text), \(key(.close)) stops" : text
  }

  private func done(_ command: Command, _ product: String) -> String {
    switch command {
    case .signIn(let account): "已登录 \(safeText(account))。请按 \(key(.restore)) 恢复其购买。"
    case .signOut: "已退出登录：在登录 Apple 账户之前没有任何权益。"
    case .logIn(.some(let user)): "已登录为 \(safeText(user))：现在的购买归 \(safeText(user))。"
    case .logIn(nil): "已退出 App：现在的购买不归任何用户。"
    case .setFault(let kind, .off): "\(kind.name) 已关闭。"
    case .setFault(let kind, .on): "\(kind.name) 已打开：\(kind.words)。"
    case .setFault(let kind, .once): "\(kind.name) 已打开一次：\(kind.words)。"
    case .backToNormal(let calls, let faults): "恢复正常：已复原 \(calls.count + faults.count) 个开关；历史记录保留。"
    case .setUpdates(.held): "更新暂缓：等待恢复购买（\(key(.restore))）或退款检查（\(key(.refundCheck))）。"
    case .setUpdates(.live): "更新即时：有更新会自动显示。"
    case .newDevice: "新设备：它还一无所知。请按 \(key(.restore)) 恢复购买。"
    case .deferPurchase: "\(product) 正等待用户登录（\(key(.switchUser))）；重新启动后仍会保留。"
    case .transfer(_, let user, _): "已转移：此后该购买归 \(safeText(user)) 所有。"
    case .start, .buy, .restore, .refundCheck, .helpCustomer, .askRefund, .use, .retry, .closeOrder, .lookUp, .support,
      .undo, .desk:
      ""
    }
  }

  private func failed(_ command: Command) -> String {
    switch command {
    case .start: "启动失败"
    case .buy: "购买失败"
    case .restore: "恢复购买失败"
    case .refundCheck: "退款检查失败"
    case .helpCustomer: "无法询问 App Store"
    case .askRefund: "没有申请退款"
    case .use: "没有使用任何内容"
    case .signIn: "没有登录"
    case .signOut: "没有退出登录"
    case .logIn: "用户保持不变"
    case .retry: "无法重试"
    case .transfer: "没有转移购买"
    case .closeOrder: "没有放弃订单"
    case .setFault: "故障保持不变"
    case .backToNormal: "未能全部恢复正常"
    case .setUpdates: "更新方式保持不变"
    case .newDevice: "此设备保持不变"
    case .undo: "没有撤销任何操作"
    case .deferPurchase: "没有推迟购买"
    case .lookUp: "没有找到任何人"
    case .support(let move): move.isReading ? "App Store 没有应答" : "没有任何更改"
    case .desk(let command): DeskScreenText.failed(command).text
    }
  }
}
