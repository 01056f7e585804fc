import Texts

extension DashboardText {
  var chinese: String {
    switch self {
    case .diskFull(let fault): "磁盘已满，没有向 App Store 报告完成任何交易：\(fault)"
    case .noPlaceInList(let key): "--after \(key)：请给出上一列表的 \"next\""

    case .isNotSimulated: "此 App Store 不是模拟的：无法由人扮演"

    case .tooManyFiles: "打开的文件过多：请关闭一些，或提高 ulimit -n"

    case .appStoreIsUnknown: "设备存储不知道 App Store 的状况"

    case .simulated(let environment): "模拟（以 \(environment) 签名）"
    case .otherServerAPI(let environment): "SERVER API，非 Apple：\(environment)"
    case .otherReceipts(let environment): "RECEIPTS，非 Apple：\(environment)"
    case .isReadOnly: "只读：要执行操作请去掉 --readonly"
    case .thisIsNotSimulated: "此 App Store 不是模拟的"
    case .supportNeedsServerAPI: "客服功能使用 App Store Server API：--backend appstore:PLACE"
    case .isLocked: "已锁定，须加 --unlock"
    case .dateIsToCome: "--as-of 指定的日期尚未到来"
    case .backendIsNotSimulated: "此后端没有模拟的 App Store：请使用 --backend simulator"
    case .isAnotherVersion: "App Store 的应答与此版本的 `till serve` 不符"

    case .isDamaged(let what): "\(what)：请运行 till doctor"
    case .deviceStoreDoesNotKnow: "设备存储不知道 App Store 中有什么"
    case .noOrder: "此设备上没有该编号的订单"
    case .noSuchItem: "隔离区中没有该项目"
    case .noSuchEntry: "日志中没有该条目"
    case .noLetter: "其内容中没有可改动的字母"
    case .customer(let number, let environment): "顾客 #\(number)：\(environment)"
    case .customerIsLookedAt: "正在查看客服台的顾客，此处不会更改其任何内容"
    case .desk(let environment): "客服台：\(environment)"
    case .mouseIsAbsent: "此终端不提供鼠标信息。"
    case .mouseIsOff: "鼠标由终端使用：用于选择文本。"
    case .mouseIsOn: "鼠标由 Till 使用：点按选择，滚轮滚动。按住 Shift 可用鼠标选择文本。"
    case .noDesk: "没有打开客服台"
    case .savesNoLists: "演练不写入文件"
    case .deskIsLocked: "要向工作进程提出请求，请用 --unlock 打开客服台"
    case .noWorker: "此客服台只供查看：此处不向工作进程提出请求"
    }
  }
}
