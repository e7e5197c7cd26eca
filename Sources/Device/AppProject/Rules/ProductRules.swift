import AttacheCore
import ExtensionSources
import PolicyFiles

/// What an app and an extension must agree on; it holds for targets and bundles alike.
struct ProductRules {
    private static let narrower = [
        "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent", "NSAllowsLocalNetworking",
    ]
    private static let localHosts: Set = ["localhost", "127.0.0.1", "::1"]

    let app: Product
    /// The first other app that embeds an extension and for which a test holds; few rules ask, and reading apps takes time.
    var otherApp: (Product, (Product) -> Bool) -> Product? = { _, _ in nil }

    /// The rules of service and content extensions.
    func check(_ product: Product, _ findings: inout AppFindings) {
        checkDeploymentTarget(product, &findings)
        checkIdentifier(product, &findings)
        checkVersions(product, &findings)
        checkGroups(product, &findings)
    }

    /// An app whose extension waits for pushes needs a device token.
    func checkEnvironment(_ findings: inout AppFindings) {
        switch app.entitlements {
        case .value(let root, let place):
            guard root.member("aps-environment") == nil, root.members != nil else { return }
            findings.add(.apsEnvironment, "The entitlements of \(app.name) have no aps-environment.", at: place)
        case .absent:
            let message = "\(app.name) has no entitlements, and so no aps-environment."
            findings.add(.apsEnvironment, message, at: app.place)
        case .unknown: break
        }
    }

    func checkDeploymentTarget(_ product: Product, _ findings: inout AppFindings) {
        guard case .value(let own, let place) = product.deploymentTarget, let least = app.deploymentTarget.value,
            let ownVersion = VersionNumber(own), let leastVersion = VersionNumber(least), leastVersion < ownVersion
        else { return }
        findings.add(
            .deploymentTarget,
            "\(product.name) needs iOS \(own), and \(app.name) runs from iOS \(least): phones between them never run it.",
            fix: "Set the deployment target of \(product.name) to \(least).",
            at: place
        )
    }

    private func checkIdentifier(_ product: Product, _ findings: inout AppFindings) {
        guard case .value(let own, let place) = product.bundleIdentifier, let outer = app.bundleIdentifier.value,
            !own.isEmpty, !outer.isEmpty, !own.hasPrefix(outer + ".")
        else { return }
        let other = otherApp(product) { $0.bundleIdentifier.value.map { own.hasPrefix($0 + ".") } ?? false }
        if let other {
            // A script may change the identifier before it builds one of the apps.
            findings.add(
                .bundleIdentifier,
                "The bundle identifier of \(product.name) is \(own): below that of \(other.name), not of \(app.name), "
                    + "which embeds it too.",
                fix: "Give each app an extension of its own, or change the identifier before \(app.name) is built.",
                severity: .warning,
                at: place
            )
            return
        }
        findings.add(
            .bundleIdentifier,
            "The bundle identifier of \(product.name) is \(own), and that of \(app.name) is \(outer).",
            fix: "Set it to \(outer).\(own.split(separator: ".").last ?? "NotificationService").",
            at: place
        )
    }

    private func checkVersions(_ product: Product, _ findings: inout AppFindings) {
        var differences: [(key: String, own: String, outer: String, place: FindingPlace)] = []
        for (key, own, outer) in [
            ("CFBundleShortVersionString", product.shortVersion, app.shortVersion),
            ("CFBundleVersion", product.version, app.version),
        ] {
            guard case .value(let text, let place) = own, let other = outer.value, text != other else { continue }
            differences.append((key, text, other, place))
        }
        guard let first = differences.first else { return }
        let words = differences.map { "\($0.key) is \($0.own) and not \($0.outer)" }.joined(separator: ", ")
        findings.add(.version, "\(product.name) has another version than \(app.name): \(words).", at: first.place)
    }

    private func checkGroups(_ product: Product, _ findings: inout AppFindings) {
        let key = "com.apple.security.application-groups"
        guard let own = product.groups(key), let outer = app.groups(key), !own.values.isEmpty else { return }
        // An extension may share one group with the app and another one with other apps.
        guard Set(outer.values).isDisjoint(with: own.values) else { return }
        let list = own.values.joined(separator: ", ")
        let rest = outer.values.isEmpty ? "has none" : "has \(outer.values.joined(separator: ", "))"
        findings.add(.appGroups, "The app group of \(product.name) is \(list), and \(app.name) \(rest).", at: own.place)
    }

    /// The exceptions of the app for http that a service extension lacks.
    func checkTransport(_ product: Product, _ findings: inout AppFindings) {
        let key = "NSAppTransportSecurity"
        guard let outer = app.info?[key], let own = product.info, own[key] == nil else { return }
        var words: [String] = []
        // With one of the narrower keys iOS takes no notice of the wide one.
        let isNarrowed = Self.narrower.contains { outer[$0] != nil }
        if outer["NSAllowsArbitraryLoads"]?.boolean == true, !isNarrowed { words.append("http to all hosts") }
        let domains = (outer["NSExceptionDomains"]?.members ?? []).filter { member in
            let allows = ["NSExceptionAllowsInsecureHTTPLoads", "NSTemporaryExceptionAllowsInsecureHTTPLoads"]
            return allows.contains { member.value[$0]?.boolean == true } && !Self.localHosts.contains(member.key)
        }
        if !domains.isEmpty { words.append("http to \(domains.prefix(3).map(\.key).joined(separator: ", "))") }
        guard !words.isEmpty else { return }
        let message =
            "\(app.name) allows \(words.joined(separator: " and ")); \(product.name) does not, and blocks such media."
        findings.add(.transportSecurity, message, at: app.place(of: app.info?.member(key)))
    }
}

/// A version of iOS, such as 15.0 or 15.
struct VersionNumber: Comparable {
    private let parts: [Int]

    /// Reads numbers with full stops between them; `nil` for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...4).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
        self.parts = (parts.compactMap(\.self) + [0, 0, 0]).prefix(4).map(\.self)
    }

    static func < (left: VersionNumber, right: VersionNumber) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }
}
