import Texts

extension StageText {
  var chinese: String {
    switch self {
    case .formTakesNo(let form, let option): "till walkthrough \(form) 没有选项 --\(option)"
    case .usage: "用法：till walkthrough list | play NAME | check [NAME...] | print NAME | record NAME"
    case .lookedIn(let folders): "查找位置：\(folders.joined(separator: "、"))"
    case .noWalkthroughs: "没有演练：till walkthrough list"
    case .everythingAsExpected: "一切符合预期"
    case .handOut(let name): "\(name) 的讲义"
    case .recordingNeedsFile: "till walkthrough record NAME 需要 --to FILE"
    case .couldNotBeWritten(let target): "无法写入 \(target)：请检查文件夹及其权限"
    case .isRecorded(let name, let pictures, let file): "已录制 \(name)：\(file) 中有 \(pictures) 幅画面"

    case .tellTheCustomer(let tell): "## 如何告诉顾客\n\n\(tell)"

    case .startingState: "起始状态"
    case .stepAtLine(let step, let line): "第 \(step) 步（第 \(line) 行）"

    case .itNamesNoCommand: "它没有给出命令"
    case .optionHasNoPlace(let option): "演练或场景文件中不能使用 --\(option)：只能由人给出"
    case .commandHasNoPlace(let name): "演练或场景文件中不能使用 till \(name)：请写 shell 脚本"
    case .verbHasNoPlace(let verb): "演练或场景文件中不能使用 till simulator \(verb)：请写 shell 脚本"
    case .noNewTransaction(let name): "没有可称为 \(name) 的新交易"
    case .failedWithStatus(let status): "以状态 \(status) 失败"
    case .shouldHaveFailed: "本应失败，却已完成"
    case .shouldHaveFailedWith(let failure, let message): "本应以“\(failure)”失败，却报告：\(message)"

    case .notificationWasAnswered(let type, let result): "对 \(type) 的应答为 \(result)"
    case .callWasAnswered(let method, let address, let result): "对 \(method) \(address) 的应答为 \(result)"
    case .namesTransaction(let line, let name): "第 \(line) 行：\(name) 指明交易：须与 do 或 run 一起使用"
    case .requestWasNotMade(let error): "未能发出请求：\(error)"

    case .directoryIsNotEmpty(let directory): "\(directory) 不为空：场景须从自己的文件开始"
    case .catalogue: "产品目录"
    case .historyWentOtherwise(let line, let mismatch): "第 \(line) 行的历史与预期不符：\(mismatch)"
    case .startWentOtherwise(let message): "开始时与预期不符：\(message)"
    case .storyCannotBeServed(let error): "无法提供故事的 App Store：\(error)"

    case .cannotBeDoneHere(let action): "此处无法执行 \(action)"
    case .cannotBeDone(let title, let reason): "无法执行\(title)：\(reason)"
    case .nothingCanBeTyped(let text): "此处无法输入：\(text)"
    case .sheetIsInFront: "产品前面有一个面板"
    case .productIsNotShown(let id): "屏幕上没有产品 \(id)"
    case .noRowContains(let text): "前面的面板中没有包含“\(text)”的行"

    case .noLedgerToSignBy(let directory): "--signed-by \(directory)：没有 appstore.db：till serve --store \(directory) 可创建"
    case .stepsRequest: "该步骤"
    case .noServerIsNamed(let name): "未指明 \(name)：请在命令行给出 --\(name) URL"
    case .namesAddress(let url): "\(url)：文件不能指定地址；请写 $server 或 $webhook，并在命令行给出 --server 或 --webhook"
    case .isNoRouteOfTheStory(let url): "\(url)：$till 只接受发往 App 服务器的请求，例如 $till/users/ID"

    case .fileIsElsewhere(let path): "\(path)：文件只能指定其临时文件夹中的文件；请写 $folder/NAME"
    case .catalogueIsElsewhere(let name): "start.catalogue：\(name) 不在此文件旁边；请将其放入同一文件夹并写出名称"
    case .leavesTheStory(let action): "文件不能执行 \(action)：它会影响故事以外的内容"

    case .noDashboardToPlay(let reason, let name): "没有控制台，因为\(reason)：till walkthrough print \(name) 可将其写出"

    case .noWalkthrough(let name, let near):
      "没有演练 \(name)：\(near.isEmpty ? "till walkthrough list 会列出演练" : didYouMean(near))"
    case .noScenario(let name, let near):
      "没有场景 \(name)：请给出文件，或 Till 自带的场景" + (near.isEmpty ? "" : "；\(didYouMean(near))")

    case .tellCustomer(let what): "告诉顾客：\(what)"
    case .stepTitle(let number): "## 第 \(number) 步"
    case .keys(let keys): "按键：\(keys.joined(separator: "、"))"
    case .steps(let count): "\(count) 步"
    case .thatWasTheLastStep: "这是最后一步。"
    case .post(let url): "将等待的通知发送到 App 服务器 \(url)"

    case .crashedOnPurpose(let command):
      """
      Till 按设定在工作中途结束，如同崩溃。已付款的内容没有丢失。
      请用同一存储继续，看它如何处理：

        \(command)


      """
    case .select(let product): "选择 \(product)"
    case .choose(let text, let product): product.map { "选择 \($0)，\(text)" } ?? "选择\(text)"
    case .typeText(let text): "输入“\(text)”"
    }
  }

  private func didYouMean(_ near: [String]) -> String { "您是指 \(Chinese.list(near, "或")) 吗？" }
}
