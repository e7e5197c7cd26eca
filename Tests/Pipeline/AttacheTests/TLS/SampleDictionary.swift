/// ATS dictionaries for tests, as written in an Info.plist.
enum SampleDictionary: String, CaseIterable, Sendable {
    case empty
    case arbitraryLoads
    case tls10
    case tls11
    case tls13
    case withoutSecrecy
    case tls10WithoutSecrecy
    case httpWithoutSecrecy
    case http

    /// The dictionary as XML.
    var xml: String {
        let name = "<key>NSExceptionMinimumTLSVersion</key>"
        let secrecy = "<key>NSExceptionRequiresForwardSecrecy</key><false/>"
        let http = "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>"
        return switch self {
        case .empty: "<dict/>"
        case .arbitraryLoads: "<dict><key>NSAllowsArbitraryLoads</key><true/></dict>"
        case .tls10: Self.exception(name + "<string>TLSv1.0</string>")
        case .tls11: Self.exception(name + "<string>TLSv1.1</string>")
        case .tls13: Self.exception(name + "<string>TLSv1.3</string>")
        case .withoutSecrecy: Self.exception(secrecy)
        case .tls10WithoutSecrecy: Self.exception(name + "<string>TLSv1.0</string>" + secrecy)
        case .httpWithoutSecrecy: Self.exception(http + secrecy)
        case .http: Self.exception(http)
        }
    }

    private static func exception(_ rules: String, for host: String = "media.shop.com") -> String {
        "<dict><key>NSExceptionDomains</key><dict><key>\(host)</key><dict>\(rules)</dict></dict></dict>"
    }

    /// Pins for the host.
    static func pins(leaf: [String] = [], authority: [String] = []) -> String {
        func list(_ key: String, _ pins: [String]) -> String {
            guard !pins.isEmpty else { return "" }
            let identities = pins.map { "<dict><key>SPKI-SHA256-BASE64</key><string>\($0)</string></dict>" }
            return "<key>\(key)</key><array>\(identities.joined())</array>"
        }
        let rules = list("NSPinnedCAIdentities", authority) + list("NSPinnedLeafIdentities", leaf)
        return "<dict><key>NSPinnedDomains</key><dict><key>media.shop.com</key><dict>\(rules)</dict></dict></dict>"
    }
}
