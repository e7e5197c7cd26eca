import AttacheJSON
import AttacheSystem

/// Behaviour of one receiving app: media locations in the payload, choice of the file extension, accepted types.
package struct Policy: Sendable, Equatable {
    /// How much of a file must be there.
    package enum CompletenessRule: String, Sendable, CaseIterable {
        /// Everything; a missing end mark counts as a cut.
        case strict
        /// The end mark of a JPEG, GIF or PNG may be missing, as on a device.
        case lenient
    }

    /// Default value of `order`.
    package static let defaultOrder = 500

    /// Policy name, such as `hive`.
    package var name: String
    /// Rank among the policies that `auto` tries, 0 to 1000; the lowest matching one wins.
    package var order: Int
    /// Media locations in the payload, and required paths.
    package var payload: PayloadRules
    /// Whether the behaviour of a vendor's extension is known.
    package private(set) var isVendor: Bool
    private var source: Source

    package init(
        name: String,
        order: Int = Policy.defaultOrder,
        summary: String = "",
        payload: PayloadRules = PayloadRules(),
        extensionStrategies: [ExtensionStrategy] = [.urlPath, .bytes],
        types: [MediaKind: TypeRule] = [:],
        completeness: CompletenessRule = .strict,
        network: NetworkRules = NetworkRules(),
        fetch: FetchRules = FetchRules(),
        ats: ATSDictionary = ATSDictionary(),
        lints: [LintRule] = [],
        device: DeviceRules? = nil
    ) {
        let rules = Rules(
            summary: summary,
            extensionStrategies: extensionStrategies,
            types: types,
            completeness: completeness,
            network: network,
            fetch: fetch,
            ats: ats,
            lints: lints,
            device: device
        )
        self.name = name
        self.order = order
        self.payload = payload
        isVendor = device != nil
        source = .ready(Ready(rules))
    }

    package static func == (left: Policy, right: Policy) -> Bool {
        left.name == right.name && left.order == right.order && left.payload == right.payload
            && (left.source.ready === right.source.ready || left.rules == right.rules)
    }
}

extension Policy {
    /// What a policy says beyond how `auto` recognises it.
    package struct Rules: Sendable, Equatable {
        /// One sentence for `policy list`.
        package var summary = ""
        /// References that document the rules.
        package var sources: [String] = []
        /// Ways to choose the file extension, tried in order.
        package var extensionStrategies: [ExtensionStrategy] = [.urlPath, .bytes]
        /// Accepted media by kind; a kind that is absent is refused.
        package var types: [MediaKind: TypeRule] = [:]
        /// How much of a file must be there.
        package var completeness = CompletenessRule.strict
        /// Behaviour on cellular and constrained networks.
        package var network = NetworkRules()
        /// Download behaviour.
        package var fetch = FetchRules()
        /// The extension's `NSAppTransportSecurity` dictionary.
        package var ats = ATSDictionary()
        /// Rules that only warn.
        package var lints: [LintRule] = []
        /// The behaviour of the vendor's extension on the device, if it is known.
        package var device: DeviceRules?
        /// The canonical JSON of the policy's file, after those of the files that it extends; empty for a policy without
        /// a file.
        package var definition = ""
    }

    /// Rules, or what reads them from the policy's file at their first use: `auto` needs those of one policy, not of all.
    private enum Source: Sendable {
        case ready(Ready)
        case file(Unread)

        var ready: Ready {
            switch self {
            case .ready(let ready): ready
            case .file(let file): file.ready.value { Ready(file.read()) }
            }
        }
    }

    private final class Ready: Sendable {
        let rules: Rules

        init(_ rules: Rules) { self.rules = rules }
    }

    private final class Unread: Sendable {
        let ready = LazyReference<Ready>()
        let read: @Sendable () -> Rules

        init(_ read: @escaping @Sendable () -> Rules) { self.read = read }
    }

    /// What the policy says beyond how `auto` recognises it; a new value replaces all of it.
    package var rules: Rules {
        get { source.ready.rules }
        set {
            isVendor = newValue.device != nil
            source = .ready(Ready(newValue))
        }
    }

    /// Sets rules that are read at their first use; `isVendor` says whether they have those of a device.
    package mutating func setRules(isVendor: Bool, _ read: @escaping @Sendable () -> Rules) {
        self.isVendor = isVendor
        source = .file(Unread(read))
    }

    /// The same policy with its rules read, for many uses.
    var resolved: Policy {
        var policy = self
        policy.source = .ready(source.ready)
        return policy
    }

    package var summary: String { source.ready.rules.summary }

    package var sources: [String] { source.ready.rules.sources }

    package var extensionStrategies: [ExtensionStrategy] {
        get { source.ready.rules.extensionStrategies }
        set { rules.extensionStrategies = newValue }
    }

    package var types: [MediaKind: TypeRule] {
        get { source.ready.rules.types }
        set { rules.types = newValue }
    }

    package var completeness: CompletenessRule {
        get { source.ready.rules.completeness }
        set { rules.completeness = newValue }
    }

    package var network: NetworkRules {
        get { source.ready.rules.network }
        set { rules.network = newValue }
    }

    package var fetch: FetchRules {
        get { source.ready.rules.fetch }
        set { rules.fetch = newValue }
    }

    package var ats: ATSDictionary {
        get { source.ready.rules.ats }
        set { rules.ats = newValue }
    }

    package var lints: [LintRule] {
        get { source.ready.rules.lints }
        set { rules.lints = newValue }
    }

    package var device: DeviceRules? {
        get { source.ready.rules.device }
        set { rules.device = newValue }
    }
}

/// Policies by name, in the order in which `auto` tries them.
package struct PolicySet: Sendable {
    /// The policies, sorted by `order`, then by name.
    package private(set) var policies: [Policy] = []
    /// The media paths that the caller gave for an extension of one's own, which the policy `apple` reads.
    package internal(set) var ownMediaPaths: [JSONPath] = []
    /// Made at its first use.
    private var table = LazyReference<MediaKeyTable>()

    /// Creates a set; of two policies with the same name the later one is kept.
    package init(_ policies: [Policy] = []) {
        for policy in policies { insert(policy) }
    }

    /// The media paths of all policies.
    var mediaKeys: MediaKeyTable { table.value { MediaKeyTable(policies.map(\.payload.media)) } }

    /// Policy names, in the order of `policies`.
    package var names: [String] { policies.map(\.name) }

    /// The sentence about a name that no policy has.
    ///
    /// - Parameters:
    ///   - name: The name as written; 64 characters of it are shown.
    ///   - names: The names that are listed; `nil` for those of all policies.
    /// - Returns: The sentence, with the nearest of the names and all of them.
    package func sentence(onUnknown name: String, among names: [String]? = nil) -> String {
        let names = names ?? self.names
        let problem = "There is no policy \"\(name.prefix(64))\"\(NearestName.question(name, among: names)); "
        return "\(problem)use one of \(names.joined(separator: ", "))."
    }

    /// Returns the policy of this name; case-sensitive.
    package subscript(_ name: String) -> Policy? {
        policies.first { $0.name == name }
    }

    /// Adds a policy, or replaces the one of the same name.
    package mutating func insert(_ policy: Policy) {
        policies.removeAll { $0.name == policy.name }
        let index = policies.firstIndex { ($0.order, $0.name) > (policy.order, policy.name) }
        policies.insert(policy, at: index ?? policies.endIndex)
        table = LazyReference()
    }
}

extension PolicySet: Equatable {
    package static func == (left: PolicySet, right: PolicySet) -> Bool {
        left.policies == right.policies && left.ownMediaPaths == right.ownMediaPaths
    }
}

/// Download behaviour of an extension.
package struct FetchRules: Sendable, Equatable {
    /// HTTP statuses the extension accepts.
    package enum StatusRule: String, Sendable, CaseIterable {
        /// 200 to 299 only.
        case success = "2xx"
        /// The status is not checked: an error page is saved as if it were media.
        case any
    }

    /// HTTP statuses the extension accepts; with either value only a 2xx response is attached.
    package var status: StatusRule = .success
    /// Maximum number of redirects, 0 to 16.
    package var redirectLimit: Int = 16
    /// Time limit of the extension for all its work; it can only shorten the deadline.
    package var timeout: Duration = .seconds(30)
}

/// Limits for one kind of media.
package struct TypeRule: Sendable, Equatable {
    /// Accepted extensions, lower case, without the dot.
    package var extensions: [String]
    /// Maximum file size in bytes, inclusive.
    package var limit: Int
    /// Warning threshold in bytes, exclusive; `nil` for no warning.
    package var warn: Int?

    package init(extensions: [String], limit: Int, warn: Int? = nil) {
        self.extensions = extensions
        self.limit = limit
        self.warn = warn
    }
}

/// A warning-only rule, named in a policy file.
package enum LintRule: String, Sendable, CaseIterable {
    /// A push with both media and action buttons shows only the thumbnail.
    case mediaWithActions = "media-with-actions"
}

/// Use of the receiving network's speed.
package enum LinkMode: Sendable {
    /// The device's time is computed from the measured transfer.
    case model
    /// The real transfer is slowed to the network's speed.
    case throttle
    /// The network's speed is ignored.
    case off
}

/// A way to choose the extension of the downloaded file.
package enum ExtensionStrategy: String, Sendable, CaseIterable {
    /// The extension of the URL's last path segment.
    case urlPath = "url-path"
    /// The format detected from the bytes.
    case bytes
}
