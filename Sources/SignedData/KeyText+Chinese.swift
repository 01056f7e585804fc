import Texts

extension KeyText {
  var chinese: String {
    switch self {
    case .readCertificate: "读取证书"
    case .useKey: "使用密钥：它与证书不符"

    case .makeKey: "生成密钥"
    case .readSigningKey: "读取签名密钥"
    case .writeSigningKey: "写入签名密钥"

    case .useKeyForOffers: "使用优惠密钥：它不在 P-256 上"

    case .cannotReadSigningCertificates: "无法读取签名证书"
    case .useSigningKey: "使用签名密钥：它与证书不符"
    case .signReceipt: "签署收据"
    case .writeReceipt: "写入收据"
    case .makeCertificate: "生成证书"

    case .cannotUseKey: "无法使用密钥：它不在 P-256 曲线上"

    case .sign: "签名"
    case .cannot(let deed, let reason): "无法\(deed)\(reason.map { "：\($0)" } ?? "")"
    }
  }
}
