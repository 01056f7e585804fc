import Texts

extension ServeText {
  var chinese: String {
    switch self {
    case .servesSimulatedStore: "till serve 提供模拟的 App Store：请去掉 --backend，或使用 simulator:LEDGER"
    case .noHostName(let wrong): "--allow-host \(wrong) 不是主机名，例如 till 或 till.internal"
    case .noSuchEnvironment(let name): "--environment \(name)：till serve 只为 Sandbox 或 Production 签名"
    case .idGoesWithProduction: "--app-apple-id 须与 --environment Production 一起使用：Sandbox 不含此编号"
    case .productionNeedsId: "--environment Production 需要 --app-apple-id N，生产环境的通知含有此编号"
    case .emptyCatalogue: "空的产品目录"
    case .serveTakesNo(let word): "till serve 不接受 \(word)：请参阅 till help serve"
    case .tlsNeedsFiles: "--tls 需要证书及其密钥，均为 PEM：--tls CERT KEY；或 --tls auto"
    case .noKeyId(let keyId): "--key-id \(keyId)：密钥编号由字母和数字组成，例如 2X9R4HXF34"
    case .tokenIsTooShort: "--control-token：至少 8 个字符"
    case .otherLedger(let has, let wanted): "此账本\(has)，而不是 \(wanted)：请用 --store DIR 提供其他账本"
    case .sellsFor(let bundleId): "为 \(bundleId) 销售"
    case .signsFor(let environment): "为 \(environment) 签名"
    case .hasSeed(let seed): "的种子为 \(seed)"

    case .listens(let emulator): "till：模拟的 App Store 正在监听 \(emulator)；按 Ctrl-C 停止"
    case .accessLog: "访问日志"

    case .stepsAsExpected(let steps): "\(steps) 步，一切符合预期"
    case .takeJsonOrTap: "请给出 --json 或 --tap，不能两者都给"
    case .otherwiseThanExpected: "与预期不符"
    case .filesAsExpected(let count): "\(count) 个文件，一切符合预期"
    case .filesOtherwise(let failed, let count): "\(count) 个文件中有 \(failed) 个与预期不符"

    case .signsForAppleId(let id): "以 Apple 编号 \(id ?? "无") 签名"
    }
  }
}
