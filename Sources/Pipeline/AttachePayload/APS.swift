/// The `aps` dictionary as iOS reads it: values of the wrong type and empty strings count as absent.
///
/// The rules are those of Apple's "Generating a remote notification" and of the parsing observed on iOS 17 and 18.
package struct APSDictionary: Sendable, Equatable {
    package struct Sound: Sendable, Equatable {
        /// The file name, or `default`.
        package var name: String
        /// Whether it is played in spite of the mute switch.
        package var isCritical: Bool
        /// 0 to 1, clamped.
        package var volume: Double?
    }

    /// The value of `mutable-content`.
    package enum MutableContent: Sendable, Equatable {
        case absent
        /// A number below 1, or `false`.
        case off
        /// A number of 1 or more, or `true`, as documented.
        case on
        /// Any other value, which iOS reads as on.
        case onByUnusualValue
    }

    package var badge: Int?
    package var sound: Sound?
    package var interruptionLevel: String?
    /// 0 to 1, clamped.
    package var relevanceScore: Double?
    package var mutableContent = MutableContent.absent
    package var isContentAvailable = false

    /// The thread that the service extension sets in place of that of the payload.
    package var group: String?
    /// The positions of the texts, few of which are needed as strings.
    package var texts = APSTexts()

    package var title: String? { texts.string(texts.title) }
    package var subtitle: String? { texts.string(texts.subtitle) }
    package var body: String? { texts.string(texts.body) }
    package var threadIdentifier: String? { group ?? texts.string(texts.threadIdentifier) }
    package var categoryIdentifier: String? { texts.string(texts.categoryIdentifier) }
    package var targetContentIdentifier: String? { texts.string(texts.targetContentIdentifier) }

    /// Whether the title, subtitle or body is not empty.
    package var hasVisibleAlert: Bool { texts.title > 0 || texts.subtitle > 0 || texts.body > 0 }

    package init() {}
}

/// The members of `aps` that iOS reads for a notification.
package enum APSMember: String, CaseIterable {
    case alert
    case badge
    case sound
    case threadIdentifier = "thread-id"
    case category
    case targetContentIdentifier = "target-content-id"
    case interruptionLevel = "interruption-level"
    case relevanceScore = "relevance-score"
    case mutableContent = "mutable-content"
    case contentAvailable = "content-available"

    private struct Known: Sendable {
        let member: APSMember
        let name: [UInt8]
        let hash: UInt32
    }

    private static let known = allCases.map { member in
        let name = Array(member.rawValue.utf8)
        let hash = KeyedHash().hash(name.span, 0..<name.count)
        return Known(member: member, name: name, hash: UInt32(truncatingIfNeeded: hash))
    }

    /// The member of the `aps` object by the key of `value`; `nil` when iOS does not read it.
    package init?(keyOf value: JSONValue) {
        let storage = value.storage
        let node = storage.tape[value.index - 1]
        // The parser stores the key's hash on the tape, so the text is compared only when the hashes agree.
        // By index, which copies no entry.
        for index in Self.known.indices where Self.known[index].hash == node.link {
            let name = Self.known[index].name
            guard storage.string(node, equals: name.span) else { continue }
            self = Self.known[index].member
            return
        }
        return nil
    }
}

/// The reader of the `aps` object.
package struct APSReader {
    private var aps = APSDictionary()
    private var findings: [Reason] = []

    /// Reads an `aps` object; adds a warning for each member whose type iOS ignores.
    package static func read(_ value: JSONValue) -> (aps: APSDictionary, findings: [Reason]) {
        var reader = APSReader()
        reader.aps.texts.storage = value.storage
        for member in JSONElements(value, includesChildren: value.kind == .object) {
            if let name = APSMember(keyOf: member) { reader.read(name, member) }
        }
        return (reader.aps, reader.findings)
    }

    private mutating func read(_ name: APSMember, _ value: JSONValue) {
        switch name {
        case .alert: readAlert(value)
        case .badge: readBadge(value)
        case .sound: readSound(value)
        case .threadIdentifier: aps.texts.threadIdentifier = place(value, of: name.rawValue)
        case .category: aps.texts.categoryIdentifier = place(value, of: name.rawValue)
        case .targetContentIdentifier: aps.texts.targetContentIdentifier = place(value, of: name.rawValue)
        case .interruptionLevel: readInterruptionLevel(value)
        case .relevanceScore: readRelevanceScore(value)
        case .mutableContent: aps.mutableContent = Self.mutableContent(value)
        case .contentAvailable: aps.isContentAvailable = (value.double ?? (value.boolean == true ? 1 : 0)) >= 1
        }
    }

    private mutating func readAlert(_ value: JSONValue) {
        if value.kind == .string {
            aps.texts.body = place(value, of: "alert")
            return
        }
        guard value.kind == .object else { return ignore("alert", "a string or an object") }
        // On a device a localisation key wins over the literal if the app's bundle has the key. The bundle is unknown
        // here, so the literal is used, or the key without one.
        aps.texts.title = alertIndex(value, "title", key: "title-loc-key")
        aps.texts.subtitle = alertIndex(value, "subtitle", key: "subtitle-loc-key")
        aps.texts.body = alertIndex(value, "body", key: "loc-key")
    }

    private mutating func alertIndex(_ alert: JSONValue, _ name: String, key: String) -> Int {
        let literal = alert[name].map { place($0, of: "alert.", name) } ?? 0
        return literal > 0 ? literal : alert[key].map { place($0, of: "alert.", key) } ?? 0
    }

    private mutating func readBadge(_ value: JSONValue) {
        guard let number = value.double else { return ignore("badge", "a number") }
        // Int(exactly:) of the rounded value keeps 1e400 and the like from trapping.
        aps.badge = max(0, Int(exactly: number.rounded(.towardZero)) ?? 0)
    }

    private mutating func readSound(_ value: JSONValue) {
        if let name = value.string {
            aps.sound = name.isEmpty ? nil : APSDictionary.Sound(name: name, isCritical: false, volume: nil)
            return
        }
        guard value.kind == .object else { return ignore("sound", "a string or an object") }
        let name = value["name"].flatMap(\.string) ?? ""
        let volume = value["volume"].flatMap(\.double).map { min(max($0, 0), 1) }
        let isCritical = value["critical"].map { $0.boolean ?? (($0.double ?? 0) >= 1) } ?? false
        aps.sound = APSDictionary.Sound(name: name.isEmpty ? "default" : name, isCritical: isCritical, volume: volume)
    }

    private mutating func readInterruptionLevel(_ value: JSONValue) {
        let levels = ["passive", "active", "time-sensitive", "critical"]
        guard let level = value.string, levels.contains(level) else {
            // Anything else counts as "active".
            aps.interruptionLevel = "active"
            return ignore("interruption-level", "one of passive, active, time-sensitive and critical")
        }
        aps.interruptionLevel = level
    }

    private mutating func readRelevanceScore(_ value: JSONValue) {
        guard let score = value.double, !score.isNaN else { return ignore("relevance-score", "a number from 0 to 1") }
        aps.relevanceScore = min(max(score, 0), 1)
    }

    /// The tape index of a text; 0 when it is empty or not a string.
    private mutating func place(_ value: JSONValue, of name: String, _ rest: String = "") -> Int {
        guard value.kind == .string else {
            ignore(name + rest, "a string")
            return 0
        }
        // Two bytes are an empty string: the quotation marks.
        return value.byteRange.count == 2 ? 0 : value.index
    }

    private mutating func ignore(_ name: String, _ expected: String) {
        findings.append(
            Reason(
                .payloadIgnoredValue,
                "iOS ignores aps.\(name) because it is not \(expected).",
                fix: "Make aps.\(name) \(expected)."
            )
        )
    }

    /// Numbers of 1 or more and `true` are on, numbers below 1 and `false` are off, and any other value is on.
    private static func mutableContent(_ value: JSONValue) -> APSDictionary.MutableContent {
        switch value.kind {
        case .number: (value.double ?? 0) >= 1 ? .on : .off
        case .boolean: value.boolean == true ? .on : .off
        default: .onByUnusualValue
        }
    }
}

/// The texts of an `aps` dictionary as tape indices, 0 for none.
package struct APSTexts: Sendable {
    /// The document of the texts; `nil` when there are none.
    package var storage: JSONStorage?
    package var title = 0
    package var subtitle = 0
    package var body = 0
    package var threadIdentifier = 0
    package var categoryIdentifier = 0
    package var targetContentIdentifier = 0

    /// The decoded text at an index.
    func string(_ place: Int) -> String? {
        guard place > 0, let storage else { return nil }
        return storage.string(storage.tape[place])
    }

    /// Writes a member with the text at an index, or nothing for none.
    package func write(_ name: String, _ place: Int, to writer: inout JSONWriter) {
        guard place > 0, let storage else { return }
        writer.member(name, string: JSONValue(storage: storage, index: place))
    }
}

extension APSTexts: Equatable {
    /// Compares the decoded texts, independent of the document.
    package static func == (left: APSTexts, right: APSTexts) -> Bool {
        left.strings == right.strings
    }

    private var strings: [String?] {
        [title, subtitle, body, threadIdentifier, categoryIdentifier, targetContentIdentifier].map(string)
    }
}
