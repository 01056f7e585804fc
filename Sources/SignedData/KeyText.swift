import Texts

/// What is wrong with keys and certificates of our own.
enum KeyText {
  static var signReceipt: Words { "sign a receipt" }
  static var writeReceipt: Words { "write a receipt" }
  static var makeCertificate: Words { "make a certificate" }
  static var sign: Words { "sign" }
}
