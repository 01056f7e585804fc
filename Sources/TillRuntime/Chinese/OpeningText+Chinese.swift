import Texts

extension OpeningText {
  var chinese: String {
    switch self {
    case .secretCannotBeRead(let file): "无法读取密钥 \(file)，或其为空：请检查 TILL_APP_SERVER_SECRET_FILE"
    case .noAppServer: "没有 App 服务器：--verify-with embedded 可由它确认购买"
    case .isSetThere(let url): "App 服务器为 \(url)：请在那里设置，不在此处"

    case .keyId: "App 内购买密钥的编号"
    case .keyFile: "App 内购买密钥的文件（.p8）"
    case .noPrivateKey(let error): "--key：不是 App Store Connect 提供的私钥（.p8）：\(error)"
    case .issuerId: "App Store Connect 的签发者编号"
    case .bundleId: "App 的套装 ID"
    case .noCase(let name, let name2): "没有案例 \(name)：请用 till import FILE... --case \(name2) 创建"
    case .noPlace(let kind, let text): "--backend \(kind):\(text)：请写 \(kind):production、\(kind):sandbox 或 \(kind):URL"

    case .caseHasNoAppStore: "--case 没有 App Store：请去掉 --backend 或 --case"
    case .noCaseName(let name): "--case \(name)：请使用字母、数字、点和连字符命名，最多 64 个"
    case .noBackend(let text, let forms): "--backend \(text)：可用 \(Chinese.list(forms))"

    case .noProfileFile(let name, let file): "没有配置 \(name)：\(file) 不存在"
    case .isNoObject: "不是对象"
    case .noProfile(let file, let name, let known): "\(file) 中没有配置 \(name)：现有 \(known)"
    case .backendNeeds(let what, let option, let variable, let file):
      "此后端需要\(what)：请给出 --\(option)、设置 \(variable)，或写入 \(file)"

    case .sharedSecretCannotBeRead(let path): "无法读取共享密钥 \(path)：请检查其文件"
    case .sharedSecretIsInVariable: "共享密钥在 TILL_RECEIPT_SECRET 中"
    case .sharedSecretIsInFile(let path): "共享密钥在 \(path) 中"
    case .noSharedSecretIsSet: "未设置共享密钥（TILL_RECEIPT_SECRET_FILE）：含订阅的收据需要它"

    case .isNoDirectory(let path): "\(path) 是文件而不是目录：请用 --store 给出目录"
    case .directoryCannotBeMade(let path): "无法创建目录 \(path)：请检查路径，或用 --store 给出其他目录"
    case .needsRoot(let address): "\(address) 是另一台机器：请用 --root FILE 给出要信任的根证书"
    case .serverFileCannotBeRead(let server): "无法读取 \(server)：请将其移开，服务器会再次被询问"
    case .isServeRunning(let error): "\(error)；`till serve` 是否正在那里运行？"
    case .serverFileCannotBeWritten(let server): "无法写入 \(server)：请检查目录权限"
    case .noThrowAwayDirectory: "无法创建存放临时文件的目录：请检查 TMPDIR"

    case .noDuration(let text): "\(text) 不是时长：请写 90s、5m、2h、30d 或 1w"
    case .noSuchFile(let name): "\(name)：没有这样的文件"
    case .isDirectory(let name): "\(name) 是目录：请给出文件"
    case .isTooLarge(let name): "\(name) 大于 256 MB：请给出更小的文件"
    case .cannotBeRead(let name): "无法读取 \(name)：请检查其权限"
    case .othersCanWrite(let path, let program):
      "其他用户可以写入 \(path)，因此不运行配置文件中的 exec:\(program)；请执行 chmod go-w \(path)"
    case .belongsToOthers(let path, let program):
      "\(path) 属于其他用户，因此不运行配置文件中的 exec:\(program)；请将其所有者改为您自己"
    case .isNotForFiles(let name): "\(name)：演练或场景只能使用其临时文件夹中的文件"
    case .cannotBeWritten(let name): "无法写入 \(name)：请给出您自己文件夹中的文件"

    case .noServer(let text): "--verify-with \(text)：可用 embedded、none 和 App 服务器的 URL"
    case .noEnvironment(let text): "--environment \(text)：可用 Production、Sandbox、Xcode 和 LocalTesting"
    case .otherEnvironment(let text, let own):
      "--environment \(text)：此后端以 \(own) 签名；请去掉它，或用 --backend 选择其他后端，例如 appstore:production"
    case .isNotSignedByApple(let name): "此后端自称 \(name)：其交易并非 Apple 签名，不会被验证；若信任它，请给出 --environment \(name)"
    case .appStoreStartedOver: "App Store 已重新开始：此设备的存储已移到一旁，并新建了存储"
    case .storeWasDamaged(let kept, let account, let user, let isComplete):
      "此设备的存储已损坏：保留为 \(kept)，并为 \(account ?? "无人") 和用户 \(user ?? "无") 新建了存储，\(isComplete ? "含 App Store 列出的全部内容" : "尚无 App Store 的应答")"
    }
  }
}
