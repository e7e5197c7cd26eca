/// Whether a file has everything its container announces.
package enum Completeness: Sendable, Hashable {
    /// All of it, or the format has no end mark that could be missing.
    case complete
    /// Something is missing or damaged; the text completes "the file is not whole: …" and has no full stop.
    case incomplete(String)
}
