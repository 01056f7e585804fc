/// What is stored or given as one word or phrase, as a person reads it: a state, a kind of step, a note of the demo.
///
/// English has them as they are: documents, files and filters name them so.
package func term(_ word: String) -> String {
  Language.current == .chinese ? ChineseTerms.table[word] ?? word : word
}

/// The same in Chinese.
package enum ChineseTerms {
  package static let table: [String: String] = [
    // Orders and intents; what waits at the App Store.
    "paid": "已扣款", "uploaded": "已上传", "confirmed": "已确认", "verified": "已验证", "halfSuccess": "部分成功",
    "delivered": "已交付", "finished": "已完成", "closed": "已结束", "refused": "已拒绝", "overdue": "过期未处理",
    "open": "无应答", "pending": "等待批准", "interrupted": "已中断", "waiting": "等待中", "begun": "已开始",
    "done": "已办理", "failed": "失败", "skipped": "已跳过", "notPosted": "未发送",
    // How a transaction came.
    "history": "历史记录", "update": "更新", "purchase": "购买", "imported": "导入",
    // Subscriptions.
    "active": "有效", "grace": "宽限期", "retry": "扣款重试", "expired": "已到期", "revoked": "已撤销",
    "yes": "是", "no": "否", "on": "开", "off": "关", "once": "仅一次", "held": "暂缓", "live": "即时",
    // What the app's server did.
    "registered": "已登记", "credited": "已记入", "refund": "退款", "refundReversed": "退款已撤回", "owner": "所有者",
    "policy": "恢复规则", "used": "已使用", "granted": "已授予", "heard": "已收到通知", "swept": "已查看", "forgot": "已丢失",
    "quarantined": "已隔离", "ended": "已终止", "transferred": "已转移", "grantEnded": "授予已终止", "recorded": "已登记购买",
    "reopened": "已重新打开",
    // What a desk asks, and warns of.
    "refresh": "重新查询", "extend": "延长", "consumption": "消耗信息", "hold": "暂缓处理", "deadline": "期限",
    "refunds": "退款", "silence": "无通知", "delay": "通知迟到",
    // What `doctor` looks at.
    "directory": "目录", "ledger": "账本", "device": "设备", "server": "App 服务器", "signatures": "签名", "values": "取值",
    "lock": "写锁", "terminal": "终端", "installed": "程序库", "backend": "后端",
    // The notes of the demo's Apple Accounts.
    "owns nothing": "没有购买", "owns nothing and has no history": "没有购买，也没有历史记录",
    "bought, refunded, bought again": "购买，退款，再次购买",
    "a renewal failed: in the grace period": "一次续期失败：处于宽限期",
    "a refund, a grace period, an upgrade": "一次退款、一段宽限期、一次升级",
  ]
}
