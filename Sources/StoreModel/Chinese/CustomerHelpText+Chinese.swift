import Texts

extension CustomerHelpText {
  var chinese: String {
    switch self {
    case .says(.paidAndNothing): "我付了款却什么都没有"
    case .says(.refundedAndStillThere): "已经退款却仍然可用"
    case .says(.endedThoughPaying): "我在付费却已失效"
    case .says(.changedPhone): "我换了手机"
    case .says(.chargedTwice): "我被扣了两次款"
    case .sayFine(let product): "一切正常：“\(product)”可以使用。"
    case .sayState(let product, let state): "我们看到“\(product)”的状态为“\(state)”。如有不符，请回复。"
    case .sayNothingSeen: "我们暂时看不到购买。请回复 Apple 收据邮件中的订单号，我们会再次核查。"
    case .sayNoRefundSeen: "我们暂时看不到退款。请在 reportaproblem.apple.com 查看 Apple 的处理结果。"
    case .sayOneChargeSeen: "我们只看到一笔购买。银行的待处理记录通常会自行消失；若没有，请把订单号发给我们。"
    case .waitForRefund: "此处没有相关退款：Apple 会把决定告知顾客"
    case .waitForOrderNumber: "等待 Apple 收据邮件中的订单号：此处没有相关记录"
    }
  }
}
