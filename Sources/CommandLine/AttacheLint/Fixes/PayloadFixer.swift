import AttacheCore

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

    /// A mended text.
    package struct Fixed: Sendable {
        /// The text; the same when nothing can be mended.
        package let bytes: [UInt8]
        /// The codes of the findings that it mends, in their order.
        package let codes: [LintCode]
        /// Whether it is not a deliverable push.
        package let isRejected: Bool
    }

    /// Mends a text, and judges the result.
    package func fixed(_ bytes: [UInt8]) -> Fixed {
        var (text, codes) = (bytes, [LintCode]())
        while true {
            let result = linter.lint(InputItem(source: "", content: .bytes(text), arrival: .now))
            guard codes.count < Self.roundLimit,
                let finding = result.findings.first(where: { !$0.edits.isEmpty }),
                let next = edited(text, finding.edits)
            else { return Fixed(bytes: text, codes: codes, isRejected: result.isRejected) }
            text = next
            codes.append(finding.code)
        }
    }

    /// The text after the edits; `nil` when they change nothing or break it, and would be made without end.
    private func edited(_ text: [UInt8], _ edits: [JSONEdit]) -> [UInt8]? {
        guard let next = (try? JSONDocument(parsing: text))?.applying(edits), next != text,
            (try? JSONDocument(parsing: next)) != nil
        else { return nil }
        return next
    }
}
