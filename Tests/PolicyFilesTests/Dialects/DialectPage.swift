@testable import AttacheCore

/// The page of the documentation about the dialects, made from the policies and the samples of the tests.
enum DialectPage {
    static var text: String {
        let policies = Dialects.policies.policies.filter { $0.device != nil }
        return """
            # Dialects

            What the notification service extensions of \(vendors(policies)) vendors read, and what breaks them.

            ## Overview

            <!-- Generated: ATTACHE_DIALECTS=1 swift test --filter DialectPage -->

            A policy with a section `device:` says what the extension of a vendor does on the phone. `outcome` in a result is
            what Attache does with a push; `device` is what the phone does. Both are the same for a good file under a good name.
            They differ where an extension names the file wrongly, ignores the HTTP status, or does not answer. `auto` chooses
            a dialect by its media keys; where other apps use the same key, one of the dialect's own keys is needed too.

            A prediction needs no phone, and it is not one: `notes` says what was inferred, and what no source decides. `verified`
            below is the source of the rules: `code` is the extension's present source, `code-legacy` that of a former release,
            `code-sample` a sample that apps copy, `doc` a document, `unverified` reports of users.

            ### Comparison

            | policy | media keys | needs | file name | a 404 page | no media | time over | verified |
            |---|---|---|---|---|---|---|---|
            \(policies.map(row).joined(separator: "\n"))

            *File name* has the ways to name the file in their order, as in the policy file: <doc:Policies>. *A 404 page* says
            whether the extension checks the HTTP status. *No media* is what the user sees when a medium cannot be attached, and
            *time over* when iOS stops the extension after 30 seconds.

            \(policies.map(section).joined(separator: "\n\n"))

            """
    }

    private static func vendors(_ policies: [Policy]) -> Int { Set(policies.compactMap(\.device?.rules.vendor)).count }

    private static func row(_ policy: Policy) -> String {
        guard let rules = policy.device?.rules else { return "" }
        let needs = policy.payload.requires.isEmpty ? "" : policy.payload.requires.map(\.code).joined(separator: ", ")
        let cells = [
            "`\(policy.name)`", policy.payload.media.map { "`\($0.url.pointer)`" }.joined(separator: ", "), needs,
            rules.naming.map { "`\($0.word)`" }.joined(separator: ", "), rules.status == .any ? "saved" : "refused",
            rules.isAllOrNothing ? "`original`, for all media" : "`\(rules.failure.rawValue)`",
            "`\(rules.expiry.rawValue)`", "`\(rules.certainty.rawValue)`",
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private static func section(_ policy: Policy) -> String {
        guard let rules = policy.device?.rules else { return "" }
        let rows = SamplePayloadTests.rows.filter { $0.policy == policy.name }
        var lines = ["### \(policy.summary)", ""]
        if let sample = rows.first(where: { $0.shown.hasPrefix("media") }) {
            lines += ["```json", sample.text, "```", ""]
        }
        lines += facts(policy, rules)
        let broken = rows.filter { !$0.shown.hasPrefix("media") }
        if !broken.isEmpty {
            lines += ["", "| what breaks it | answer | shown |", "|---|---|---|"]
            lines += broken.map { row in
                let answer = "\(row.status == 200 ? "" : "\(row.status), ")\(row.type)"
                return "| `\(row.members)` | \(answer) | `\(row.shown.prefix { $0 != " " })` |"
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func facts(_ policy: Policy, _ rules: DeviceRules) -> [String] {
        var facts = ["Policy `\(policy.name)`; rules from: \(policy.sources.joined(separator: "; "))."]
        if let allowed = rules.allowed {
            let list = allowed.map { "`\($0)`" }.joined(separator: ", ")
            facts.append("It attaches \(list)\(rules.isCaseSensitive ? ", in lower case only" : "").")
        }
        if rules.isHTTPSOnly { facts.append("It loads https URLs only.") }
        if let place = rules.otherURLs { facts.append("A value that is no http or https URL names \(place).") }
        if rules.skipsLowData { facts.append("It loads nothing in Low Data Mode.") }
        if let limit = rules.lengthLimit { facts.append("It cancels a load of more than \(limit) bytes.") }
        if let time = rules.totalTime {
            facts.append(
                "It gives a load \(time.components.seconds) s\(rules.tries > 1 ? ", \(rules.tries) times" : "")."
            )
        }
        let missing = policy.payload.onMissing
        if !policy.payload.requires.isEmpty, missing == .hang {
            facts.append("Without the keys that it needs it does not answer: the push appears after 30 s.")
        }
        if rules.joining == .append { facts.append("It keeps attachments that the content has already.") }
        let texts = [rules.texts.title, rules.texts.subtitle, rules.texts.body].compactMap(\.self)
        if !texts.isEmpty {
            let list = texts.map { "`\($0.pointer)`" }.joined(separator: ", ")
            facts.append(
                "It replaces texts by \(list)\(rules.texts.needsSuccess ? ", only if all media are attached" : "")."
            )
        }
        facts += rules.changes
        facts += rules.quirks.map { $0.versions == "all" ? $0.effect : "\($0.effect) (\($0.versions))" }
        facts += rules.doubts.map { "Not certain: \($0)" }
        return facts.map { "- \($0)" }
    }
}

extension PayloadCondition {
    /// The alternatives as code.
    fileprivate var code: String {
        clauses.map { "`\($0.path.pointer)`" + ($0.value.map { " = `\($0)`" } ?? "") }.joined(separator: " or ")
    }
}
