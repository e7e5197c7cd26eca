import NotificationCategories
import UserNotificationsUI

extension NotificationScript {
    /// Registers the categories of a file in place of those of the centre, as the app does at its start.
    ///
    /// - Parameters:
    ///   - path: The path of a category file, or of Hive's `hive_push_actions.json`.
    ///   - language: The language of the buttons' texts.
    /// - Throws: `NotificationScriptError` with all problems of a file that is unusable.
    public func registerCategories(_ path: String, language: String = "en") throws {
        let file = CategoryFile(reading: path, as: CategoryFile.Format(ofFile: path))
        guard file.isValid else { throw NotificationScriptError(file.problems.map(\.sentence)) }
        center.setNotificationCategories(
            Set(file.categories.categories.map { UNNotificationCategory($0, language: language) })
        )
    }
}
