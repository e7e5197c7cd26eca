// swift-tools-version: 6.2

import PackageDescription

// A package that depends on Attache as a sender's would, with none of its settings. Its own target needs nothing, so that
// planning it says whether the products can be used, and compiling takes a second; the program itself is `ExampleSender`,
// which has no access to what only the package sees.
let package = Package(
    name: "examples",
    dependencies: [
        .package(name: "attache", path: "../../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(name: "Planned"),
        .target(
            name: "Dependent",
            dependencies: [
                .product(name: "Attache", package: "attache"),
                .product(name: "AttacheExtensionTesting", package: "attache"),
                .product(name: "ExtensionModules", package: "attache"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/Dependent",
            plugins: [.plugin(name: "ExtensionPrelude", package: "attache")]
        ),
    ]
)
