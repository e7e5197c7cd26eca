@testable import AttacheCore
@testable import AttachePayload

/// The page of the documentation about one dialect, made from its policy and the samples of the tests.
struct DialectArticle {
    /// The limit of rows of keys and values that break a dialect.
    private static let gateLimit = 8

    let policy: Policy
    let rules: DeviceRules

    /// The articles of all dialects, in the order of `auto`.
    static var all: [DialectArticle] {
        Dialects.policies.policies.compactMap { policy in
            policy.device.map { DialectArticle(policy: policy, rules: $0) }
        }
    }

    /// The name of the page and, with `.md`, of its file.
    static func name(of policy: Policy) -> String { "Dialect-\(policy.name)" }

    var fileName: String { "\(Self.name(of: policy)).md" }

    var text: String {
        var lines = [
            "# \(policy.summary)", "", "What the extension of \(rules.vendor) reads, and what breaks it.", "",
            "## Overview", "", "<!-- Generated: ATTACHE_DIALECTS=1 swift test --filter DialectPage -->", "",
            "`--policy \(policy.name)` selects this policy. \(Self.certainty(rules.certainty)) [Policies of vendors](../Dialects.md) compares all.",
        ]
        lines += sample + ["", "### What it reads", ""] + reading.map { "- \($0)" }
        lines += ["", "### What it does", ""] + behaviour.map { "- \($0)" }
        lines += breaking
        lines += ["", "### Sources", ""] + policy.sources.map { "- \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func certainty(_ certainty: DeviceRules.Certainty) -> String {
        switch certainty {
        case .code: "Its rules come from the extension's present source."
        case .formerCode: "Its rules come from the source of a former release; the present one is closed."
        case .sample: "Its rules come from the vendor's sample, which apps copy and may change."
        case .survey: "Its rules come from the code of several apps."
        case .documentation: "Its rules come from the documentation; the source is closed."
        case .unverified: "Its rules come from reports of users; no source is public."
        }
    }

    private var rows: [SamplePayloadTests.Row] { SamplePayloadTests.rows.filter { $0.policy == policy.name } }

    private var sample: [String] {
        guard let row = rows.first(where: { $0.shown.hasPrefix("media") }) else { return [] }
        return ["", "### A payload that works", "", "```json", row.text, "```"]
    }

    private var reading: [String] {
        var facts = policy.payload.media.map { location in
            var text = "The URL at `\(location.url.pointer)`"
            if let type = location.type { text += ", and its type at `\(type.pointer)`" }
            if !location.when.isEmpty { text += "; only with \(Self.list(location.when))" }
            if !location.unless.isEmpty { text += "; not together with \(Self.list(location.unless))" }
            return text + "."
        }
        if policy.payload.fallsBack { facts.append("A later URL is loaded when the one before it fails.") }
        let requires = policy.payload.requires
        if !requires.isEmpty {
            let end =
                policy.payload.onMissing == .hang
                ? "without them it does not answer, and the push appears after 30 s" : "without them it reads nothing"
            facts.append("It needs \(Self.list(requires)); \(end).")
        }
        if !policy.payload.evidence.isEmpty {
            let keys = policy.payload.evidence.map(\.code).joined(separator: " or ")
            facts.append("`auto` chooses it only with \(keys), since other apps use the same media key.")
        }
        let end =
            switch policy.payload.onMalformed {
            case .hang: "it does not answer, and the push appears after 30 s"
            case .untouched: "it fails, and the push is shown as sent"
            case .plain, nil: "it reads nothing"
            }
        facts += policy.payload.forms.map { form in
            let kinds = form.kinds.map(\.rawValue).joined(separator: " or ")
            let range = form.range.map { " from \(Self.number($0.lowerBound)) to \(Self.number($0.upperBound))" } ?? ""
            let within = form.within.map { ", and must be there in `\($0.pointer)`" } ?? ""
            let unless = form.unless.isEmpty ? "" : ", unless there is \(Self.list(form.unless))"
            return
                "`\(form.path.pointer)` must be of the kind \(kinds)\(range)\(within): otherwise \(end)\(unless)."
        }
        return facts
    }

    private var behaviour: [String] {
        let names = rules.naming.map { "`\($0.word)`" }.joined(separator: ", ")
        let url = rules.basis == .final ? "the URL after redirects" : "the URL of the payload"
        var facts = [
            "It names the file by \(names)\(rules.naming.count > 1 ? ", in this order" : ""), of \(url): [Policies](../Policies.md)."
        ]
        if let allowed = rules.allowed {
            let list = allowed.map { "`\($0)`" }.joined(separator: ", ")
            facts.append("It attaches \(list)\(rules.isCaseSensitive ? ", in lower case only" : "").")
        }
        facts.append(
            rules.status == .any
                ? "It does not check the HTTP status." : "It refuses every HTTP status but `\(rules.status.rawValue)`."
        )
        if rules.isHTTPSOnly { facts.append("It loads https URLs only.") }
        if rules.trimsURL { facts.append("It removes spaces around the URL.") }
        if rules.dropsInvalidURLs { facts.append("It leaves out a text of which iOS makes no URL.") }
        if let place = rules.otherURLs { facts.append("A value that is no http or https URL names \(place).") }
        if rules.skipsLowData { facts.append("It loads nothing in Low Data Mode.") }
        if let limit = rules.lengthLimit { facts.append("It cancels a load of more than \(limit) bytes.") }
        if let time = rules.totalTime {
            let tries = rules.tries > 1 ? ", \(rules.tries) times" : ""
            facts.append("It gives a load \(time.components.seconds) s\(tries).")
        }
        if rules.joining == .append { facts.append("It keeps attachments that the content has already.") }
        facts.append(
            rules.isAllOrNothing
                ? "When one media file fails, the push is shown as sent."
                : "Without a media file it shows `\(rules.failure.rawValue)`."
        )
        facts.append("When iOS stops it after 30 s, the user sees \(expiry).")
        let texts = [rules.texts.title, rules.texts.subtitle, rules.texts.body].compactMap(\.self)
        if !texts.isEmpty {
            let list = texts.map { "`\($0.pointer)`" }.joined(separator: ", ")
            facts.append(
                "It replaces texts by \(list)\(rules.texts.needsSuccess ? ", only if all media are attached" : "")."
            )
        }
        facts += rules.changes
        facts += rules.quirks.map { $0.versions == "all" ? $0.effect : "\($0.effect) (\($0.versions))" }
        return facts + rules.doubts.map { "Not certain: \($0)" }
    }

    private var failure: String {
        switch rules.failure {
        case .plain: "the push without media"
        case .original: "the push as sent"
        case .alternativeText: "the text at `\(rules.alternativeText?.pointer ?? "")` in place of the body"
        case .errorPicture: "a picture of the error, and after a failed transfer the push without media"
        case .hang: "the push as sent, after 30 s"
        }
    }

    private var expiry: String {
        switch rules.expiry {
        case .plain: "the push without media"
        case .original, .none: "the push as sent"
        case .best: "what is made by then"
        case .buttons: "buttons without media"
        case .app: "what code of the app decides"
        }
    }

    private var breaking: [String] {
        let broken = rows.filter { !$0.shown.hasPrefix("media") }.map { row in
            let answer = "\(row.status == 200 ? "" : "\(row.status), ")\(row.type)"
            return "| `\(row.members)` | \(answer) | \(Self.shown(row.shown)) |"
        }
        let gates = DialectGateTests.rows.filter { $0.policy == policy.name && !$0.shown.hasPrefix("media") }
            .prefix(Self.gateLimit)
            .map { "| `\($0.members)` | \($0.type ?? "no Content-Type") | \(Self.shown($0.shown)) |" }
        guard !broken.isEmpty || !gates.isEmpty else { return [] }
        return ["", "### What breaks it", "", "| next to `aps` | answer | shown |", "|---|---|---|"] + broken + gates
    }

    /// The first word of a prediction, which is what the user sees, and its delay.
    private static func shown(_ words: String) -> String {
        "`\(words.prefix { $0 != " " })`\(words.contains(" 30") ? " after 30 s" : "")"
    }

    private static func list(_ conditions: [PayloadCondition]) -> String {
        conditions.map(\.code).joined(separator: " and ")
    }

    private static func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}
