import Texts

extension HTTPText {
  var chinese: String {
    switch self {
    case .noURL: "不是 URL：请写成 https://HOST/PATH"
    case .onlyHTTP: "只能访问 http 和 https"
    case .noUserOrFragment: "此处的 URL 不能有用户名或片段"
    case .needsTLS: "除本机以外都需要 https"

    case .noLibcurl: "无法打开 libcurl：请安装它（Assets/setup 会安装）"
    case .wasCancelled(let server): "对 \(server) 的请求已取消"
    case .sentTooMuch(let server, let limit): "\(server) 发送了超过 \(limit) 字节：全部未采用"
    case .notFound(let server, let detail): "找不到 \(server)：请检查名称和网络（\(detail)）"
    case .takesNoConnections(let server, let detail): "\(server) 不接受连接：它正在运行吗？（\(detail)）"
    case .noAnswerInTime(let server, let detail): "\(server) 未及时应答：请稍后重试（\(detail)）"
    case .brokeOff(let server, let detail): "\(server) 在应答完整之前中断：请重试（\(detail)）"
    case .answeredNoHTTP(let server, let detail): "\(server) 的应答不是 HTTP：请检查地址（\(detail)）"
    case .noProofOverTLS(let server, let detail): "\(server) 未能通过 TLS 证明身份：请检查地址和时钟（\(detail)）"
    case .requestFailed(let server, let detail): "对 \(server) 的请求失败：\(detail)"

    case .noMethod: "不是 HTTP 的方法"
    case .headerBreaksLine(let name): "无法发送标头 \(name)：它会破坏行格式"

    case .noMemory: "libcurl 没有内存发起新的请求"
    }
  }
}
