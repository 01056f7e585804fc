import Texts

/// Why signed data are not taken, and what they are.
enum VerificationText: Sentence {
  case threeCertificates(Int), signingKeyIsNotOnP256, intermediateLacksMark, signingLacksMark, notForSignatures
  case datesCannotBeRead, notEnoughMemory, notIssuedByIntermediate, noTrustedRoot, signingCertificate
  case intermediateCertificate, rootCertificate, isNotAcceptable(name: String, reason: String)
  case certificateInHeaderCannot(String)

  case noCertificate

  case noSignedReceipt, noAttributes, purchaseHasNoAttributes, receiptSaysNoApp

  case noReceiptEntry, noWholeNumber

  case receiptSignatureDoesNotFit, noSignersCertificate, nobodyVouchesForSigner

  case tooLarge(count: Int, limit: Int), notThreeParts, partIsNotBase64(String)

  case forApp(found: String, expected: String), saysNoApp, forAppId(found: Int64, expected: Int64), statesNoAppId
  case fromEnvironment(found: String, expected: String), saysNoEnvironment

  case transaction, renewalInfo, notification, appTransaction, notES256, unknownExtension, noCertificates
  case certificatesAreNoText, signedByXcode, notJSON(part: String, error: String)
  case notObject(part: String, kind: String)

  case otherKind(kind: String, expected: String), signatureDoesNotFit, unknownKind, payloadCannotBeRead(String)
  case noDate(String)

  case hadExpired(Rank, on: String, checked: String), wasNotValidBefore(Rank, String, checked: String)

  /// A certificate of a chain.
  enum Rank { case signing, intermediate, root }
}
