/// An item whose media must be asked for: everything that the stages before that have found out.
package struct PendingItem: Sendable {
    /// The item as it came in.
    let item: InputItem
    /// The push.
    let notification: Notification
    /// The terms it is judged under.
    let terms: EvaluationContext
    /// The media it names, in the order they are tried.
    let references: [MediaReference]
    /// What the gate found at risk.
    let warnings: [Reason]

    /// When nobody needs the answer any more.
    package var deadline: ContinuousClock.Instant { terms.deadline.instant }

    /// The host that is asked first, as the payload has it; empty when there is none. For taking turns, not for judging.
    package var host: String {
        guard let text = references.first?.text, let scheme = text.firstRange(of: "://") else { return "" }
        let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.split(separator: "@").last ?? ""
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return name.lowercased()
    }

    /// The same item, whose time begins anew.
    ///
    /// - Parameter instant: When its time begins.
    /// - Returns: The item with as much time as it had at first.
    package func restarting(at instant: ContinuousClock.Instant) -> PendingItem {
        var item = item
        var terms = terms
        terms.deadline = Deadline(at: instant.advanced(by: item.arrival.duration(to: terms.deadline.instant)))
        item.arrival = instant
        return PendingItem(
            item: item,
            notification: notification,
            terms: terms,
            references: references,
            warnings: warnings
        )
    }
}
