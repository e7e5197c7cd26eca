/// A text is no report of the schema `attache/1`.
public struct RewriteReportError: Error, Equatable, CustomStringConvertible {
    /// What is wrong and where, as one sentence.
    public let description: String
}
