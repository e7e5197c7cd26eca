package import AttacheCore

/// Mends what a payload's findings can mend without a decision.
///
/// One finding is mended at a time, and the result is judged again, so that edits never meet. Bytes that no finding
/// concerns stay as they are.
package struct PayloadFixer: Sendable {
    /// The limit of changes to one payload; each is as long as the payload.
    private static let roundLimit = 32

    private let linter: PayloadLinter

    package init(_ linter: PayloadLinter) {
        self.linter = linter
    }

    /// Whether an input is not a deliverable push.
    package func rejects(_ item: InputItem) -> Bool { linter.lint(item).isRejected }

    /// Returns the mended text, and the codes of the findings that it mends in their order; the same text and no code
    /// when nothing can be mended.
    package func fixed(_ bytes: [UInt8]) -> (bytes: [UInt8], codes: [LintCode]) {
        var (text, codes) = (bytes, [LintCode]())
        while codes.count < Self.roundLimit {
            let item = InputItem(source: "", content: .bytes(text), arrival: .now)
            guard let finding = linter.lint(item).findings.first(where: { !$0.edits.isEmpty }),
                let document = try? JSONDocument(parsing: text)
            else { break }
            let next = document.applying(finding.edits)
            // An edit that changes nothing, or breaks the text, would go on without end.
            guard next != text, (try? JSONDocument(parsing: next)) != nil else { break }
            text = next
            codes.append(finding.code)
        }
        return (text, codes)
    }
}
