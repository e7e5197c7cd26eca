/// An item whose media must be fetched, with the results of the earlier stages.
package struct PendingItem: Sendable {
    let item: InputItem
    let notification: Notification
    /// The terms it is evaluated under.
    let context: EvaluationContext
    /// The media URLs, in the order of evaluation.
    let references: [MediaReference]
    /// Warnings of the gate.
    let warnings: [Reason]

    package var deadline: ContinuousClock.Instant { context.deadline.instant }

    /// The host of the first URL as written in the payload, empty when there is none; for fair queueing only, not for
    /// access checks.
    package var host: String {
        guard let text = references.first?.text, let scheme = text.firstRange(of: "://") else { return "" }
        let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.split(separator: "@").last ?? ""
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return name.lowercased()
    }

    /// The same item with its full timeout from `instant` on.
    package func restarting(at instant: ContinuousClock.Instant) -> PendingItem {
        var item = item
        var context = context
        context.deadline = Deadline(at: instant.advanced(by: item.arrival.duration(to: context.deadline.instant)))
        item.arrival = instant
        return PendingItem(
            item: item,
            notification: notification,
            context: context,
            references: references,
            warnings: warnings
        )
    }
}
