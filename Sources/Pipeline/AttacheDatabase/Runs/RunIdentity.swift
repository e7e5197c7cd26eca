/// The settings that must be the same for a run to be resumed.
package struct RunIdentity: Sendable, Equatable {
    /// One setting that the results depend on.
    package struct Member: Sendable, Equatable {
        /// The name on the command line, such as `--policy`.
        package var name: String
        /// The value, or a digest of it.
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All settings, in a fixed order.
    package var members: [Member]

    package init(members: [Member]) {
        self.members = members
    }

    /// Returns the names of settings that differ, in order; empty when both identities are equal.
    package func differences(from other: RunIdentity) -> [String] {
        let others = Dictionary(other.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let known = Set(members.map(\.name))
        return members.filter { others[$0.name] != $0.value }.map(\.name)
            + other.members.map(\.name).filter { !known.contains($0) }
    }
}
