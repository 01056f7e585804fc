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
