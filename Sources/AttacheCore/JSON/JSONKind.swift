/// The six kinds of value that RFC 8259 §3 knows.
package enum JSONKind: String, Sendable, CaseIterable {
    /// Members in braces.
    case object
    /// Elements in brackets.
    case array
    /// Text in quotation marks.
    case string
    /// A number, kept as its text.
    case number
    /// `true` or `false`.
    case boolean
    /// `null`.
    case null
}
