/// What works on items in two halves: one that never waits, and one for the few items that must.
package protocol ItemProcessing: Sendable {
    /// What the first half hands to the second.
    associatedtype Prepared: Sendable

    /// Works on an item as far as that goes without waiting.
    ///
    /// - Parameter item: The item as it came in; its time runs from its arrival.
    /// - Returns: The result, or what is needed to go on.
    func begin(_ item: InputItem) -> BeginResult<Prepared>

    /// Goes on with an item, and waits for its media.
    ///
    /// - Parameter prepared: What `begin` gave.
    /// - Returns: The result to emit.
    func finish(_ prepared: Prepared) async -> RewriteResult
}
