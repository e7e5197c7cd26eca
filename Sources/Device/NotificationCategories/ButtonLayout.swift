/// The buttons that a stage of a notification shows.
package struct ButtonLayout: Sendable, Hashable {
    package enum Stage: String, Sendable, CaseIterable {
        /// The short form, whose space is limited.
        case banner
        /// The pressed notification.
        case expanded
    }

    /// The largest number of buttons in the expanded notification. The sources differ.
    package enum ExpandedLimit: Int, Sendable, CaseIterable {
        /// What devices showed in iOS 8 and 9, and what vendors document.
        case four = 4
        /// Apple's documentation of categories, for a notification with unlimited space.
        case ten = 10
    }

    package let expandedLimit: ExpandedLimit

    package init(expandedLimit: ExpandedLimit = .four) {
        self.expandedLimit = expandedLimit
    }

    package func limit(of stage: Stage) -> Int {
        switch stage {
        case .banner: 2
        case .expanded: expandedLimit.rawValue
        }
    }

    /// Returns the buttons that a stage shows: the first ones, in their order.
    package func shown<Actions: Collection>(_ actions: Actions, in stage: Stage) -> [Actions.Element] {
        Array(actions.prefix(limit(of: stage)))
    }
}
