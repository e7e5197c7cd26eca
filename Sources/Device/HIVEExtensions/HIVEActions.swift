import NotificationCategories
import UserNotifications

/// Hive's categories: the presets and those of `hive_push_actions.json`.
struct HIVEActions: Sendable {
    let categories: CategorySet
    /// The problems of the file, a line each.
    let problems: [String]
    private let language: String

    /// Reads the file, if there is one.
    init(_ configuration: HIVEConfiguration) {
        language = configuration.language ?? Locale.preferredLanguages.first ?? "en"
        let inBundle = Bundle.main.path(forResource: "hive_push_actions", ofType: "json")
        if let path = configuration.actionsFile ?? inBundle {
            let file = CategoryFile(reading: path, as: .hive)
            categories = file.categories
            problems = file.problems.map(\.description)
        } else {
            categories = CategorySet(HiveCategories.presets)
            problems = []
        }
    }

    /// Adds the categories to those of the app; the app's own stay.
    func register(in center: UNUserNotificationCenter) async {
        let existing = await center.notificationCategories()
        let names = Set(existing.map(\.identifier))
        let added = categories.categories.filter { !names.contains($0.identifier) }
        guard !added.isEmpty else { return }
        center.setNotificationCategories(
            existing.union(added.map { UNNotificationCategory($0, language: language) })
        )
    }
}
