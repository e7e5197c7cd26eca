/// A value of `--type-check`.
package enum TypeCheckMode: String, CaseIterable, Sendable {
    /// In the process itself.
    case inProcess = "in-process"
    /// In a helper that is locked in.
    case isolated
}
