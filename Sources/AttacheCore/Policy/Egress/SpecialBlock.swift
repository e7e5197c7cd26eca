/// One row of IANA's special-purpose address registries, and what Attache makes of it.
package struct SpecialBlock: Hashable, Sendable {
    /// The registry's column *Globally Reachable*.
    package enum Reachability: String, Sendable {
        case yes
        case no
        case notApplicable = "n/a"
    }

    /// The addresses.
    package let block: AddressBlock
    /// What they are for, in a few lower-case words.
    package let name: String
    /// What the registry says of them.
    package let reachability: Reachability
    /// Whether they are public services that may hold a web origin, and so are treated as ordinary addresses.
    package let isAdmitted: Bool
    /// Whether they belong to the operator's own machine or network.
    package let isInternal: Bool

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - block: The addresses as `address/length`; a text that is none is a mistake in the table and stops the program.
    ///   - name: What they are for.
    ///   - reachability: What the registry says.
    ///   - isAdmitted: Whether they are treated as ordinary addresses.
    ///   - isInternal: Whether they belong to the operator's own machine or network.
    init(
        _ block: String,
        _ name: String,
        _ reachability: Reachability = .no,
        isAdmitted: Bool = false,
        isInternal: Bool = false
    ) {
        self.block = AddressRegistry.block(block)
        self.name = name
        self.reachability = reachability
        self.isAdmitted = isAdmitted
        self.isInternal = isInternal
    }
}
