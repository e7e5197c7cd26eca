/// What came of a name lookup.
package enum ResolveResult: Sendable, Equatable {
    /// Every address of both families, in the order to try them; never empty.
    case addresses([IPAddress])
    /// The name does not exist, or has no address at all: permanent.
    case notFound
    /// A server failed, a family stayed unknown, or the answer was unusable: a later try may succeed.
    case failed(detail: String)
}
