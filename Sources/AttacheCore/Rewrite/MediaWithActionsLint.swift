/// Media and action buttons in one push: only the thumbnail shows, the expanded viewer does not.
///
/// Source: Hive documentation, media notifications: "one of the two per push".
enum MediaWithActionsLint {
    static func findings(for notification: Notification) -> [Reason] {
        guard let category = notification.aps.categoryIdentifier else { return [] }
        return [
            Reason(
                .lintMediaWithActions,
                "The push names media and the action category \"\(category)\"; only the thumbnail will show.",
                fix: "Send media or action buttons, not both in one push."
            )
        ]
    }
}
