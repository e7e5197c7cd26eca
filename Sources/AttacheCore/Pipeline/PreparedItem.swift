/// An item whose media must be asked for: everything that the stages before that have found out.
package struct PreparedItem: Sendable {
    /// The item as it came in.
    let item: InputItem
    /// The push.
    let notification: Notification
    /// The terms it is judged under.
    let terms: ItemTerms
    /// The media it names, in the order they are tried.
    let references: [MediaReference]
    /// What the gate found at risk.
    let warnings: [Reason]
}
