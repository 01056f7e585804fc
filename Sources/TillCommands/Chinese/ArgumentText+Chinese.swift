import Texts

extension ArgumentText {
  var chinese: String {
    switch self {
    case .noLanguage(let name): "--language \(name)：可用 en 和 zh"
    case .optionNeedsValue(let option, let argument): "--\(option) 需要一个值：--\(option) \(argument)"
    case .optionTakesNoValue(let option): "--\(option) 不带值"
    case .unknownOption(let argument, let near):
      near.isEmpty
        ? "未知选项 \(argument)：请参阅 till help"
        : "未知选项 \(argument)：您是指 \(Chinese.list(near.map { "--" + $0 }, "或")) 吗？"
    case .needsWholeNumber(let option, let text, let from, let to): "--\(option) \(text)：请给出 \(from) 至 \(to) 的整数"

    case .ambiguous(let name, let ids): "\(name) 可能是 \(Chinese.list(ids, "或"))：请写编号"
    case .productsAreListed: "till status 会列出产品"
    case .didYouMean(let near): "您是指 \(Chinese.list(near, "或")) 吗？"
    case .noProduct(let name, let hint): "没有产品 \(name)：\(hint)"

    case .commands: "till 的命令"
    case .whatTillIs: "till 显示顾客的 App 内购买带来哪些权益，以及原因。"
    case .openTheDashboard: "\u{20} till                       打开控制台"
    case .openTheDemo: "\u{20} till --demo                同上，使用临时文件"
    case .optionsOfEveryCommand: "所有命令的选项："
    case .exitStatus(let meanings): "退出状态：\(meanings.joined(separator: "，"))。"
    case .helpSaysMore: "till help COMMAND 会详细说明单个命令。"
    case .helpListsOptions: "till help 会列出所有命令的选项。"

    case .readOnly: "只读：没有任何更改；要执行操作请去掉 --readonly"
    case .appStoreStartedOver: "App Store 已重新开始：此设备的存储已移到一旁，并新建了存储"
    case .noPastDate(let text): "--as-of \(text) 不是日期：请写 2026-01-31T12:00:00Z、2026-01-31 或毫秒数"
    case .sayYes(let question): "\(question)没有任何更改：要继续请加 --yes"
    case .nothingWasChanged: "没有任何更改"

    case .takesNo(let what, let name, let near):
      near.isEmpty
        ? "\(what) 没有选项 --\(name)：请参阅 till help"
        : "\(what) 没有选项 --\(name)：您是指 \(Chinese.list(near.map { "--" + $0 }, "或")) 吗？"

    case .noCommand(let name, let near):
      near.isEmpty ? "没有命令 \(name)：请参阅 till help" : "没有命令 \(name)：您是指 \(Chinese.list(near, "或")) 吗？"
    case .usage(let forms): "用法：till \(forms.joined(separator: "  |  till "))"
    case .examples: "示例："
    case .options: "选项："
    case .group(let title): "\(title)："
    case .theDashboard: "控制台"
    case .form(let usage, let isFirst): isFirst ? "用法：till \(usage)" : "      till \(usage)"

    case .everyPage: "--to 会写出所有页面：请去掉 COMMAND"
    case .folderCannotBeWritten(let folder): "无法写入 \(folder)：请给出您自己的文件夹"
    case .pages(let count, let folder): "\(folder) 中的 \(count) 页"
    case .madeFromTables: "由程序的表格生成：till manual"
    case .description: "终端中带签名、可离线、可编写脚本的 App Store。不带命令时打开控制台；till --demo 以临时数据打开控制台。"
    case .whereFilesLie: "每个后端在 XDG 数据目录的 till 下有一个目录，或由 --store 指定。"
    case .whichShell: "哪种 shell？till completion bash、zsh 或 fish"
    case .completion(let shell): "\(shell) 的补全"
    case .whatMayBeTyped: "可以输入的内容"
    case .onlyChoices(let option, let value, let argument):
      "--\(option)=\(value)：可用 --\(option) 和 --\(option)=\(argument)"
    }
  }
}
