import Texts

extension EmulatorText {
  var chinese: String {
    switch self {
    case .controlApiIsForThis: "控制 API 仅供本机使用：请以 TILL_CONTROL_TOKEN 启动 till serve，并发送该令牌"
    case .controlTokenIsMissing: "缺少控制令牌或令牌错误：请设置 TILL_CONTROL_TOKEN，或发送 Authorization: Bearer TOKEN"

    case .noHere(let method): "这里没有 \(method)：请参阅 /till/openapi.json"
    case .noVerb(let name): "没有操作 \(name)：请参阅 /till/openapi.json"
    case .asksBeforeItActs(let name): "\(name) 执行前需要确认，而这里无人可以回答"
    case .bodyIsNoJsonObject: "正文不是 JSON 对象"

    case .noNumberAfter(let value): "\(value) 之后不是数字"
    case .noFilter(let field): "没有筛选项 \(field)：可用 method、path、transaction、status 或 after"

    case .noWorld(let name): "没有世界 \(name)"
    case .noRoute(let method): "这里没有 \(method)：请参阅 /till/openapi.json"
    case .worldHasNo(let unknown): "世界没有 \(unknown)：请参阅 /till/openapi.json"
    case .folderCannotBeMade(let folder): "无法创建 \(folder)"
    case .tooManyWorlds(let count): "已有 \(count) 个世界：请先删除一个"
    case .noWorldName(let name): "\(name) 不能作为世界的名称：请使用字母、数字、- 和 _，最多 40 个"
    case .worldIsThere(let name): "世界 \(name) 已存在：请删除它，或使用其他名称"
    case .theCatalogue: "产品目录"
    case .forkIsOfSameApp: "派生的世界须属于同一 App：请去掉 bundleId"
    case .noWorldEnvironment(let name): "环境 \(name)：世界只能为 Sandbox 或 Production 签名"
    case .noSeed(let seed): "seed \(seed)：请使用从 0 起的整数"
    case .noClock: "clock 是 2026-03-01 这样的日期，或自 1970 年起的毫秒数"
    case .bodyCannotBeRead(let error): "无法读取正文：\(error)"

    case .otherLedger: "这里提供的账本不是此设备所属的账本"
    case .argumentsAreOneObject: "调用的参数是一个 JSON 对象"
    case .noSuchCall: "此 `till serve` 没有这样的调用"
    case .faultsAreNumbers: "故障是一个 JSON 对象中的数字"

    case .noKeyFile(let own): "无法读取 --key \(own)：请给出 App Store Connect 的 .p8 文件"
    case .noRootCertificate: "无法读取账本的根证书：请用其他 --store 新建账本"
    case .noKeyCanBeMade: "无法生成 P-256 密钥：请检查 OpenSSL 的安装"
    case .fileHoldsNoKey(let file): "\(file) 中没有 P-256 密钥：请将其移开，或用 --key 给出其他密钥"
    case .noCertificateCanBeMade(let names): "无法为 \(names) 生成证书：请检查 --allow-host"
    case .cannotBeWritten(let path): "无法写入 \(path)：请检查目录权限"

    case .noAppServer(let error): "无法打开 App 服务器：\(error)"

    case .noFirstLine: "无法读取请求的首行"
    case .headIsMalformed: "请求头格式错误"
    case .serverStops: "服务器正在停止"
    case .bodyIsTooLarge: "正文过大"
    case .tooMuchUnderWay: "正在处理的内容过多：请稍后重新发送"

    case .noSuchPath: "未知的路径"
    case .otherContentType(let types): "Content-Type 错误：请发送 \(types)"
    case .pagesMayNotAsk: "网页不能调用此服务器"
    case .hostIsNone: "Host 字段格式错误"
    case .otherHost(let name): "未知的主机“\(name)”：可用 --allow-host \(name) 允许"
    case .appServerIsForThis: "App 服务器仅供本机使用：请设置 TILL_APP_SERVER_SECRET 以允许其他机器"

    case .tooFewDescriptors(let count, let needed):
      "允许打开的文件过少：\(count) 个（需要 \(needed) 个）；请用 ulimit -n 提高限制"
    case .tooLittleSpace(let count, let needed):
      "允许的内存过少：\(count) MB 地址空间（需要 \(needed) MB）；请用 ulimit -v 提高限制"
    case .isServedAlready(let folder, let process):
      "另一个 till serve\(process.map { "（进程 \($0)）" } ?? "") 正在使用 \(folder)；请停止它，或选择其他 --store"

    case .methodIsNotKnown: "未知的方法"
    case .moreThanOneHost: "有多个 Host"
    case .moreThanOneOrigin: "有多个 Origin"
    case .twoLengths: "正文长度声明了多次"
    case .lengthAndCoding: "同时声明了长度和传输编码"
    case .transferCodingIsNotKnown: "未知的传输编码"

    case .noLibmicrohttpd: "未安装 libmicrohttpd：请运行 Assets/setup，或手动安装"
    case .noTLS: "此 libmicrohttpd 不支持 TLS：请去掉 --tls，或安装以 GnuTLS 构建的版本"
    case .cannotListen(let host, let port, let reason): "无法监听 \(host) 的端口 \(port)\(reason)：请使用其他 --port"

    case .noAddress(let host): "\(host) 不是可监听的地址：请使用 127.0.0.1 这样的地址"

    case .noTarget: "无法读取请求的目标"

    case .noToken: "Authorization 字段中没有令牌"
    case .noBearer: "Authorization 字段不是 Bearer TOKEN"
    case .notSignedWithKey(let keyId): "令牌未用 kid 为 \(keyId) 的密钥以 ES256 签名"
    case .otherIssuer(let issuerId): "令牌的 iss 不是 \(issuerId)"
    case .otherBundleId(let bundleId): "令牌的 bid 不是 \(bundleId)"
    case .otherAudience(let audience): "令牌的 aud 不是 \(audience)"
    case .noExpiry: "令牌没有以秒计的 exp"
    case .hasEnded: "令牌已到期：其 exp 已过"
    case .lastsTooLong: "令牌的 exp 在一小时之后"
    case .isNotYetIssued: "令牌的 iat 尚未到来"

    case .faultsCannotBeRead(let error): "无法读取故障：\(error)"
    case .faultHasNo(let unknown): "故障没有 \(unknown)：请参阅 /till/openapi.json"
    case .faultRanges: "故障的 status 为 400 至 599，times 至少为 1，retryAfter 最多一天（毫秒），path 以 / 开头"
    case .faultWasAskedFor: "预设的故障"
    case .limitsTakeProductionOrSandbox(let name): "limits \(name)：请使用 Production 或 Sandbox"
    }
  }
}
