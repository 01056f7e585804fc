import StoreModel
import Texts

extension ReportText {
  var chinese: String {
    switch self {
    case .lastAction: "上次操作"
    case .refundCheck: "退款检查"
    case .news: "来自 App Store 的更新"
    case .restore: "恢复购买"
    case .orders: "订单"
    case .answer: "App Store 的应答"
    case .showsAll(let text): "\(text)（\(key(.lastReport)) 显示全部）"

    case .takenUp: "继续处理"
    case .healed(let count): "程序结束前已付款的 \(count) 个订单现已交付。"
    case .healedOrder(let product): "\(product)：已付款，但程序在交付前结束；现已交付，只扣款一次"
    case .healedHow: "每一步都先保存再进行下一步，因此启动时知道进展（\(key(.showOrders)) 列出订单）。"

    case .bought(let product, let account):
      (account.isEmpty ? "已购买 \(product)；由 Apple 账户付款。" : "已购买 \(product)；由 \(account) 付款。")
    case .chargedNothing(let product, let change): chargedNothing(product, change)
    case .chargedBefore(let product): "\(product)：此前的购买已扣款，现已交付；没有重复购买。"
    case .interrupted(let product): "\(product) 的购买已中断：顾客在 App Store 处理之前不会扣款（\(keys(to: "approve"))）。"
    case .waitsForParent(let product): "\(product) 正在等待家长：批准之前不会扣款也不会解锁（\(keys(to: "approve"))）。"
    case .cancelled(let product): "已取消：未购买 \(product)，没有扣款。"
    case .failedTitle: "购买失败"
    case .notBought(let product, let reason): "未购买 \(product)：\(Chinese.closed(reason ?? "App Store 未说明理由"))"
    case .chargedNothingTryAgain: "没有扣款。请按 \(key(.buy)) 重试。"
    case .unanswered(let product, let message): "\(product)：\(Chinese.closed(message ?? "App Store 没有应答"))"
    case .halfSuccess(let product, let message): "\(product)：\(Chinese.closed(message ?? "已扣款，尚未交付；会自动继续"))"
    case .refused(let product, let message): "\(product)：\(Chinese.closed(message ?? "已扣款，但 App 服务器拒绝了它"))"
    case .unverifiedTitle: "签名未通过验证"
    case .unverified(let product): "\(product)：已付款，但签名未通过验证；没有解锁。"
    case .staysLocked(let product, let reason): "\(product) 保持锁定：\(Chinese.closed(reason ?? "签名无效"))"
    case .keptInQuarantine: "签名的交易连同此理由保存在隔离区。"
    case .fetchesProperCopy: "若 App Store 确已扣款，退款检查（\(key(.refundCheck))）或恢复购买（\(key(.restore))）会取得正确的副本并解锁。"

    case .restored(let count, let entitled, let inactive):
      (count == 0 ? "已恢复购买，没有缺失" : "已恢复 \(count) 笔交易") + "：\(entitled) 个有权益"
        + (inactive == 0 ? "。" : "，\(inactive) 个无效。")
    case .nothingToRestore: "没有可恢复的内容：此 Apple 账户在此没有购买。"
    case .restoreCancelled: "恢复购买已取消：没有移除任何内容。"
    case .restoreFailed(let reason): "恢复购买失败：\(Chinese.closed(reason ?? "App Store 未说明理由"))没有移除任何内容。"
    case .entitled(let product): "\(product)：有权益"
    case .inactive(let product, let state): "\(product)：\(state.words)，无权益"
    case .otherUser(let name, let reason): "\(name)：属于其他用户，\(reason)"
    case .notRestorable(let name, let reason): "\(name)：不可恢复，\(reason)"
    case .failedVerification(let name, let reason): "\(name)：未通过验证，\(reason)"
    case .unnamedTransaction: "一笔交易"
    case .knownBefore(let count): "\(count) 笔交易此前已知"

    case .checkCancelled: "退款检查已取消：没有移除任何内容。"
    case .checkIncomplete: "退款检查未完成：没有移除任何内容。"
    case .checkFailed(let reason): "退款检查失败：\(Chinese.closed(reason ?? "App Store 未说明理由"))没有移除任何内容。"
    case .nothingChanged(let count): "没有变化：\(count) 个产品一如从前。"
    case .changed(let refunded, let reversed, let entitled, let removed):
      "退款检查："
        + [(refunded, "退款"), (reversed, "退款撤回"), (entitled, "新增权益"), (removed, "失去权益")].filter { $0.0 > 0 }.map {
          "\($0.0) 项\($0.1)"
        }.joined(separator: "，") + "。"
    case .refunded(let product, let date, let isLost):
      "\(product)：\(date.map { "已于 \($0) 退款" } ?? "已退款")，\(isLost ? "不再有权益" : "权益不变")"
    case .refundReversed(let product, let isBack): "\(product)：退款已撤回\(isBack ? "，重新享有权益" : "")"
    case .newlyEntitled(let product): "\(product)：新增权益"
    case .noLongerEntitled(let product): "\(product)：不再有权益"
    case .unchanged(let count): "\(count) 个产品没有变化"

    case .filed(let product): "已提交，尚未退款：由 Apple 对 \(product) 作出决定。稍后按 \(key(.refundCheck)) 查看。"
    case .notAsked: "没有申请退款。"
    case .askedBefore(let product): "已为 \(product) 申请过退款：由 Apple 决定。"
    case .notAskedBecause(let reason): "没有申请退款：\(reason)"
    case .remaining(let count): "剩余 \(count)。"
    case .used(let count, let product, let rest): "已使用 \(count) × \(product)：剩余 \(rest)。"
    case .nothingWaits: "没有等待的事项：已付款的都已交付并报告。"
    case .order(let product, let state, let error, let advice):
      "\(product)：\(RowText.orderState(state))" + (error.map { "（\($0)）" } ?? "") + (advice.isEmpty ? "" : "；\(advice)")
    case .ordersSettled(let count): "\(count) 个订单：已全部处理完毕。"
    case .ordersOpen(let count): "\(count) 个订单仍未完结。"
    case .answered(let count): "App Store 已应答：\(count) 行（\(key(.lastReport)) 显示）。"
    }
  }

  /// What a purchase led to that cost nothing: it changed the plan, or nothing at all.
  private func chargedNothing(_ product: String, _ change: PlanChange?) -> String {
    switch change {
    case .downgrade, .crossgradeAtRenewal: "\(product) 从下次续期开始：现在没有扣款。"
    case .takenBack: "\(product) 继续：变更已取消，没有扣款。"
    case .alreadyChosen: "\(product) 从下次续期开始，此前已选择：没有扣款。"
    default: "已拥有 \(product)：没有扣款。"
    }
  }
}
