import Texts

/// What is wrong with keys and certificates of our own.
enum KeyText: Sentence {
  case readCertificate, useKey

  case makeKey, readSigningKey, writeSigningKey

  case useKeyForOffers

  case cannotReadSigningCertificates, useSigningKey, signReceipt, writeReceipt, makeCertificate

  case cannotUseKey

  case sign
  case cannot(String, reason: String?)
}

// MARK: - English

extension KeyText {
  var english: String {
    switch self {
    case .readCertificate: "read the certificate"
    case .useKey: "use the key: it is not the certificate's"

    case .makeKey: "make a key"
    case .readSigningKey: "read the signing key"
    case .writeSigningKey: "write the signing key"

    case .useKeyForOffers: "use the key for offers, which is not on P-256"

    case .cannotReadSigningCertificates: "cannot read the signing certificates"
    case .useSigningKey: "use the signing key: it is not the certificate's"
    case .signReceipt: "sign a receipt"
    case .writeReceipt: "write a receipt"
    case .makeCertificate: "make a certificate"

    case .cannotUseKey: "cannot use the key: it is not on the curve P-256"

    case .sign:
      "sign"
    case .cannot(let deed, let reason):
      "cannot \(deed)\(reason.map { ": \($0)" } ?? "")"
    }
  }
}
