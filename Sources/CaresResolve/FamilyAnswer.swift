package import AttacheCore

/// What came of asking for one family's addresses.
package enum FamilyAnswer: Sendable, Equatable {
    /// These; none when the name exists without addresses of this family.
    case addresses([IPAddress])
    /// The name does not exist.
    case notFound
    /// Unknown, with the resolver's words.
    case failed(String)

    /// Puts the families together.
    ///
    /// - Parameters:
    ///   - answers: One answer for each family, in the order to dial them.
    ///   - limit: Addresses of the whole answer at most.
    /// - Returns: The families' addresses in turn; a failure when either family is unknown.
    package static func combine(_ answers: [FamilyAnswer], limit: Int) -> ResolveResult {
        var families: [[IPAddress]] = []
        for answer in answers {
            switch answer {
            case .addresses(let addresses): families.append(addresses)
            case .notFound: families.append([])
            case .failed(let words): return .failed(detail: words)
            }
        }
        let count = families.reduce(0) { $0 + $1.count }
        guard count <= limit else { return .failed(detail: "it has more than \(limit) addresses") }
        guard count > 0 else { return .notFound }
        var addresses: [IPAddress] = []
        for index in 0..<(families.map(\.count).max() ?? 0) {
            for family in families where index < family.count { addresses.append(family[index]) }
        }
        return .addresses(addresses)
    }
}
