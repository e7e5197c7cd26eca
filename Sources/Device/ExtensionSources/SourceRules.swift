/// What is known of the modules and names that extensions use: data of the checks.
enum SourceRules {
    /// The modules of the system that the source of an extension can import on Linux.
    static let systemModules: Set = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Dispatch", "Glibc",
        "Synchronization", "RegexBuilder", "_Concurrency", "UserNotifications", "UniformTypeIdentifiers",
        "MobileCoreServices", "CoreServices", "Intents", "UIKit", "os", "OSLog",
    ]

    /// The modules that the source of an extension can import on Linux, with the stand-ins of vendors' libraries.
    static let modules = systemModules.union(VendorModule.all.filter { $0.product != nil }.map(\.name))

    /// What to do about modules that are missing.
    private static let moduleFixes = [
        "CryptoKit": "import Crypto from the package swift-crypto, within #if canImport(CryptoKit) … #else",
        "CommonCrypto": "use CryptoKit on devices and swift-crypto on Linux, chosen by #if canImport",
        "Combine": "wrap it in #if canImport(Combine), or use async functions",
        "CoreGraphics": "remove the import: CGRect, CGSize and CGPoint are in Foundation on Linux",
        "CoreFoundation": "remove the import, or wrap it in #if canImport(Darwin)",
        "Darwin": "wrap it in #if canImport(Darwin)",
        "ObjectiveC": "wrap it in #if canImport(ObjectiveC)",
        "UserNotificationsUI":
            "keep the content extension in a separate folder; attache center play --content-extension runs it",
        "Security": "use the keychain through a protocol, and leave that file out of the test",
        "CoreData": "use the database through a protocol, and leave that file out of the test",
    ]

    static func fix(ofModule name: String) -> String {
        if let vendor = VendorModule.named(name) {
            return
                "Attache emulates it: attache explain --policy \(vendor.policy) push.json. To run your own code, wrap "
                + "the import and its uses in #if canImport(\(name))."
        }
        return
            (moduleFixes[name]
            ?? "give its sources with --module \(name)=DIR, or wrap it and its uses in #if canImport(\(name))") + "."
    }

    /// A name whose declaration is missing on Linux.
    struct Name {
        let code: String
        let severity: SourceFinding.Severity
        let message: String
        let fix: String
    }

    private static let keychain = Name(
        code: "source.keychain",
        severity: .error,
        message: "There is no keychain on Linux.",
        fix: "Use it through a protocol that a test can replace."
    )
    private static let crypto = Name(
        code: "source.commoncrypto",
        severity: .error,
        message: "There is no CommonCrypto on Linux.",
        fix: "Use CryptoKit on devices and swift-crypto on Linux, chosen by #if canImport."
    )
    private static let data = Name(
        code: "source.coredata",
        severity: .error,
        message: "There is no Core Data on Linux.",
        fix: "Use the database through a protocol that a test can replace."
    )
    private static let media = Name(
        code: "source.framework",
        severity: .error,
        message: "Its framework does not exist on Linux.",
        fix: "Wrap the use in #if canImport for the framework."
    )
    private static let forbidden = Name(
        code: "source.app-only",
        severity: .error,
        message: "A service extension has no application object, not even on a device.",
        fix: "Remove the use; extensions open nothing by themselves."
    )
    private static let interface = Name(
        code: "source.uikit",
        severity: .error,
        message: "On Linux only UIImage of UIKit exists, and it holds the bytes of the file unchanged.",
        fix: "Wrap the use in #if os(iOS)."
    )
    private static let image = Name(
        code: "source.uiimage",
        severity: .note,
        message: "On Linux UIImage holds the bytes of the file: nothing is decoded, scaled or converted.",
        fix: "Expect the bytes of the download in the test."
    )

    private static let tasks = Name(
        code: "source.session",
        severity: .error,
        message: "The session of extensions has only data, download and upload tasks.",
        fix: "Wrap the use in #if os(iOS)."
    )
    private static let challenge = Name(
        code: "source.session",
        severity: .note,
        message: "A delegate is never asked for credentials on Linux: App Transport Security decides.",
        fix: "Allow the test's certificate with --cacert or ATTACHE_CACERT."
    )

    private static let names = [
        "URLAuthenticationChallenge": challenge, "URLSessionWebSocketTask": tasks, "URLSessionStreamTask": tasks,
        "UIImage": image, "UIApplication": forbidden, "NSItemProvider": media, "WidgetCenter": media,
        "CXProvider": media, "CLLocationManager": media, "BGTaskScheduler": media,
    ].merging(AbsentNames.names) { first, _ in first }

    /// Members of types that exist.
    static let members = [
        "webSocketTask": tasks, "streamTask": tasks, "protocolClasses": tasks, "dataTaskPublisher": AbsentNames.combine,
        "cgImage": interface, "ciImage": interface, "imageOrientation": interface, "preparingThumbnail": interface,
        "byPreparingThumbnail": interface, "prepareThumbnail": interface, "preparingForDisplay": interface,
        "byPreparingForDisplay": interface, "prepareForDisplay": interface, "withRenderingMode": interface,
        "DocumentType": AbsentNames.foundation, "thermalState": AbsentNames.foundation,
    ]

    /// The types of the members and of the functions below.
    static let owners: Set = [
        "URLSession", "URLSessionConfiguration", "UIImage", "NSAttributedString", "NSMutableAttributedString",
        "ProcessInfo", "NotificationCenter",
    ]

    /// Calls of functions that exist with other labels, by their first label.
    static let calls: [String: [String: Name]] = [
        "bytes": ["from": tasks, "for": tasks],
        "publisher": ["for": AbsentNames.combine],
        "UIImage": ["systemName": interface, "cgImage": interface, "ciImage": interface],
        "NSPredicate": ["format": AbsentNames.coding],
        "NSSortDescriptor": ["key": AbsentNames.coding],
    ]

    /// Names by their first letters, which an upper-case letter follows.
    private static let prefixes: [(text: String, name: Name)] = [
        ("kCF", AbsentNames.coreFoundation), ("OSAtomic", AbsentNames.foundation), ("SecRandom", keychain),
        ("SecTrust", keychain), ("SecCertificate", keychain),
        ("UI", interface), ("kSec", keychain), ("SecItem", keychain), ("SecKey", keychain), ("CC_", crypto),
        ("kCC", crypto), ("NSManagedObject", data), ("NSPersistent", data), ("NSFetch", data), ("CGImage", media),
        ("CTFont", media), ("CTLine", media), ("CTFrame", media),
        ("AVAsset", media), ("AVPlayer", media), ("EKEvent", media), ("CNContact", media),
    ]

    /// The rule for a name; `nil` for one that is no concern.
    static func rule(for name: String) -> Name? {
        if let rule = names[name] { return rule }
        // Only types and constants have such names; most words of a source end here.
        guard let first = name.utf8.first, name.utf8.count > 3 else { return nil }
        guard (0x41...0x5A).contains(first) || first == 0x6B else { return nil }
        if AbsentNames.isOfCoreFoundation(name) { return AbsentNames.coreFoundation }
        for (text, rule) in prefixes where name.hasPrefix(text) {
            let rest = name.dropFirst(text.count)
            // "UIViewController", and neither "UITest" of somebody's own nor "UINT8".
            guard text == "UI" else { return rule }
            let letters = Array(rest.unicodeScalars.prefix(2))
            if letters.count == 2, letters[0].properties.isUppercase, letters[1].properties.isLowercase { return rule }
        }
        return nil
    }

    /// The attributes without a form on Linux; whether `attache extension run` leaves them out of its copy.
    static let attributes: [String: Bool] = [
        "@objc": true, "@objcMembers": true, "@nonobjc": true, "@IBAction": true, "@IBOutlet": true,
        "@IBDesignable": true, "@IBInspectable": true, "@UIApplicationMain": false, "@NSManaged": false,
        "@NSApplicationMain": false,
    ]

    /// The expressions without a form on Linux.
    static let directives: [String: String] = [
        "#selector": "Use a closure, or wrap it in #if canImport(ObjectiveC).",
        "#keyPath": "Use a key path such as \\Type.property, or the text.",
        "#error": "Wrap it in #if !os(Linux), or leave the file out of the extension.",
        "#imageLiteral": "Load the file.", "#colorLiteral": "Wrap it in #if os(iOS).",
    ]
}
