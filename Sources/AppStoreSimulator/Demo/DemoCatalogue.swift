enum DemoCatalogue {
  static let bundleId = "com.example.piglet"
  static let premium = "com.example.piglet.premium"
  static let monthly = "com.example.piglet.plus.monthly"
  static let text = ""
}
