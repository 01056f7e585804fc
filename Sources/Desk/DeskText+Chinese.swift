import SafeText
import StoreModel
import Texts

extension DeskText {
  package var chinese: String {
    switch self {
    case .error(let kind): Self.chinese(kind)
    case .several(let text, let customers):
      "\(safeText(text)) 对应 \(customers.count) 位顾客：\(customers.prefix(9).map { "#\($0)" }.joined(separator: "、"))"
    case .claim(let entitled, let since, let until, let reason, let differs):
      "您的服务器称自 UTC \(since.formatted(.minute)) 起\(entitled ? "有权益" : "无权益")"
        + (until.map { "，至 UTC \($0.formatted(.minute))" } ?? "") + (reason.map { "：\($0)" } ?? "")
        + (differs ? "；与 Apple 所说不同" : "")
    case .claimIsAhead: "比客服台的时钟提前五分钟以上"
    case .claimIdIsNone(let limit): "不是 \(limit) 字节以内、不含控制字符的标识"
    case .claimDiffers(let entitled):
      entitled ? "Apple 认定有权益：请查明您的服务器为何拒绝，并让它重新查询该交易" : "您的服务器授予了 Apple 未授予的权益：请查明原因，予以终止或明确授予"
    case .damaged(let finding): "数据库已损坏：\(safeText(finding))"
    case .sound(let engine): "\(engine)，完好"
    case .poisoned(let customer, let reason): "无法推导顾客 #\(customer)：\(safeText(reason, limit: 300))"
    case .waiting(let count): count == 0 ? "没有等待推导的顾客" : "\(count) 位顾客等待推导"
    case .joins(let count): count == 0 ? "没有正在进行的合并" : "\(count) 项合并正在进行"
    case .rightsAsGiven: "每个登录只有其角色的权限"
    case .openToAll(let count): "\(count) 个表或函数对所有登录开放：请运行 till desk init"
    case .rolesMissing(let names): "此服务器没有角色 \(names.joined(separator: "、"))：请运行 till desk init"
    case .otherDesksRoles(let names): "另一客服台的角色在此有权限：\(names.joined(separator: "、"))：请运行 till desk init"
    case .noTimeout(let names):
      "\(names.joined(separator: "、")) 没有 statement_timeout：ALTER ROLE \(names[0]) SET statement_timeout = '30s'"
    case .signatures(let count, let bad):
      bad.isEmpty ? "已重新验证 \(count) 个签名" : "这些顾客的签名未通过：\(bad.prefix(9).map { "#\($0)" }.joined(separator: "、"))"
    case .rebuilt(let compared, let different, let mended):
      different.isEmpty
        ? "已重新推导 \(compared) 位顾客，每行均相同"
        : "\(compared) 位顾客中有 \(different.count) 位不同\(mended ? "，已更正" : "")："
          + different.prefix(9).map { "#\($0)" }.joined(separator: "、")
    case .notGzip: "不是 gzip 文件，或已损坏：请手动解压查看"
    case .zlibIsMissing: "未安装 gzip 所需的 zlib：请运行 Assets/setup，或手动解压文件"
    case .lineTooLong(let limit): "超过 \(limit) 字节，签名数据的行不会这么长"
    case .unreadable(let path, let reason): "无法读取 \(safeText(path, limit: 300))：\(safeText(reason))"
    case .shrunk(let path): "\(safeText(path, limit: 300)) 比导入停止时短：请以其他名称给出"
    case .alertDeadline(let transaction, let customer, let minutes):
      "Apple 再等待 \(minutes / 60) 小时 \(minutes % 60) 分钟，须就顾客 #\(customer) 的 \(safeText(transaction)) 作出应答"
    case .alertDelay(let seconds): "百分之一的通知延迟 \(seconds) 秒或更久"
    case .alertRefunds(let count, let before): "这一小时内有 \(count) 笔退款；此前 24 小时有 \(before) 笔"
    case .alertSilence(let minutes): "\(minutes / 60) 小时 \(minutes % 60) 分钟没有通知"
    case .renewalsAtApple: "Apple 的续期信息"
    case .historyAtApple: "Apple 的历史记录"
    case .orderAtApple: "Apple 的订单"
    case .notificationsAtApple: "Apple 的通知历史记录"
    case .noQuestion(let id): "Apple 没有就 \(safeText(id)) 提出仍可应答的询问"
    case .noConsent: "没有顾客同意的记录：不得告知"
    case .answeredAlready(let id): "\(safeText(id)) 已应答"
    case .refusal(let refusal): Self.chinese(refusal)
    case .nothingToAsk: "此顾客没有可用于询问 Apple 的交易"
    }
  }

  private static func chinese(_ refusal: ConsumptionReply.Refusal) -> String {
    switch refusal {
    case .noDelivery(let word): "\(safeText(word)) 不是 Apple 的交付用语"
    case .shareOutOfRange: "使用比例为 0 至 100000（千分之一百分点）"
    case .shareOfSubscription: "订阅的使用比例由 Apple 按已过时间计算"
    case .shareOfUndelivered: "未交付的内容不可能被使用"
    case .noPreference(let word): "\(safeText(word)) 不是 Apple 的退款意向用语"
    case .partNeedsShare: "部分退款需要 0 至 100% 之间的使用比例"
    }
  }

  private static func chinese(_ kind: DeskError.Kind) -> String {
    switch kind {
    case .notMade: "尚无客服台：till desk init --bundle-id ID，或 till desk import FILE"
    case .otherApp(let bound, let asked):
      "此客服台属于 \(safeText(bound.environment.rawValue)) 中的 \(safeText(bound.bundleId))，不属于 "
        + "\(safeText(asked.environment.rawValue)) 中的 \(safeText(asked.bundleId))：请用 --db 给出其他客服台"
    case .unknownCustomer(let text): "没有与 \(safeText(text, limit: 100)) 对应的顾客：请给出该顾客的任一编号"
    case .forgotten: "此顾客要求删除其数据"
    case .busy: "其他写入者反复占用同一购买：请重试"
    case .unusable(let why): why
    }
  }
}
