import Texts

extension BackendText {
  var chinese: String {
    switch self {
    case .giveSignedData: "请给出 App Store 的 JSON 应答、每行一条的签名数据，或 App 收据"
    case .itIsEmpty(let remedy): "它是空的：\(remedy)"
    case .neitherTextNorReceipt(let remedy): "既不是文本也不是 App 收据：\(remedy)"
    case .notJson(let error): "不是 JSON：\(error)：请重新完整保存应答"
    case .neitherSignedNorJSON: "既不是签名数据，也不是 JSON 或 App 收据：请删除或更正该行"
    case .nothingSigned: "其中没有签名内容也没有收据：请给出 App Store 的原始应答"
    case .appleAnsweredError(let message, let code): "Apple 应答了错误：\(message)（\(code)）：请再次查询"
    case .receiptAnswerTellsNothing(let words, let status): "verifyReceipt 的应答没有内容：\(words)（status \(status)）"
    case .receiptAnswerInAnotherForm(let error): "verifyReceipt 的应答格式不同：\(error)"
    case .giveFileAsSent(let error): "\(error)：请给出 App 发送的原始文件"
    case .receiptEntryInAnotherForm(let error): "App 收据中有格式不同的条目：\(error)"

    case .mustBeOne: "必须为 1"
    case .otherProtocol(let program, let reason): "\(program) 不支持 Till 的协议：\(reason)"
    case .answeredInAnotherForm(let program, let method, let reason): "\(program) 对 \(method) 的应答格式不同：\(reason)"

    case .cancelledBefore(let name): "在询问 \(name) 之前已取消"
    case .itTakesNoMoreCalls: "它不再接受调用"
    case .didNotAnswer(let program, let method, let milliseconds): "\(program) 未在 \(milliseconds) 毫秒内应答 \(method)"
    case .callOfWasCancelled(let name): "对 \(name) 的调用已取消"
    case .cannotBeStarted(let program, let reason): "无法启动 \(program)（\(reason)）：它是否存在，是否可执行？"
    case .endedAndStartsAgain(let program, let how): "\(program) 已结束（\(how)）：下次调用会重新启动它"
    case .programEnded(let how): "程序已结束（\(how)）"
    case .noRPC(let UTF8): "该行不是 JSON-RPC：\(UTF8)"
    case .answerWithoutId: "应答没有 id"
    case .answeredNoObject(let name): "\(name) 的应答中 result 不是对象"
    case .noMessage: "没有消息"

    case .noAppStore: "此存储没有 App Store：请用 --backend 打开"
    case .caseHasNoAppStore: "案例没有 App Store：它显示已导入的内容，不能执行任何操作"

    case .callCannotBeRead(let name, let reason): "无法读取调用 \(name)：\(reason)"
    case .isNotSimulated: "此 App Store 不是模拟的：无法由人扮演"

    case .isNoTillServe(let address): "\(address) 不是 `till serve`，或版本不同：请检查地址"

    case .applesNumber: "Apple 的速率数值之一"
    case .anOutcome: "结果，例如 success 或 fail:network"

    case .orderIsNoUUID: "无法发送订单编号：它不是 UUID"

    case .neverCalledBack: "App Store 没有回调：是否已扣款，将在下次启动或购买时得知"
    case .cancelledBeforeAsking: "在查询 App Store 之前已取消"
    }
  }
}
