import AttacheCore

/// The keys of `device`: the behaviour of the vendor's extension.
enum DeviceKeys {
    static let all: [FieldKey<DeviceRules>] = naming + loading + delivery

    private static let naming: [FieldKey<DeviceRules>] = [
        FieldKey("vendor", \.vendor, .text, "The vendor's name, as people write it."),
        FieldKey("verified", \.certainty, .word, "The source of the rules."),
        FieldKey(
            "naming",
            \.naming,
            .list(of: namingRule),
            "Ways to name the file or to set the type hint, in order."
        ),
        FieldKey(
            "basis",
            \.basis,
            .word,
            "The URL whose name counts: the payload's, or the one after redirects."
        ),
        FieldKey(
            "case-sensitive",
            \.isCaseSensitive,
            .boolean,
            "Whether upper and lower case differ in the comparison with allow."
        ),
        FieldKey(
            "allow",
            \.allowed,
            .optional(.list(of: .text)),
            "The file extensions that the service extension attaches; null for all."
        ),
        FieldKey(
            "stop-at-unlisted",
            \.stopsAtUnlisted,
            .boolean,
            "Whether a file extension that is not in allow ends the search."
        ),
        FieldKey("mime", \.mime, .texts, "File extensions by MIME type, for mime-map."),
        FieldKey(
            "values",
            \.values,
            .texts,
            "File extensions or type identifiers by the type that the payload states."
        ),
        FieldKey("unknown", \.unknownType, .word, "What happens to an attachment without a listed type."),
    ]

    private static let loading: [FieldKey<DeviceRules>] = [
        FieldKey("status", \.status, status, "The HTTP statuses that the extension accepts."),
        FieldKey("https-only", \.isHTTPSOnly, .boolean, "Whether only https URLs are loaded."),
        FieldKey("trim", \.trimsURL, .boolean, "Whether white space around the URL is ignored."),
        FieldKey(
            "drop-invalid-urls",
            \.dropsInvalidURLs,
            .boolean,
            "Whether a text that iOS cannot make a URL of counts as absent."
        ),
        FieldKey(
            "other-urls",
            \.otherURLs,
            .optional(.text),
            "What a text other than an http or https URL names, such as a file of the app bundle."
        ),
        FieldKey("low-data", FieldKind<NetworkRules.Choice>.word, "Whether media are loaded in Low Data Mode.") {
            $0.skipsLowData = $1 == .skip
        },
        FieldKey(
            "length-limit",
            \.lengthLimit,
            .optional(.size),
            "The announced size above which a load is cancelled."
        ),
        FieldKey("time", \.self, keys: time, "The extension's own limits for one load."),
        FieldKey(
            "parallel",
            \.loadsTogether,
            .boolean,
            "Whether several attachments are loaded at the same time."
        ),
    ]

    private static let time: [FieldKey<DeviceRules>] = [
        FieldKey("total", optional: \.totalTime, .duration(range)),
        FieldKey("idle", optional: \.idleTime, .duration(range)),
        FieldKey("tries", \.tries, .integer(1...100)),
    ]
    private static let range = Duration.milliseconds(1)...Duration.seconds(7 * 86_400)

    private static let delivery: [FieldKey<DeviceRules>] = [
        FieldKey("attachments", \.joining, .word, "What happens to attachments that the content already has."),
        FieldKey("all-or-nothing", \.isAllOrNothing, .boolean, "Whether one attachment that fails makes all fail."),
        FieldKey("failure", \.failure, .word, "What is shown without an attachment."),
        FieldKey(
            "alternative-text",
            \.alternativeText,
            .optional(.path),
            "The text that replaces the body, for the failure alternative-text."
        ),
        FieldKey("expiry", \.expiry, .word, "What is shown when the time is over."),
        FieldKey("texts", \.texts, keys: texts, "Texts of the payload that replace those of aps."),
        FieldKey("changes", \.changes, .list(of: .text), "What else the extension changes, as sentences."),
        FieldKey(
            "quirks",
            \.quirks,
            .list(of: .mapping(quirk, from: DeviceRules.Quirk(versions: "", effect: ""))),
            "Facts about certain releases."
        ),
        FieldKey(
            "doubts",
            \.doubts,
            .list(of: .text),
            "What is not certain, as sentences; each prediction repeats them."
        ),
    ]

    private static let texts: [FieldKey<DeviceRules.Texts>] = [
        FieldKey("title", optional: \.title, .path),
        FieldKey("subtitle", optional: \.subtitle, .path),
        FieldKey("body", optional: \.body, .path),
        FieldKey("only-on-success", \.needsSuccess, .boolean),
        FieldKey("default-title", optional: \.defaultTitle, .text),
        FieldKey("default-body", optional: \.defaultBody, .text),
    ]

    private static let quirk: [FieldKey<DeviceRules.Quirk>] = [
        FieldKey("versions", \.versions, .text, required: "write `versions:` and `effect:`"),
        FieldKey("effect", \.effect, .text, required: "write `versions:` and `effect:`"),
    ]

    /// One of the words, of which 200 looks like a number.
    private static let status = FieldKind<DeviceRules.StatusCheck>(
        schema: { _ in ["enum": ["any", "2xx", "200", 200]] },
        read: FieldKind<DeviceRules.StatusCheck>.word.read
    )

    private static let namingRule = FieldKind<NamingRule>(
        schema: { _ in
            [
                "anyOf": [
                    .words(NamingRule.words.map(\.word)), ["type": "string", "pattern": "^(query|fixed):.+"],
                ]
            ]
        },
        read: { reader, field in
            guard let word = reader.text(field) else { return nil }
            if let rule = NamingRule(word: word) { return rule }
            let known = NamingRule.words.map(\.word) + ["query:NAME", "fixed:EXTENSION"]
            let message = "\"\(word)\" is not a known word"
            reader.report(field, message, fix: FieldReader.advice(for: word, among: known))
            return nil
        }
    )

    /// Reads the behaviour on top of the inherited one; `null` removes it.
    static func read(_ reader: inout FieldReader, _ field: Field, into device: inout DeviceRules?) {
        guard !field.isNull else {
            device = nil
            return
        }
        var rules = device ?? DeviceRules()
        let fields = reader.read(field, all, into: &rules)
        if rules.mime.isEmpty, rules.naming.contains(.mimeMap), let field = fields?["naming"] {
            let fix = "add `mime:` with `type/subtype: extension` lines"
            reader.report(field, "`mime-map` needs the table `mime`", fix: fix)
        }
        if rules.failure == .alternativeText, rules.alternativeText == nil, let field = fields?["failure"] {
            reader.report(field, "it needs the path of the text", fix: "add `alternative-text: $.path`")
        }
        if rules.vendor.isEmpty {
            reader.reportMissing("vendor", in: field, fix: "add `vendor:` and the name for people")
        }
        device = rules
    }
}
