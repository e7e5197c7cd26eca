import AttacheCore
import PolicyFiles

/// The check of a built app with its extensions.
struct BundleCheck {
    let app: Product
    let extensions: [Product]
    /// Whether the app has an extension whose kind is not known.
    private let mayHaveMore: Bool

    init(_ path: String, _ bundles: BundleFiles) {
        app = Product(bundle: path, bundles, isApp: true)
        let all = bundles.extensions(of: path).map { Product(bundle: $0, bundles, isApp: false) }
        extensions = all.filter { $0.kind == .service || $0.kind == .content }
        mayHaveMore = all.contains { $0.kind == .unknown }
    }

    func run(_ findings: inout AppFindings) {
        let rules = ProductRules(app: app)
        let services = extensions.filter { $0.kind == .service }
        for product in [app] + extensions {
            for list in product.unreadable { PlistRules.checkReadable(list, &findings) }
        }
        if services.isEmpty, !mayHaveMore {
            // A key that the build of .NET writes.
            let isDotNET = ["com.microsoft.ios", "com.xamarin.ios"].contains { app.info?[$0] != nil }
            findings.add(
                .noServiceExtension,
                "\(app.name) has no notification service extension.",
                fix: isDotNET
                    ? "The app is built with .NET, and the project of its extension is not packed into the build: make it an SDK-style project "
                        + "with IsAppExtension, and let the app's project refer to it."
                    : "The build lacks PlugIns/NAME.appex: embed the extension's target (Xcode), or pack the extension's project into the build "
                        + "(.NET).",
                at: app.place
            )
        }
        if services.count > 1 {
            let names = services.map(\.name).joined(separator: ", ")
            let message = "\(app.name) has \(services.count) service extensions: \(names)."
            findings.add(.severalServiceExtensions, message, at: services[1].place)
        }
        if !services.isEmpty { rules.checkEnvironment(&findings) }
        for product in extensions {
            rules.check(product, &findings)
            if product.kind == .service {
                rules.checkTransport(product, &findings)
                PlistRules.checkService(product, &findings)
            } else {
                PlistRules.checkContent(product, &findings)
            }
        }
    }
}

extension Product {
    /// What a bundle says of itself; its lists have no variables.
    init(bundle path: String, _ bundles: BundleFiles, isApp: Bool) {
        let name = path.split(separator: "/").last.map(String.init) ?? bundles.shown("")
        func inner(_ file: String) -> String { path.isEmpty ? file : "\(path)/\(file)" }
        let shown = bundles.shown(inner("Info.plist"))
        self.init(name: name, kind: isApp ? .app : .unknown, place: FindingPlace(bundles.shown(path)))
        infoPath = shown
        guard let bytes = bundles.bytes(inner("Info.plist")) else { return }
        let list = MarkedFile(project: bytes, file: shown)
        guard let root = list.root else {
            unreadable.append(list)
            return
        }
        info = root
        bundleIdentifier = text("CFBundleIdentifier")
        shortVersion = text("CFBundleShortVersionString")
        version = text("CFBundleVersion")
        deploymentTarget = text("MinimumOSVersion")
        if let root = bundles.bytes(inner("embedded.mobileprovision")).flatMap(Self.entitlements) {
            entitlements = .value(root, FindingPlace(bundles.shown(inner("embedded.mobileprovision"))))
        }
        guard !isApp else { return }
        let point = root["NSExtension"]?["NSExtensionPointIdentifier"]?.text
        kind =
            point.map { Kind(rawValue: $0) ?? .other } ?? (root["EXAppExtensionAttributes"] == nil ? .unknown : .other)
    }

    private func text(_ key: String) -> Known<String> {
        guard let member = info?.member(key) else { return .absent }
        return member.value.text.map { .value($0, place(of: member)) } ?? .unknown
    }

    /// The entitlements of a provisioning profile: a property list within a signed message.
    private static func entitlements(in profile: [UInt8]) -> MarkedValue? {
        guard let start = place(of: "<?xml", in: profile[...]), let end = place(of: "</plist>", in: profile[start...])
        else { return nil }
        return MarkedFile(propertyList: Array(profile[start..<end + 8]), file: "").root?["Entitlements"]
    }

    private static func place(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            if bytes[next...].starts(with: text.utf8) { return next }
            index = next + 1
        }
        return nil
    }
}
