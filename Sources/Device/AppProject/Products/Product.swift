import PolicyFiles

/// An app or an extension as it is on a device: what its Info.plist and its entitlements say.
///
/// It comes from a target in one configuration, or from a bundle. What is not certain is unknown, and no rule speaks of it.
struct Product {
    typealias Known = BuildSettings.Known

    enum Kind: String {
        case app
        case service = "com.apple.usernotifications.service"
        case content = "com.apple.usernotifications.content-extension"
        case other
        case unknown
    }

    /// The elements of a list above which it is that of no app, and no rule compares them.
    static let listLimit = 1000

    let name: String
    var kind: Kind
    /// The target in the project, or the bundle.
    let place: FindingPlace
    var bundleIdentifier: Known<String> = .unknown
    var shortVersion: Known<String> = .unknown
    var version: Known<String> = .unknown
    var deploymentTarget: Known<String> = .unknown
    /// The name of the Swift module.
    var moduleName: String?
    /// The Info.plist without its variables replaced; `nil` where it is not known.
    var info: MarkedValue?
    /// The Info.plist, where it is a file.
    var infoPath: String?
    /// What of both could not be read.
    var unreadable: [MarkedFile] = []
    /// The entitlements, without their variables replaced.
    var entitlements: Known<MarkedValue> = .unknown
    /// Replaces variables; `nil` for a text with one that is not known.
    var expand: @Sendable (String) -> String? = { $0 }

    /// A place in the Info.plist, or the target where there is no file.
    func place(of member: MarkedValue.Member?) -> FindingPlace {
        infoPath.map { FindingPlace($0, member?.mark) } ?? place
    }

    /// The texts of an entitlement, all of them known; `nil` where one is not, and for more than an app has.
    func groups(_ key: String) -> (values: [String], place: FindingPlace)? {
        guard case .value(let root, let place) = entitlements else { return nil }
        guard let member = root.member(key) else { return ([], place) }
        guard let list = member.value.list ?? (member.value.text.map { _ in [member.value] }) else { return nil }
        guard list.count <= Self.listLimit else { return nil }
        let texts = list.compactMap { $0.text.flatMap(expand) }
        return texts.count == list.count ? (texts, FindingPlace(place.file, member.mark)) : nil
    }
}
