/// A new package with a service extension and its test.
package struct ExtensionTemplate: Sendable {
    package let name: String
    private let attache: AttachePackage

    package init(name: String, attache: AttachePackage) {
        self.name = name
        self.attache = attache
    }

    /// A sentence on a name that no package can have; `nil` for a usable one.
    package static func problem(withName name: String) -> String? {
        guard ModuleName.isWord(name) else {
            return "invalid name \"\(name)\": use a letter, then letters, digits and _, such as NewsService."
        }
        for module in [name, "\(name)Program", "\(name)Tests"] {
            if let owner = ModuleName.owner(of: module) {
                return "invalid name \"\(name)\": \(module) is \(owner); use another name, such as NewsService."
            }
        }
        return nil
    }

    /// The paths in the package, with the texts of the files.
    package var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest), ("Sources/\(name)/NotificationService.swift", service),
            ("Sources/\(name)/Info.plist", infoPlist), ("Sources/\(name)Program/main.swift", main),
            ("Tests/\(name)Tests/NotificationServiceTests.swift", tests), (".gitignore", ".build/\n"),
        ]
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: \(name.quoted),
            dependencies: [\(attache.declaration)],
            targets: [
                // The folder of the extension, as Xcode has it. The plug-in makes Apple's modules and URLSession visible in its
                // files, and Swift 5 mode compiles closures that capture its content; Xcode compiles /expressions/ in it.
                .target(
                    name: \(name.quoted),
                    dependencies: [.product(name: "ExtensionModules", package: \(attache.name.quoted))],
                    exclude: ["Info.plist"],
                    swiftSettings: [.swiftLanguageMode(.v5), .enableUpcomingFeature("BareSlashRegexLiterals")],
                    plugins: [.plugin(name: "ExtensionPrelude", package: \(attache.name.quoted))]
                ),
                // The process in which the tests run it.
                .executableTarget(
                    name: "\(name)Program",
                    dependencies: [
                        .byName(name: \(name.quoted)),
                        .product(name: "AttacheExtensionTesting", package: \(attache.name.quoted)),
                    ]
                ),
                .testTarget(
                    name: "\(name)Tests",
                    dependencies: [
                        .byName(name: "\(name)Program"),
                        .product(name: "AttacheExtensionTesting", package: \(attache.name.quoted)),
                    ]
                ),
            ]
        )

        """
    }

    private var service: String {
        """
        import UserNotifications

        class NotificationService: UNNotificationServiceExtension {
            private var contentHandler: ((UNNotificationContent) -> Void)?
            private var bestAttemptContent: UNMutableNotificationContent?

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                self.contentHandler = contentHandler
                bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
                guard let content = bestAttemptContent else { return contentHandler(request.content) }
                guard let text = content.userInfo["image"] as? String, let url = URL(string: text) else {
                    return contentHandler(content)
                }
                URLSession.shared.downloadTask(with: url) { location, response, _ in
                    content.attachments = Self.attachments(location, response, of: url)
                    contentHandler(content)
                }.resume()
            }

            private static func attachments(_ location: URL?, _ response: URLResponse?, of url: URL) -> [UNNotificationAttachment] {
                // A page of an error is no picture.
                guard let location, (response as? HTTPURLResponse)?.statusCode == 200 else { return [] }
                // iOS knows the type by the name of the file.
                let name = url.pathExtension.isEmpty ? "jpg" : url.pathExtension
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("\\(UUID().uuidString).\\(name)")
                do {
                    try FileManager.default.moveItem(at: location, to: file)
                    return [try UNNotificationAttachment(identifier: "image", url: file)]
                } catch {
                    print("cannot attach \\(url): \\(error)")
                    return []
                }
            }

            override func serviceExtensionTimeWillExpire() {
                if let contentHandler, let bestAttemptContent { contentHandler(bestAttemptContent) }
            }
        }

        """
    }

    private var infoPlist: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>NSExtension</key>
            <dict>
                <key>NSExtensionPointIdentifier</key>
                <string>com.apple.usernotifications.service</string>
                <key>NSExtensionPrincipalClass</key>
                <string>$(PRODUCT_MODULE_NAME).NotificationService</string>
            </dict>
        </dict>
        </plist>

        """
    }

    private var main: String {
        """
        import AttacheExtensionTesting
        // The class of an extension is not public.
        @testable import \(name)

        ExtensionMain.run(NotificationService())

        """
    }

    private var tests: String {
        """
        import AttacheExtensionTesting
        import Testing

        @Suite(.timeLimit(.minutes(1)))
        struct NotificationServiceTests {
            private let host = ExtensionHost(program: program)

            private static var program: ExtensionProgram {
                var program = ExtensionProgram.built("\(name)Program")
                // Pictures of a server on this machine, beside those of public hosts.
                program.allow(addresses: ["127.0.0.1/32"], ports: ["8137"])
                return program
            }

            @Test("A push without a picture is shown as it is")
            func plain() async {
                let delivered = await host.deliver(#"{"aps":{"alert":{"title":"Sale","body":"Now"},"mutable-content":1}}"#)
                #expect(delivered.outcome == .fromExtension)
                #expect(delivered.content.title == "Sale" && delivered.content.attachments.isEmpty)
            }

            @Test("A picture that cannot be loaded costs the picture only")
            func noServer() async {
                let delivered = await host.deliver(
                    #"{"aps":{"alert":"Sale","mutable-content":1},"image":"https://127.0.0.1:1/sale.jpg"}"#
                )
                #expect(delivered.outcome == .fromExtension)
                #expect(delivered.content.body == "Sale" && delivered.content.attachments.isEmpty)
            }

            @Test("Without mutable-content no extension runs")
            func skipped() async {
                let delivered = await host.deliver(#"{"aps":{"alert":"Sale"}}"#)
                #expect(delivered.outcome == .original && delivered.kinds == [.extensionSkipped])
            }
        }

        """
    }
}
