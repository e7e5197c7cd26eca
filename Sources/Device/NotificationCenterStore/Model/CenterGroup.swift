package import NotificationCategories

extension CenterOrder {
    package func sorted(_ notifications: [CenterNotification]) -> [CenterNotification] {
        notifications.sorted { precedes($0, $1) }
    }

    func precedes(_ left: CenterNotification, _ right: CenterNotification) -> Bool {
        if self == .prominence {
            let (first, second) = (Self.rank(left), Self.rank(right))
            if first != second { return first > second }
            let (one, other) = (left.content.relevanceScore, right.content.relevanceScore)
            if one != other { return one > other }
        }
        return left.number > right.number
    }

    /// Passive and active ones are listed alike; the level decides whether they light the screen.
    private static func rank(_ notification: CenterNotification) -> Int {
        max(notification.content.level.rawValue, InterruptionLevel.active.rawValue)
    }
}

/// Notifications that are collapsed into a stack, the one on top first.
package struct CenterGroup: Sendable, Equatable {
    /// The thread identifier; empty for the app's own group.
    package let thread: String
    package let notifications: [CenterNotification]

    /// Groups notifications by thread; a group is where its first one is.
    package static func groups(of notifications: [CenterNotification], by order: CenterOrder) -> [CenterGroup] {
        var members: [String: [CenterNotification]] = [:]
        var threads: [String] = []
        for notification in order.sorted(notifications) {
            let thread = notification.content.threadIdentifier
            if members[thread] == nil { threads.append(thread) }
            members[thread, default: []].append(notification)
        }
        return threads.map { CenterGroup(thread: $0, notifications: members[$0] ?? []) }
    }

    /// The text below the stack; empty for a single notification.
    ///
    /// iOS 15 and later count the hidden ones. Before that, the format of the top notification's category applies: `%u`
    /// is the sum of the summary counts, `%@` the different summary arguments.
    package func summary(of categories: [CenterCategory], beforeIOS15: Bool = false) -> String {
        guard notifications.count > 1 else { return "" }
        let hidden = notifications.dropFirst()
        let format = categories.first { $0.identifier == notifications[0].content.categoryIdentifier }?.summaryFormat
        guard beforeIOS15, let format, !format.isEmpty else {
            return "\(hidden.count) more notification\(hidden.count == 1 ? "" : "s")"
        }
        // 0 is not allowed and counts as 1; the counts of a payload may be any numbers.
        let count = hidden.map { max(1, $0.content.summaryArgumentCount) }
            .reduce(0) { $0.addingReportingOverflow($1).partialValue }
        var names: [String] = []
        for name in hidden.map(\.content.summaryArgument) where !name.isEmpty && !names.contains(name) {
            // The phone has room for a few; the search stays short as well.
            if names.count < 10 { names.append(name) }
        }
        return format.replacing("%u", with: "\(count)").replacing("%@", with: names.joined(separator: ", "))
    }
}
