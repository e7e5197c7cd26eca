import AttacheCore

/// The statements that build the device rules of one policy.
struct DeviceRulesText {
    let rules: DeviceRules

    /// One statement per line; together they build the variable `rules`. What has its default is left out.
    var statements: [String] {
        let plain = DeviceRules()
        var lines = ["var rules = DeviceRules()", "rules.vendor = \(SwiftLiteral.string(rules.vendor))"]
        func set(_ name: String, _ value: String, unless isDefault: Bool) {
            if !isDefault { lines.append("rules.\(name) = \(value)") }
        }
        set("certainty", ".\(rules.certainty)", unless: rules.certainty == plain.certainty)
        set("naming", "[\(rules.naming.map(Self.rule).joined(separator: ", "))]", unless: rules.naming.isEmpty)
        set("basis", ".\(rules.basis)", unless: rules.basis == plain.basis)
        set("isCaseSensitive", "true", unless: !rules.isCaseSensitive)
        set("allowed", SwiftLiteral.list(rules.allowed ?? []), unless: rules.allowed == nil)
        set("stopsAtUnlisted", "true", unless: !rules.stopsAtUnlisted)
        set("mime", SwiftLiteral.dictionary(rules.mime), unless: rules.mime.isEmpty)
        set("values", SwiftLiteral.dictionary(rules.values), unless: rules.values.isEmpty)
        set("unknownType", ".\(rules.unknownType)", unless: rules.unknownType == plain.unknownType)
        set("status", ".\(rules.status)", unless: rules.status == plain.status)
        set("isHTTPSOnly", "true", unless: !rules.isHTTPSOnly)
        set("trimsURL", "true", unless: !rules.trimsURL)
        set("dropsInvalidURLs", "true", unless: !rules.dropsInvalidURLs)
        set("loadsTogether", "true", unless: !rules.loadsTogether)
        set("otherURLs", SwiftLiteral.string(rules.otherURLs ?? ""), unless: rules.otherURLs == nil)
        set("skipsLowData", "true", unless: !rules.skipsLowData)
        set("lengthLimit", "\(rules.lengthLimit ?? 0)", unless: rules.lengthLimit == nil)
        set("totalTime", Self.duration(rules.totalTime), unless: rules.totalTime == nil)
        set("idleTime", Self.duration(rules.idleTime), unless: rules.idleTime == nil)
        set("tries", "\(rules.tries)", unless: rules.tries == plain.tries)
        set("joining", ".\(rules.joining)", unless: rules.joining == plain.joining)
        set("isAllOrNothing", "true", unless: !rules.isAllOrNothing)
        set("failure", ".\(rules.failure)", unless: rules.failure == plain.failure)
        set("alternativeText", Self.path(rules.alternativeText), unless: rules.alternativeText == nil)
        set("expiry", ".\(rules.expiry)", unless: rules.expiry == plain.expiry)
        lines += texts
        set("changes", SwiftLiteral.list(rules.changes), unless: rules.changes.isEmpty)
        set("doubts", SwiftLiteral.list(rules.doubts), unless: rules.doubts.isEmpty)
        for quirk in rules.quirks {
            let (versions, effect) = (SwiftLiteral.string(quirk.versions), SwiftLiteral.string(quirk.effect))
            lines.append("rules.quirks.append(.init(versions: \(versions), effect: \(effect)))")
        }
        return lines
    }

    private var texts: [String] {
        let texts = rules.texts
        var lines: [String] = []
        if texts.title != nil { lines.append("rules.texts.title = \(Self.path(texts.title))") }
        if texts.subtitle != nil { lines.append("rules.texts.subtitle = \(Self.path(texts.subtitle))") }
        if texts.body != nil { lines.append("rules.texts.body = \(Self.path(texts.body))") }
        if texts.needsSuccess { lines.append("rules.texts.needsSuccess = true") }
        if let title = texts.defaultTitle { lines.append("rules.texts.defaultTitle = \(SwiftLiteral.string(title))") }
        if let body = texts.defaultBody { lines.append("rules.texts.defaultBody = \(SwiftLiteral.string(body))") }
        return lines
    }

    private static func rule(_ rule: NamingRule) -> String {
        switch rule {
        case .query(let name): ".query(\(SwiftLiteral.string(name)))"
        case .fixed(let word): ".fixed(\(SwiftLiteral.string(word)))"
        default: ".\(rule)"
        }
    }

    private static func path(_ path: JSONPath?) -> String { path.map(SwiftLiteral.path) ?? "nil" }

    private static func duration(_ duration: Duration?) -> String { duration.map(SwiftLiteral.duration) ?? "nil" }
}
