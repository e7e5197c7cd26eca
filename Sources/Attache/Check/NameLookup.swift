package import AttacheCore

/// One lookup of a name, and its answer as soon as it is there.
///
/// Confined to the thread of the `NameLookups` that gave it.
package final class NameLookup {
    /// The name as an A-label.
    package let name: String
    /// What came of it, or `nil` while it is under way.
    package internal(set) var result: ResolveResult?
    /// When it is given up; `nil` until it has been asked.
    var deadline: ContinuousClock.Instant?

    init(name: String) {
        self.name = name
    }
}
