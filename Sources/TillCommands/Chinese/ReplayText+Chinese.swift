import Texts

extension ReplayText {
  var chinese: String {
    switch self {
    case .inWithoutHeadsAndTokens(let count, let target): "\(target) 中有 \(count) 个请求，不含标头和令牌"
    case .notKnownHere(let name, let count): "此处未知：\(name)，\(count) 次"
    case .lineNotOneJsonObject(let name, let index): "\(name) 第 \(index) 行：不是单个 JSON 对象"
    case .holdsNoRequests(let name): "\(name) 中没有请求"
    case .needsRequest: "需要 request.method、request.path 和 response.status"
    case .holdsAuthorizationHeader(let name): "含有 Authorization 标头，这是机密：till replay \(name) --clean FILE"
    case .lineIsNoPath(let place, let target): "第 \(place) 行：\(target) 不是 App Store Server API 的路径：应以 /inApps 开头"
    case .statusRecordedHere(let status, let status2): "记录的状态为 \(status)，此处为 \(status2)"
    case .signedText: "签名文本"
    case .isRecordedHere(let path, let list, let list2): "\(path) 记录为 \(list)，此处为 \(list2)"
    case .onlyHere(let path): "\(path) 仅见于此处"
    case .recordingsProducts: "记录中的产品"

    case .isOtherwise(let name, let recorded, let own): "\(name) 记录为 \(recorded ?? "无")，此处为 \(own ?? "无")"
    case .endpoint(let name, let requests, let differences):
      "\(name)：\(requests) 个请求，" + (differences == 0 ? "相同" : "\(differences) 处差异")
    case .difference(let text, let places, let count): "  \(text)（第 \(places) 行，共 \(count) 行）"
    case .isAbsentHere(let path, let isKnown): isKnown ? "\(path) 有记录，此处没有" : "\(path) 有记录，此处没有：这里不认识它"
    }
  }
}
