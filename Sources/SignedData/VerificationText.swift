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

// MARK: - English

extension VerificationText {
  var english: String {
    switch self {
    case .threeCertificates(let count): "the header does not hold three certificates (x5c) but \(count)"
    case .signingKeyIsNotOnP256: "the signing certificate's key is not one on the curve P-256"
    case .intermediateLacksMark: "the intermediate certificate lacks Apple's mark for it"
    case .signingLacksMark: "the signing certificate lacks Apple's mark for signing App Store data"
    case .notForSignatures: "the signing certificate is not meant for signatures"
    case .datesCannotBeRead: "a certificate's dates cannot be read"
    case .notEnoughMemory: "not enough memory to check the certificates"
    case .notIssuedByIntermediate: "the signing certificate was not issued by the intermediate certificate"
    case .noTrustedRoot: "the chain does not end at a root that this store trusts"
    case .signingCertificate: "signing certificate"
    case .intermediateCertificate: "intermediate certificate"
    case .rootCertificate: "root certificate"
    case .isNotAcceptable(let name, let reason): "the \(name) is not acceptable: \(reason)"
    case .certificateInHeaderCannot(let name): "the \(name) certificate in the header cannot be read"

    case .noCertificate: "not a certificate: give a root certificate as PEM or DER"

    case .noSignedReceipt: "not an app receipt: it is no PKCS#7 signed data"
    case .noAttributes: "not an app receipt: what is signed is no set of attributes"
    case .purchaseHasNoAttributes: "not an app receipt: a purchase in it is no set of attributes"
    case .receiptSaysNoApp: "not an app receipt: it does not say for which app it is, or of when"

    case .noReceiptEntry: "is no entry of a receipt in the form in which it is kept"
    case .noWholeNumber: "is no whole number"

    case .receiptSignatureDoesNotFit: "the receipt's signature does not fit its contents"
    case .noSignersCertificate: "the receipt does not carry the certificate of its one signer"
    case .nobodyVouchesForSigner: "the receipt does not carry the certificate that vouches for its signer"

    case .tooLarge(let count, let limit):
      "larger than any signed object is: \(English.counted(count, "byte")), where \(limit) are the limit"
    case .notThreeParts: "not a signed object: it does not have three parts with dots between them"
    case .partIsNotBase64(let name): "not a signed object: its \(name) part is not base64url"

    case .forApp(let found, let expected): "for the app \(found), not \(expected)"
    case .saysNoApp: "it does not say for which app"
    case .forAppId(let found, let expected): "for the app with the App Store id \(found), not \(expected)"
    case .statesNoAppId: "it does not state the app's id in the App Store"
    case .fromEnvironment(let found, let expected): "from the environment \(found), not \(expected)"
    case .saysNoEnvironment: "it does not say from which environment it is"

    case .transaction: "a transaction"
    case .renewalInfo: "a renewal info"
    case .notification: "a notification"
    case .appTransaction: "an app transaction"
    case .notES256: "the header does not say that the signature is ES256"
    case .unknownExtension: "the header demands an extension that signed App Store data do not have"
    case .noCertificates: "the header holds no certificates (x5c)"
    case .certificatesAreNoText: "the certificates in the header are not text"
    case .signedByXcode: "signed by Xcode for tests, not by the App Store; only the environment Xcode takes it"
    case .notJSON(let part, let error): "the \(part) is not JSON as it must be: \(error)"
    case .notObject(let part, let kind): "the \(part) is \(kind) instead of a JSON object"

    case .otherKind(let kind, let expected): "this is \(kind), not \(expected)"
    case .signatureDoesNotFit: "the signature does not fit the contents"
    case .unknownKind: "the payload is of no kind that the App Store signs"
    case .payloadCannotBeRead(let error): "the payload cannot be read: \(error)"
    case .noDate(let member): "\(member) is not a date in milliseconds"

    case .hadExpired(let rank, let day, let date): "\(signed(rank)) that had expired on \(day) (checked at \(date))"
    case .wasNotValidBefore(let rank, let day, let date):
      "\(signed(rank)) that was not valid before \(day) (checked at \(date))"
    }
  }

  private func signed(_ rank: Rank) -> String {
    switch rank {
    case .signing: "signed with a certificate"
    case .intermediate: "signed under an intermediate certificate"
    case .root: "signed under a root certificate"
    }
  }
}
