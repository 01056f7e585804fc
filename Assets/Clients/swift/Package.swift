// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "till-testing",
  platforms: [.macOS(.v13)],
  products: [.`library`(name: "TillTesting", targets: ["TillTesting"])],
  targets: [
    .target(name: "TillTesting"),
    .testTarget(name: "TillTestingTests", dependencies: ["TillTesting"], resources: [.copy("Shop.storekit")]),
  ]
)
