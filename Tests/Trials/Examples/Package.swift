// swift-tools-version: 6.2

import PackageDescription

// A package that depends on Attache as a sender's would, with none of its settings.
let package = Package(
    name: "examples",
    dependencies: [
        .package(name: "attache", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "Sender",
            dependencies: [
                .product(name: "Attache", package: "attache"), .product(name: "Logging", package: "swift-log"),
            ]
        )
    ]
)
