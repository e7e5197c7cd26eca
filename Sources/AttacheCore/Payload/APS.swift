/// The `aps` dictionary as iOS reads it: wrongly typed values count as absent, empty strings too.
///
/// The rules are those of Apple's "Generating a remote notification" and of the parsing seen on iOS 17 and 18.
package struct APSDictionary: Sendable, Equatable {
    /// What the notification plays.
    package struct Sound: Sendable, Equatable {
        /// The file's name, or `default`.
        package var name: String
        /// Whether it sounds through the mute switch.
        package var isCritical: Bool
        /// 0 to 1, clamped; `nil` where none is given.
        package var volume: Double?

        /// Creates a sound.
        ///
        /// - Parameters:
        ///   - name: The file's name, or `default`.
        ///   - isCritical: Whether it sounds through the mute switch.
        ///   - volume: 0 to 1, or `nil`.
        package init(name: String, isCritical: Bool, volume: Double?) {
            self.name = name
            self.isCritical = isCritical
            self.volume = volume
        }
    }

    /// How `mutable-content` reads.
    package enum MutableContent: Sendable, Equatable {
        /// Not there.
        case absent
        /// There, and it means no: a number below 1, or `false`.
        case off
        /// There, and it means yes, as documented: a number of 1 or more, or `true`.
        case on
        /// There, and it means yes only because anything that is no number does.
        case onByUnusualValue
    }

    package var badge: Int?
    package var sound: Sound?
    package var interruptionLevel: String?
    /// 0 to 1, clamped.
    package var relevanceScore: Double?
    package var mutableContent = MutableContent.absent
    package var isContentAvailable = false

    /// Where the texts stand: few of them are ever needed as strings.
    var texts = APSTexts()

    package var title: String? { texts.string(texts.title) }
    package var subtitle: String? { texts.string(texts.subtitle) }
    package var body: String? { texts.string(texts.body) }
    package var threadIdentifier: String? { texts.string(texts.threadIdentifier) }
    package var categoryIdentifier: String? { texts.string(texts.categoryIdentifier) }
    package var targetContentIdentifier: String? { texts.string(texts.targetContentIdentifier) }

    /// Whether there is an alert to see: a title, subtitle or body that is not empty.
    package var hasVisibleAlert: Bool { texts.title > 0 || texts.subtitle > 0 || texts.body > 0 }

    /// An empty dictionary.
    package init() {}
}

/// The members of `aps` that iOS reads for a notification.
enum APSMember: String, CaseIterable {
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

    /// The member of a key; `nil` when iOS does not read it.
    ///
    /// - Parameter value: A member of the `aps` object.
    init?(keyOf value: JSONValue) {
        let storage = value.storage
        let node = storage.tape[value.index - 1]
        // The parser has left the key's hash beside it, so the text is compared only where they agree.
        for known in Self.known where known.hash == node.link && storage.string(node, equals: known.name.span) {
            self = known.member
            return
        }
        return nil
    }
}

/// Reads the `aps` object the way iOS does.
package struct APSReader {
    private var aps = APSDictionary()
    private var findings: [Reason] = []

    /// Reads an `aps` object.
    ///
    /// - Parameter value: The object.
    /// - Returns: What iOS makes of it, and a warning for every member whose type iOS ignores.
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
        // A localisation key wins over the literal, which stands in where the app's bundle lacks the key; without the
        // bundle the literal is what can be told, and the key itself where there is none.
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

    /// The place of a text; 0 when it is empty, or no text.
    private mutating func place(_ value: JSONValue, of name: String, _ rest: String = "") -> Int {
        guard value.kind == .string else {
            ignore(name + rest, "a string")
            return 0
        }
        // Between its quotation marks there is nothing.
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

    /// Number at least 1 is on, below 1 is off, and any value that is no number is on.
    private static func mutableContent(_ value: JSONValue) -> APSDictionary.MutableContent {
        switch value.kind {
        case .number: (value.double ?? 0) >= 1 ? .on : .off
        case .boolean: value.boolean == true ? .on : .off
        default: .onByUnusualValue
        }
    }
}

/// The texts of an `aps` dictionary as places in their document, 0 where there is none.
struct APSTexts: Sendable {
    /// The document they stand in; `nil` while there are none.
    var storage: JSONStorage?
    var title = 0
    var subtitle = 0
    var body = 0
    var threadIdentifier = 0
    var categoryIdentifier = 0
    var targetContentIdentifier = 0

    /// The text of a place, decoded.
    func string(_ place: Int) -> String? {
        guard place > 0, let storage else { return nil }
        return storage.string(storage.tape[place])
    }

    /// Writes a member with the text of a place, or nothing when there is none.
    func write(_ name: String, _ place: Int, to writer: inout JSONWriter) {
        guard place > 0, let storage else { return }
        let node = storage.tape[place]
        // Without escapes there is nothing that would be written otherwise than it stands there.
        guard !node.hasEscapes else { return writer.member(name, storage.string(node)) }
        writer.key(name)
        writer.raw(storage.bytes, node.range)
    }
}

extension APSTexts: Equatable {
    /// The same texts, wherever they stand.
    static func == (left: APSTexts, right: APSTexts) -> Bool {
        left.strings == right.strings
    }

    private var strings: [String?] {
        [title, subtitle, body, threadIdentifier, categoryIdentifier, targetContentIdentifier].map(string)
    }
}
