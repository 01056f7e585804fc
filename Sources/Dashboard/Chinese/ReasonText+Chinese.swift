import SafeText
package import Screen
import Texts

extension ReasonText {
  var chinese: String {
    switch self {
    case .noProduct: "未选择产品"
    case .noReport: "尚未执行任何操作"
    case .nothingToSay: "对此没有需要告诉顾客的内容"
    case .allAsUsual: "一切如常"
    case .clockStays: "设备时钟保持超前，因为当时已有签名（\(key(.undo)) 可撤销操作）"
    case .nothingFound: "没有此名称的内容"
    case .noID: "未选择带编号的内容"
    case .emptyList: "列表为空"
    case .notSold: "它已不在产品目录中"
    case .signedOut: "无人登录 App Store（\(keys(to: .showAccounts))）"
    case .paymentsNotAllowed: "此设备不允许付款（\(keys(to: "payments")) 可允许）"
    case .isBuying: "正在购买"
    case .onlyConsumables: "只有消耗型项目可以使用"
    case .nothingLeft(let product): "\(product) 已用完"
    case .oneIsEnough: "只有消耗型项目可购买多个"
    case .notFewer: "至少一个"
    case .notMore(let count): "最多 \(count) 个"
    case .nothingRefundable: "这里没有可退款的购买"
    case .stillLoading: "仍在读取列表"
    case .productIsHidden: "该产品不在上方列表中"
    case .nothingToTransfer: "没有其他登录账号拥有此产品的购买"
    case .previewIsComing: "仍在询问 App Store 会有什么结果"
    case .noOffers: "此产品没有优惠"
    case .underWay(let kind): "正在进行：\(WorkText.doing(kind))"
    case .nothingPromoted: "没有在 App Store 中开始的购买"
    case .isDeferred: "已经推迟，等待用户登录（\(key(.switchUser))）"
    case .noOrder: "未选择订单（\(key(.showOrders)) 列出订单）"
    case .orderIsClosed: "没有可放弃的内容：已交付或已关闭"
    case .nothingTyped: "未输入内容"
    case .noWalkthroughs: "未安装演练；till walkthrough list 会说明查找位置"
    case .nobodyLookedUp: "未查询顾客"
    case .onlySubscriptions: "只有自动续期订阅可以延长"
    case .noPurchaseChosen: "请先选择顾客的产品或交易"
    case .noUUID(let text): "\(text) 不是 UUID：请写成 6f0c4a3e-7a55-4d3f-8a30-0d9f5f8a9c11"
    case .cannot(let title, let reason): "\(title)：\(reason)"
    case .notNow(let reason): "现在不行：\(reason)"
    case .notHere(let action): "\(action.rawValue)：此处不可用；\(key(.close)) 返回"
    case .nothingHere(let pressed): "\(pressed) 在此不起作用；\(key(.help)) 列出按键"
    }
  }
}

extension Key {
  package var chinese: String {
    switch self {
    case .character(" "): "空格"
    case .character(let character): safeText(String(character))
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .function(let number): "F\(number)"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .up: "上"
    case .down: "下"
    case .left: "左"
    case .right: "右"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    }
  }
}
