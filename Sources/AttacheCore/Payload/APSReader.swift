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
