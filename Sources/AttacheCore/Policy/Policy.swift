/// How one receiving app behaves: where its payload names media, how it chooses the file's extension, what it accepts.
package struct Policy: Sendable, Equatable {
    /// The `order` of a policy that names none.
    package static let defaultOrder = 500

    /// The name it is chosen by, such as `hive`.
    package var name: String
    /// Its place among the policies that `auto` looks at, 0 to 1000: where two match a payload, the lower one wins.
    package var order: Int
    /// One sentence for `policy list`.
    package var summary: String
    /// Where its rules are documented.
    package var sources: [String]
    /// Where the payload names media, and what it needs besides.
    package var payload: PayloadRules
    /// How the file's extension is chosen, tried in order.
    package var extensionStrategies: [ExtensionStrategy]
    /// What is accepted, by kind; a kind that is absent is refused.
    package var types: [MediaKind: TypeRule]
    /// What the extension does on cellular and constrained networks.
    package var network: NetworkRules
    /// How the extension downloads.
    package var fetch: FetchRules
    /// The extension's `NSAppTransportSecurity` dictionary.
    package var ats: ATSDictionary
    /// The rules about media and other keys that only warn.
    package var lints: [LintRule]

    package init(
        name: String,
        order: Int = Policy.defaultOrder,
        summary: String = "",
        sources: [String] = [],
        payload: PayloadRules = PayloadRules(),
        extensionStrategies: [ExtensionStrategy] = [.urlPath, .bytes],
        types: [MediaKind: TypeRule] = [:],
        network: NetworkRules = NetworkRules(),
        fetch: FetchRules = FetchRules(),
        ats: ATSDictionary = ATSDictionary(),
        lints: [LintRule] = []
    ) {
        self.name = name
        self.order = order
        self.summary = summary
        self.sources = sources
        self.payload = payload
        self.extensionStrategies = extensionStrategies
        self.types = types
        self.network = network
        self.fetch = fetch
        self.ats = ats
        self.lints = lints
    }
}

/// Policies by name, in the order in which `auto` looks at them.
package struct PolicySet: Sendable, Equatable {
    /// The policies, by `order` and then by name.
    package private(set) var policies: [Policy] = []

    /// Creates a set.
    ///
    /// - Parameter policies: Any policies; of two with the same name the later one is kept.
    package init(_ policies: [Policy] = []) {
        for policy in policies { insert(policy) }
    }

    /// The names, in the order of `policies`.
    package var names: [String] { policies.map(\.name) }

    /// The policy of a name.
    ///
    /// - Parameter name: The name as the policy file spells it.
    package subscript(_ name: String) -> Policy? {
        policies.first { $0.name == name }
    }

    /// Adds a policy, or replaces the one of the same name.
    ///
    /// - Parameter policy: The policy.
    package mutating func insert(_ policy: Policy) {
        policies.removeAll { $0.name == policy.name }
        let index = policies.firstIndex { ($0.order, $0.name) > (policy.order, policy.name) }
        policies.insert(policy, at: index ?? policies.endIndex)
    }
}

/// Where a dialect names media in its payload, and what else it needs.
package struct PayloadRules: Sendable, Equatable {
    /// One place where a media URL may stand.
    package struct MediaLocation: Sendable, Equatable {
        /// The path of the URL.
        package var url: JSONPath
        /// The path of a type hint, where the dialect has one.
        package var type: JSONPath?

        package init(url: JSONPath, type: JSONPath? = nil) {
            self.url = url
            self.type = type
        }
    }

    /// What the extension does when something it requires is missing.
    package enum MissingBehaviour: String, Sendable, CaseIterable {
        /// Shown as pushed.
        case plain
        /// Left alone: the push is not meant for this extension.
        case untouched
        /// The handler is never called, and the push shows after the extension's time has run out.
        case hang
    }

    /// The places in order; the first that exists wins unless `takesAll`.
    package var media: [MediaLocation]
    /// Whether every place that exists counts.
    package var takesAll: Bool
    /// Paths that must exist before the extension looks for media.
    package var requires: [JSONPath]
    /// What happens when one of `requires` is missing.
    package var onMissing: MissingBehaviour

    package init(
        media: [MediaLocation] = [],
        takesAll: Bool = false,
        requires: [JSONPath] = [],
        onMissing: MissingBehaviour = .plain
    ) {
        self.media = media
        self.takesAll = takesAll
        self.requires = requires
        self.onMissing = onMissing
    }
}

/// How an extension downloads.
package struct FetchRules: Sendable, Equatable {
    /// Which statuses the extension looks at.
    package enum StatusRule: String, Sendable, CaseIterable {
        /// 200 to 299 only.
        case success = "2xx"
        /// The extension does not look: an error page is saved as if it were media.
        case any
    }

    /// Which statuses the extension looks at; a status that is not a success never attaches, whatever it says here.
    package var status: StatusRule
    /// Redirects that are followed, 0 to 16.
    package var redirectLimit: Int
    /// The extension's own time for everything; it can only shorten the deadline.
    package var timeout: Duration

    package init(status: StatusRule = .success, redirectLimit: Int = 16, timeout: Duration = .seconds(30)) {
        self.status = status
        self.redirectLimit = redirectLimit
        self.timeout = timeout
    }
}

/// What an extension does on networks that cost money.
package struct NetworkRules: Sendable, Equatable {
    /// What happens to a URL without an extension.
    package enum Choice: String, Sendable, CaseIterable {
        case download
        case skip
    }

    /// The kinds that are not downloaded on cellular, judged by the URL's extension before the download.
    package var cellularSkip: Set<MediaKind>
    /// What happens on cellular to a URL without an extension.
    package var cellularWithoutExtension: Choice
    /// What happens in Low Data Mode.
    package var lowData: Choice

    package init(
        cellularSkip: Set<MediaKind> = [],
        cellularWithoutExtension: Choice = .download,
        lowData: Choice = .download
    ) {
        self.cellularSkip = cellularSkip
        self.cellularWithoutExtension = cellularWithoutExtension
        self.lowData = lowData
    }
}

/// What a policy accepts of one kind of media.
package struct TypeRule: Sendable, Equatable {
    /// The accepted extensions, lower case, without the full stop.
    package var extensions: [String]
    /// The largest file in bytes; one more is refused.
    package var limit: Int
    /// Above this many bytes the result carries a warning; `nil` for no warning.
    package var warn: Int?

    package init(extensions: [String], limit: Int, warn: Int? = nil) {
        self.extensions = extensions
        self.limit = limit
        self.warn = warn
    }
}

/// A rule that only warns, named in a policy file.
package enum LintRule: String, Sendable, CaseIterable {
    /// Media and action buttons in one push show only the thumbnail.
    case mediaWithActions = "media-with-actions"
}

/// What is done with the receiving network's speed.
package enum LinkMode: Sendable {
    /// The device's time is computed from the measured transfer.
    case model
    /// The real transfer is slowed to the network's speed.
    case throttle
    /// The network's speed plays no part.
    case off
}

/// One way in which an extension chooses the file extension of what it downloaded.
package enum ExtensionStrategy: String, Sendable, CaseIterable {
    /// The extension of the URL's last path segment.
    case urlPath = "url-path"
    /// What the bytes are.
    case bytes
}
