import StoreModel
import Texts

extension UserMoneyText {
  var chinese: String {
    switch self {
    case .unansweredElsewhere(let since): "\(since) 在此用户的另一台设备上开始的购买尚无应答：可能已扣款"
    case .interruptedElsewhere(let since): "\(since) 在此用户的另一台设备上开始的购买已中断：尚未扣款"
    case .pendingElsewhere(let since): "\(since) 在此用户的另一台设备上开始的购买正在等待批准：尚未扣款"
    case .refusedElsewhere(let since): "App 服务器自 \(since) 起持有此用户的购买，并已拒绝"
    case .givenUpElsewhere(let since, let ground): "此用户的购买已于 \(since) 放弃：\(ground.words)"
    case .serverKnowsCharge(let since): "\(since) 开始的购买已扣款：Apple 已告知 App 服务器，此设备尚未收到"
    case .notAskedYet: "此设备尚未向 App Store 查询此 Apple 账户，或尚未向 App 服务器查询此用户"
    case .serverDoesNotTell: "此 App 服务器不告知用户在其他设备上正在进行的购买"
    case .othersCharge(let since): "\(since) 以此 Apple 账户为 App 的另一登录账号开始的购买尚无应答"
    case .askAboutCharge: "请再次询问 App Store：此 Apple 账户可能已为其扣款"
    case .restoreFirst: "请先恢复购买：此设备尚不知道以前是否买过"
    case .waitForCharge(let until): "请等待：此用户的另一台设备有一笔购买尚无应答；重试可再次询问，\(until) 结束等待"
    case .finalGround(let ground): "此购买不再处理（\(ground.words)）；客服可重新打开订单"
    case .bringBack: "恢复购买：再次到来的购买会记入一次"
    case .serverCredited: "已由 App 服务器记入此用户；此设备上的购买副本未通过验证"
    case .chargedToAccount(let account): "；由 Apple 账户 \(account) 付款"
    case .givenUpOn(let ground): "已放弃：\(ground.words)"
    case .movedAfterUse(let count): "此处已使用 \(count) 个，之后该购买转给了其他用户：请决定是否补偿"
    case .moveIt: "请在购买所用的设备上重试，或将该购买转给此用户：在此设备上恢复购买不会带回它"
    case .takenInNext: "重试：此设备自行处理该购买，没有 App 服务器可询问"
    case .takenInNextReason(let since): "\(since) 已付款，此设备尚未处理"
    case .serverNotAsked: "请询问 App 服务器该购买属于谁：此设备尚未询问"
    case .creditedHere: "已由 App 服务器记入此用户；此设备尚未收到该购买"
    }
  }
}

extension CloseGroundText {
  var chinese: String {
    switch self {
    case .ground(.compensated): "已另行补偿"
    case .ground(.duplicate): "与另一购买重复"
    case .ground(.fraud): "欺诈"
    case .ground(.overdue): "对 App 服务器而言过旧"
    case .ground(.other): "由客服关闭"
    }
  }
}
