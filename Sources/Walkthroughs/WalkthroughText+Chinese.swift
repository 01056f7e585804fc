import Texts

extension WalkthroughText {
  var chinese: String {
    switch self {
    case .noWalkthrough(let kind): "演练必须是对象，而不是\(kind)"
    case .noObject(let kind): "必须是对象，而不是\(kind)"
    case .noNameOrObject(let kind): "必须是名称或对象，而不是\(kind)"
    case .noActionOrObject(let kind): "必须是操作或对象，而不是\(kind)"
    case .noStateOrObject(let kind): "必须是状态或对象，而不是\(kind)"
    case .noRows(let kind): "必须是行数或行，而不是\(kind)"
    case .noCommandLine(let kind): "必须是命令行，而不是\(kind)"
    case .noMembersOfAnswer: "必须是对象：命令 --json 文档的成员"

    case .noMember(let part, let known): "不是\(name(of: part))的成员：可用 \(known.joined(separator: "、"))"
    case .isEmpty: "为空"
    case .hasEmptyText: "有空文本"
    case .goesWithRun: "须与 run 一起使用"
    case .goesWithDoOrRun: "须与 do 或 run 一起使用"
    case .goesWithStory: "须与故事一起使用"
    case .beside(let other): "不能与 \(other) 并用"
    case .goesWithCall: "须与 call 一起使用"
    case .goesWithRunPostCall: "须与 run、post 或 call 一起使用"
    case .noCall: "不是请求：请写方法和 URL，例如 GET $server/users/one"
    case .noHeader: "必须是由文本组成的对象"
    case .oneOfProductChooseType: "product、choose 和 type 须有其一"
    case .noScreen: "没有屏幕：请去掉 shows 和 hides"
    case .onlyRun: "在幕后发生：只能使用 run"
    case .isTwice: "出现了两次"
    case .noAccount: "没有账户"
    case .noneOfTheAccounts: "不是这些账户之一"
    case .sayOfEachStep(let count): "故事的每一步各有一个文本，场景没有：共 \(count) 步"
    case .noStep: "没有步骤"
    case .isTaken(let name): "$\(name) 已有自己的含义：请换一个名称"
    case .noDevice: "不是设备名称：请使用字母、数字、空格、- 和 _"
    case .namesAddress(let option): "文件不能指定服务器：请在命令行给出 --\(option) URL，并在步骤中写 $\(option)"
    case .noName: "不是名称：请以字母开头，使用字母、数字、- 和 _"
    case .noInstant: "不是时刻：请写 2025-03-01T12:00:00Z"
    case .noTick: "必须是 0 至 86400 秒"
    case .negative: "为负数"
    case .noRowCount: "必须是行数或行"
    case .noBackend(let known): "不是故事的后端：可用 \(known.joined(separator: "、"))"
    case .noState(let known): "不是状态：可用 \(known.joined(separator: "、"))"
    case .noAction(let known): "不是操作：可用 \(known.joined(separator: "、"))"
    case .notInWalkthroughs: "不能作为演练的一部分"
    case .openQuotation: "有未闭合的引号"
    case .noCommand: "不是命令行"
    case .cannotRun(let mistake): "无法运行：\(mistake)"
    case .unknownName(let name): "使用了 \(name)，而此前没有步骤以 as 命名它"

    case .absent(let subject, let expected): "\(subject) 应为 \(expected)，但不存在"
    case .otherCount(let subject, let expected, let actual): "\(subject) 应有 \(expected) 行，实有 \(actual) 行"
    case .other(let subject, let expected, let actual): "\(subject) 应为 \(expected)，实为 \(actual)"
    case .otherRows(let subject, let expected, let actual): "\(subject) 应为 \(expected)，实为 \(actual)"
    case .withoutPart(let subject, let expected, let actual): "\(subject) 应包含 \(expected)，实为 \(actual)"
    case .notShown(let text): "屏幕应显示“\(text)”"
    case .shown(let text): "屏幕不应显示“\(text)”"
    case .nothing: "无"
    }
  }

  private func name(of part: Part) -> String {
    switch part {
    case .walkthrough: "演练"
    case .start: "起始状态"
    case .account: "账户"
    case .step: "步骤"
    case .move: "操作"
    case .expectations: "预期"
    case .translation: "译文"
    }
  }
}
