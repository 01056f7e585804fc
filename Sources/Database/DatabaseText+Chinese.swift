import Texts

extension DatabaseText {
  var chinese: String {
    switch self {
    case .checkpointInsideTransaction: "在事务中建立检查点"
    case .openedForReading: "以只读方式打开"
    case .fileIsThere: "此路径已有文件"
    case .lockIsLink: "锁文件是链接或不是文件：请将其删除"
    case .restoreInsideTransaction: "在事务中恢复"

    case .pagesDiffer(let pages):
      "\(pages.count) 页自 Till 写入后有变化：\(pages.prefix(5).map { "\($0)" }.joined(separator: "、"))"
    case .headerDiffers: "其文件头自 Till 写入后有变化"
    case .logIsDamaged(let frame): "其日志从第 \(frame) 帧起已损坏：最后保存的内容可能丢失"
    case .logHeadIsDamaged: "其日志的头部已损坏：最后保存的内容可能丢失"
    case .hasNoSums(let file): "\(file) 由较早版本的 Till 创建，没有页校验和"
    case .notOneStatement(let prefix): "不是单条语句：\(prefix)"
    case .otherNumberOfValues(let count, let places): "\(count) 个值对应 \(places) 个位置"

    case .writeInsideRead: "在读取中写入"
    case .connectionIsClosed: "连接已关闭"
    case .changeOutsideTransaction(let prefix): "在事务之外更改：\(prefix)"

    case .reopenInsideTransaction: "在事务中调用 reopen()"
    case .noFileOrFolder: "它既不是文件也不是文件夹"
    case .noSharedMemory: "其文件系统没有 WAL 所需的共享内存"
    case .hasNoRow(let sql): "\(sql) 没有行"

    case .beyond32Bits: "超出 32 位的整数"
    case .noBoolean: "既不是 0 也不是 1"

    case .onPurpose: "有意为之"
    case .somebodyIsMaking: "正在创建"
    case .diskIsFull: "磁盘已满；请腾出空间后重试"
    case .readingOrWritingFailed(let detail): "读取或写入失败\(told(detail))；请检查磁盘后重试"
    case .writeWasNotConfirmed(let detail): "磁盘未确认写入\(told(detail))；请检查磁盘后重新启动"
    case .anotherIsWriting(let pid): "另一个实例正在写入（pid \(pid)）；请等待或关闭它，然后重试"
    case .somebodyIsWriting: "另一个实例正在写入；请等待或关闭它，然后重试"
    case .cannotBeWritten(let detail): "无法写入\(told(detail))；请检查文件及其文件夹的权限"
    case .isNotDatabase: "不是数据库；请将其移开后重新启动，它不会被删除"
    case .isDamaged(let detail): "已损坏\(told(detail))；请将其与 -wal 文件一并移开后重新启动，它不会被删除"
    case .isOfLaterVersion(let found, let supported): "版本为 \(found)，由较新的 Till 写入；此程序只支持版本 \(supported)：请使用较新的程序"
    case .isOfEarlierVersion(let found, let supported): "版本为 \(found)，早于版本 \(supported)；请以写入方式打开一次以更新"
    case .isOfAnotherKind(let found, let expected): "是另一类数据库（\(found)，不是 \(expected)）；请给出其他文件"
    case .doesNotExist: "不存在或为空；请检查路径"
    case .cannotBeOpened(let detail): "无法打开\(told(detail))；请检查路径"
    case .isFolderNotFile: "是文件夹而不是文件；请给出其他路径"
    case .wasReplaced: "在打开期间被移动或替换；请重新打开"
    case .refusedChange(let detail): "拒绝了更改\(told(detail))"
    case .holdsForeignValue(let detail): "含有不应有的值\(told(detail))；请用 `till doctor` 检查该文件"
    case .wasUsedWrongly(let detail): "使用有误\(told(detail))；这是 Till 的错误"

    case .noPath: "它不是路径"
    case .noFolder: "其文件夹不存在"

    case .noInteger: "不是整数"
    case .noNumber: "不是数字"
    case .noText: "不是文本"
    case .noBytes: "不是字节"
    case .noSuchColumn(let index): "该行没有第 \(index) 列"
    case .columnHolds(let index, let name, let what): "第 \(index) 列（\(name)）为\(what)"
    case .notOneColumn(let name, let columns): "该行没有单独的列 \(name)，只有 \(columns)"

    case .isHeldHere: "此处已持有锁"

    case .fault(let file, let sentence, let isUnknown): "\(file)：\(sentence)\(isUnknown ? "；须重新读取才能得知最后的更改是否已保存" : "")"
    case .failed(let detail): "失败\(told(detail))"
    case .rowWithoutParent(let table, let parent): "\(table) 的一行引用了不存在的 \(parent) 行"

    case .doesNotAnswer(let detail): "数据库没有应答\(told(detail))；请检查它是否正在运行且可以连接，然后重试"
    case .isForbidden(let detail): "数据库拒绝此操作\(told(detail))；请检查角色、权限、证书和密码的存放位置"
    case .whatWasDoneCannot(let code): "无法撤销已做的操作：文件此后有其他更改（\(code)）"
    case .changesCannotBeNoted: "无法记录更改"
    }
  }

  /// What SQLite or the system says of it, where they say anything.
  private func told(_ detail: String) -> String { detail.isEmpty ? "" : "（\(detail)）" }
}
