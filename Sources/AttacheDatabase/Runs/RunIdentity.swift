/// What must be the same for a run to go on where it ended.
package struct RunIdentity: Sendable, Equatable {
    /// One thing that the results depend on.
    package struct Member: Sendable, Equatable {
        /// What it is, in the words of the command line, such as `--policy`.
        package var name: String
        /// Its value, or a digest of it.
        package var value: String

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - name: What it is, in the words of the command line.
        ///   - value: Its value, or a digest of it.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Everything, in a fixed order.
    package var members: [Member]

    /// Creates an identity.
    ///
    /// - Parameter members: Everything that the results depend on.
    package init(members: [Member]) {
        self.members = members
    }

    /// The names of what differs.
    ///
    /// - Parameter other: The identity of another run.
    /// - Returns: The names in order; empty when both are the same.
    package func differences(from other: RunIdentity) -> [String] {
        let others = Dictionary(other.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let known = Set(members.map(\.name))
        return members.filter { others[$0.name] != $0.value }.map(\.name)
            + other.members.map(\.name).filter { !known.contains($0) }
    }
}
