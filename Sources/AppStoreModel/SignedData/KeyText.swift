import Core

/// The texts of errors in Till's own keys and certificates.
enum KeyText {
  static var signReceipt: Words { "sign a receipt" }
  static var writeReceipt: Words { "write a receipt" }
  static var makeCertificate: Words { "make a certificate" }
  static var sign: Words { "sign" }
}
