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
