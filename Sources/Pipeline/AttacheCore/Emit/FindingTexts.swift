/// The texts of a code of findings, in payloads and in apps: what it means, why it matters, the source of that, and the cure.
package struct FindingTexts: Sendable {
    /// A few words, without a full stop.
    package let title: String
    /// One or two sentences.
    package let why: String
    /// The document or issue that the rule comes from.
    package let source: String
    /// One sentence.
    package let fix: String

    /// Takes a row of one of the tables of codes.
    package init(_ row: (title: String, why: String, source: String, fix: String)) {
        (title, why, source, fix) = row
    }
}
