import StoreModel
import Texts

extension AnswerText {
  var chinese: String {
    switch self {
    case .balance(let count): "，余额 \(count)"
    case .who(.nobody): "无"
    case .who(.customer): "顾客"
    case .who(.apple): "Apple"
    case .who(.us): "我方"
    case .unconfirmed: "，未确认"
    case .customerIs(let entitled, let state, let end):
      (entitled ? "有权益" : "无权益") + "（\(state)" + (end.map { entitled ? "，至 \($0)）" : "，已于 \($0) 结束）" } ?? "）")
    case .isNotSound: "有问题：未通过的检查会说明问题和处理办法"

    case .programAnswers(let path): "\(path) 已应答并支持该协议"
    case .serverAnswers(let server): "\(server) 已应答并接受密钥"

    case .isNotThereYet(let path): "\(path) 尚不存在：首次启动时创建"
    case .isSound(let path): "\(path) 完好"
    case .isOfOlderVersion(let file, let found, let supported): "\(file) 为版本 \(found)：下一个执行操作的命令会将其更新为 \(supported)"
    case .nothingIsStoredYet: "尚未保存任何内容"
    case .storedSignaturesVerifiedAgain(let count): "已重新验证 \(count) 个保存的签名"
    case .signaturesFail(let failed, let count, let first):
      "\(count) 个保存的签名中有 \(failed) 个未通过（\(first)）：till new-device，然后 till restore"
    case .statementsSince(let name, let count, let first): "\(name)，自 UTC \(first) 起见于 \(count) 条声明"
    case .everythingIsKnown: "Apple 签名和应答的每个成员和值在此都已认识"
    case .nobodyElseIsWriting: "没有其他写入者"

    case .notKnownHere: "此处未知"
    case .notEntitled: "无权益"
    case .noPeriod(let text): "\(text) 不是周期：请写 P1W、P1M、P3M、P1Y 或 none"
    case .needsNoDuration(let productId): "\(productId) 不是非续期订阅：只有非续期订阅需要时长"
    case .noDuration: "没有时长"
    case .noProducts: "没有产品：App Store 没有为此 App 列出产品，此处也没有购买过"
    case .stacksOrOverlaps: "购买要么累加要么重叠：请只给出 --stacks 或 --overlaps 之一"

    case .noFormat(let name): "--format \(name)：可用 json、csv、jws 和 storekit"

    case .noSize(let text): "--size \(text)：请写列数和行数，例如 80x24"
    case .isTooSmall(let text, let width, let height): "--size \(text) 太小：最小为 \(width)x\(height)"
    case .isTooLarge(let text): "--size \(text) 太大：最大为 1000x1000"

    case .nonePaid(let begun, let cancelled, let failed): "开始购买 \(begun) 笔，取消 \(cancelled) 笔，失败 \(failed) 笔，没有付款"
    case .somePaid(let begun, let cancelled, let failed, let paid, let delivered, let percent):
      "开始购买 \(begun) 笔，取消 \(cancelled) 笔，失败 \(failed) 笔；付款订单 \(paid) 个，已交付 \(delivered) 个（\(percent)%）"

    case .othersPurchases(let policy, let words): "恢复其他用户所拥有的购买时：\(policy)，\(words)"
    case .simulated: "模拟（以 Sandbox 签名）"
    case .nobodySignedIn: "无人登录"
    case .entitledUnconfirmed: "有权益，未确认"
    case .neverChecked: "从未检查"
    case .beingBought: "正在购买"

    case .nothingToVerify: "没有可验证的内容：请每行给出一个 JWS"
    case .noKind(let name, let known): "--kind \(name)：可用 \(known)"
    case .noEnvironment(let name, let known): "--environment \(name)：可用 \(known)"

    case .noDashboard(let error): "没有控制台，因为\(error)：以下是它会列出的内容"

    case .cannotBeWritten(let path): "无法写入 \(path)：只能使用 --readonly"
    case .isDamaged(let path, let findings): "\(path) 已损坏，请将其移开后重新开始：\(findings)"
    case .unknownNames(let names, let more):
      "\(names.joined(separator: "、"))\(more > 0 ? "，以及另外 \(more) 个" : "")：按原样显示；未知类型不授予权益，其他未知内容不收回权益"
    case .terminal(let isThere, let name): "\(isThere ? "是终端" : "不是终端")，TERM \(name.isEmpty ? "未设置" : "为 \(name)")"
    case .entitlement(let product, let isEntitled, let state): "\(product)：\(isEntitled ? "有权益" : "无权益")（\(state)）"
    case .until(let date): "至 \(date)"
    case .paidUntil(let date): "已付款至 \(date)"
    case .ended(let date): "已于 \(date) 结束"
    case .because: "理由"
    case .next(let who, let text): "下一步（\(who)）：\(text)"
    case .say(let text): "\u{20} 回复：\(text)"
    case .entitlesFor(let period): "从每次购买起权益时长为 \(period)"
    case .failures(let tokens, let persists, let queries): "缺失令牌 \(tokens) 个，保存失败 \(persists) 次，查询失败 \(queries) 次"
    case .linesFailed(let failures, let count): "\(count) 行中有 \(failures) 行失败"
    case .entitled: "有权益"
    case .checked(let date): "检查于 \(date)"
    case .hasRoom(let folder): "\(folder) 有可写空间"
    case .hasNoRoom(let folder): "\(folder) 没有空间：无法写入 256 kB；请释放一些空间"
    case .hasNoPageSums(let file): "\(file) 由较早版本的 Till 创建，没有页校验和：只检查其签名"
    case .pagesAreAsWritten(let file): "\(file) 的每一页都与写入时相同"
    case .pagesChanged(let file, let findings): "\(file) 与写入时不同：\(findings)；请恢复备份，或将其移开后重新开始"
    case .clockIsAhead(let machine, let heard):
      "本机时钟为 UTC \(machine)，比上次应答（\(heard)）晚一天以上：在询问 App Store 之前一切都不会到期；请校正时钟，或运行 till refund-check"
    case .clockIsBehind(let machine, let signed): "本机时钟为 UTC \(machine)，早于 App Store 已签名的时间（\(signed)）：请校正时钟"
    case .clockIsPlausible(let machine): "UTC \(machine)，与 App Store 上次的应答相符"
    case .clockDoubtful: "时钟？（本机时钟比上次检查晚一天以上：在询问 App Store 之前，一切都不会到期）"
    case .notSignedByApple(let environment): "并非 Apple 签名（\(environment)）：任何人都可能伪造"
    case .statusHead(let store, let account, let user, let checked):
      "\(store)  Apple 账户 \(account)  用户 \(user ?? "无")  \(checked)"

    case .isTooOld(let name, let version, let minimum): "\(name) \(version) 早于 \(minimum)：请更新"
    }
  }
}
