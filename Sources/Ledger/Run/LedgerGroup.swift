/// What becomes part of the ledger at once, or not at all.
package struct LedgerGroup: Sendable {
    /// The news of one input.
    package struct Entry: Sendable {
        /// How far it has come with them.
        package var state: InputState
        /// Items that are finished.
        package var items: [LedgerItem] = []
        /// Results that wait for their turn.
        package var waiting: [PendingLine] = []

        /// Creates an entry without items.
        ///
        /// - Parameter state: How far the input has come.
        package init(state: InputState) {
            self.state = state
        }
    }

    /// The inputs with news.
    package var entries: [Entry] = []

    /// Creates an empty group.
    package init() {}
}
