import Texts

extension VerificationText {
  var chinese: String {
    switch self {
    case .threeCertificates(let count): "标头（x5c）应有三个证书，实有 \(count) 个"
    case .signingKeyIsNotOnP256: "签名证书的密钥不在 P-256 曲线上"
    case .intermediateLacksMark: "中间证书没有 Apple 的相应标记"
    case .signingLacksMark: "签名证书没有 Apple 签署 App Store 数据的标记"
    case .notForSignatures: "签名证书不用于签名"
    case .datesCannotBeRead: "无法读取证书的日期"
    case .notEnoughMemory: "内存不足，无法检查证书"
    case .notIssuedByIntermediate: "签名证书不是由该中间证书签发的"
    case .noTrustedRoot: "证书链没有终止于此存储信任的根证书"
    case .signingCertificate: "签名证书"
    case .intermediateCertificate: "中间证书"
    case .rootCertificate: "根证书"
    case .isNotAcceptable(let name, let reason): "\(name)不可接受：\(reason)"
    case .certificateInHeaderCannot(let name): "无法读取标头中的第 \(name) 个证书"

    case .noCertificate: "不是证书：请给出 PEM 或 DER 格式的根证书"

    case .noSignedReceipt: "不是 App 收据：它不是 PKCS#7 签名数据"
    case .noAttributes: "不是 App 收据：签名内容不是属性集"
    case .purchaseHasNoAttributes: "不是 App 收据：其中的购买不是属性集"
    case .receiptSaysNoApp: "不是 App 收据：未说明属于哪个 App 或何时生成"

    case .noReceiptEntry: "不是所保存格式的收据条目"
    case .noWholeNumber: "不是整数"

    case .receiptSignatureDoesNotFit: "收据的签名与内容不符"
    case .noSignersCertificate: "收据没有其唯一签名者的证书"
    case .nobodyVouchesForSigner: "收据没有为签名者担保的证书"

    case .tooLarge(let count, let limit): "超过签名对象的最大尺寸：\(count) 字节，上限为 \(limit)"
    case .notThreeParts: "不是签名对象：没有以点分隔的三段"
    case .partIsNotBase64(let name): "不是签名对象：\(name) 段不是 base64url"

    case .forApp(let found, let expected): "属于 App \(found)，不是 \(expected)"
    case .saysNoApp: "未说明属于哪个 App"
    case .forAppId(let found, let expected): "属于 App Store 编号为 \(found) 的 App，不是 \(expected)"
    case .statesNoAppId: "未说明 App 在 App Store 中的编号"
    case .fromEnvironment(let found, let expected): "来自环境 \(found)，不是 \(expected)"
    case .saysNoEnvironment: "未说明来自哪个环境"

    case .transaction: "交易"
    case .renewalInfo: "续期信息"
    case .notification: "通知"
    case .appTransaction: "App 交易"
    case .notES256: "标头未说明签名为 ES256"
    case .unknownExtension: "标头要求 App Store 签名数据所没有的扩展"
    case .noCertificates: "标头没有证书（x5c）"
    case .certificatesAreNoText: "标头中的证书不是文本"
    case .signedByXcode: "由 Xcode 为测试而签名，并非 App Store；只有 Xcode 环境接受"
    case .notJSON(let part, let error): "\(part) 不是有效的 JSON：\(error)"
    case .notObject(let part, let kind): "\(part) 是\(kind)，而不是 JSON 对象"

    case .otherKind(let kind, let expected): "这是\(kind)，不是\(expected)"
    case .signatureDoesNotFit: "签名与内容不符"
    case .unknownKind: "载荷不是 App Store 所签的类型"
    case .payloadCannotBeRead(let error): "无法读取载荷：\(error)"
    case .noDate(let member): "\(member) 不是以毫秒计的日期"

    case .hadExpired(let rank, let day, let date): "\(signed(rank))已于 \(day) 过期（检查时间 \(date)）"
    case .wasNotValidBefore(let rank, let day, let date): "\(signed(rank))在 \(day) 之前无效（检查时间 \(date)）"
    }
  }

  private func signed(_ rank: Rank) -> String {
    switch rank {
    case .signing: "所用签名证书"
    case .intermediate: "所用中间证书"
    case .root: "所用根证书"
    }
  }
}
