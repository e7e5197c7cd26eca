import AttacheCore
public import Foundation
package import NotificationCategories
import NotificationCenterStore

extension UNNotificationCategory {
    /// Reads the categories of a file, so that a test can register those that the app registers.
    ///
    /// A file is YAML or JSON with the schema of `attache schema categories`; one whose name begins with
    /// `hive_push_actions` is Hive's, and gives its presets as well.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - language: The language of the buttons, such as `ko` or `zh-Hant`.
    /// - Returns: The categories.
    /// - Throws: An error whose description has a line for each problem, with its place and its cure.
    public static func categories(inFile file: URL, language: String = "en") throws -> Set<UNNotificationCategory> {
        let read = CategoryFile(reading: file.path, as: CategoryFile.Format(ofFile: file.path))
        guard read.isValid else { throw ConfigurationError(problems: read.problems.map(\.description)) }
        return Set(read.categories.categories.map { UNNotificationCategory($0, language: language) })
    }

    /// Creates a category with its texts in a language.
    package convenience init(_ category: NotificationCategory, language: String) {
        self.init(record: CenterCategory(category, language: language))
    }
}
