import Texts

/// What is wrong with a StoreKit configuration file, and what is said of it.
enum FileText: Sentence {
  case isEmpty, noProductType(String), notInThisList(String), noPrice(String), isNegative(String), isTooHigh(String)
  case notPositive, notUpToThousand, noList, noPaymentMode(String), noPeriod(String)

  case unknownVersion(String), unknownStorefront(String), unknownTimeRate(String), idOfAnotherGroup(String)
  case otherGroup, idOfAnotherProduct(String), noPriceOfProduct(String)

  case holdsNoObject(String), lacksLists, noSuchFile, notPermitted, readingItFailed, isDirectory, isNoRegularFile
  case isTooLarge, cannotRead(file: String, reason: String), noConfigurationFile(file: String, reason: String)
  case cannotBeUsed(file: String, reason: String)

  case wholeText(String)
}

// MARK: - English

extension FileText {
  var english: String {
    switch self {
    case .isEmpty: "is empty"
    case .noProductType(let text): "\(text) is no type of product"
    case .notInThisList(let text): "\(text) does not belong in this list"
    case .noPrice(let text): "is no price such as 4.99: \(text)"
    case .isNegative(let text): "is negative: \(text)"
    case .isTooHigh(let text): "is too high: \(text)"
    case .notPositive: "is not 1 or more"
    case .notUpToThousand: "is not 1 to 1000"
    case .noList: "is not a list"
    case .noPaymentMode(let other): "is not free, payAsYouGo or payUpFront: \(other)"
    case .noPeriod(let text): "is no period such as P1M: \(text)"

    case .unknownVersion(let version): "version \(version) of the format is not known; it was read like 5.0"
    case .unknownStorefront(let storefront): "storefront \(storefront) is not known"
    case .unknownTimeRate(let timeRate): "time rate \(timeRate) is not known"
    case .idOfAnotherGroup(let id): "\(id) is the id of another group too"
    case .otherGroup: "names another group than the one that holds the subscription"
    case .idOfAnotherProduct(let id): "\(id) is the id of another product too"
    case .noPriceOfProduct(let id): "product \(id) has no price; it counts as 0"

    case .holdsNoObject(let kindName): "it holds \(kindName), not an object"
    case .lacksLists: "it lacks a version and lists of products and subscription groups"
    case .noSuchFile: "there is no such file"
    case .notPermitted: "it is not permitted"
    case .readingItFailed: "reading it failed"
    case .isDirectory: "it is a directory"
    case .isNoRegularFile: "it is not a regular file"
    case .isTooLarge: "it is larger than 64 MiB"
    case .cannotRead(let file, let reason):
      "cannot read \(file): \(reason); name a .storekit file that Xcode has saved"
    case .noConfigurationFile(let file, let reason):
      "\(file) is not a StoreKit configuration file: \(reason); export one from Xcode (File > New "
        + "> File > StoreKit Configuration File)"
    case .cannotBeUsed(let file, let reason):
      "\(file) cannot be used: \(reason); correct it in Xcode and save it again"

    case .wholeText(let mistake):
      "the text \(mistake)"
    }
  }
}
