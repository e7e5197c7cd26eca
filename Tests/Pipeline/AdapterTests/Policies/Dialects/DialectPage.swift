@testable import AttacheCore

/// The page of the documentation that compares the dialects, made from the policies.
enum DialectPage {
    static var text: String {
        let policies = Dialects.policies.policies.filter { $0.device != nil }
        return """
            # Policies of vendors

            What the notification service extensions of \(vendors(policies)) vendors read, and what breaks them.

            ## Overview

            <!-- Generated: ATTACHE_DIALECTS=1 swift test --filter DialectPage -->

            A policy with a section `device:` says what the extension of a vendor does on the phone, and `outcome` follows it:
            `attached` is a picture that the user sees. A good file that the extension names wrongly is `plain`, with a reason
            `device.…` and the change that this extension reads; `device` in the result has the details. `auto` chooses
            a policy by its media keys; where other apps use the same key, one of the vendor's own keys is needed too.

            A prediction needs no phone, and it is not one: `notes` says what was inferred, and what no source decides. `verified`
            below is the source of the rules: `code` is the extension's present source, `code-legacy` that of a former release,
            `code-sample` a sample that apps copy, `doc` a document, `unverified` reports of users.

            Each policy has a page with a sample payload, what the extension reads, and what breaks it: see Topics.

            ### Comparison

            | policy | media keys | needs | file name | a 404 page | no media | time over | verified |
            |---|---|---|---|---|---|---|---|
            \(policies.map(row).joined(separator: "\n"))

            *File name* has the ways to name the file in their order, as in the policy file: [Policies](Policies.md). *A 404 page* says
            whether the extension checks the HTTP status. *No media* is what the user sees when a media file cannot be attached, and
            *time over* when iOS stops the extension after 30 seconds.

            ## Topics

            ### Pages of the policies

            \(policies.map { "- [\($0.summary)](Dialects/\(DialectArticle.name(of: $0)).md)" }.joined(separator: "\n"))

            """
    }

    private static func vendors(_ policies: [Policy]) -> Int { Set(policies.compactMap(\.device?.vendor)).count }

    private static func row(_ policy: Policy) -> String {
        guard let rules = policy.device else { return "" }
        let needs = policy.payload.requires.isEmpty ? "" : policy.payload.requires.map(\.code).joined(separator: ", ")
        let cells = [
            "`\(policy.name)`", policy.payload.media.map { "`\($0.url.pointer)`" }.joined(separator: ", "), needs,
            rules.naming.map { "`\($0.word)`" }.joined(separator: ", "), rules.status == .any ? "saved" : "refused",
            rules.isAllOrNothing ? "`original`, for all media" : "`\(rules.failure.rawValue)`",
            "`\(rules.expiry.rawValue)`", "`\(rules.certainty.rawValue)`",
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }
}

extension PayloadCondition {
    /// The alternatives as code.
    var code: String {
        clauses.map { clause in
            let value = clause.value.map { " = `\($0)`" } ?? (clause.isTrue ? " = `true`" : "")
            return "`\(clause.path.pointer)`" + value + (clause.kind.map { " (\($0.rawValue))" } ?? "")
        }.joined(separator: " or ")
    }
}
