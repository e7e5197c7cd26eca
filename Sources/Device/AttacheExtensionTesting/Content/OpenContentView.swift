import NotificationCategories
import UserNotificationsUI

/// The view of a content extension on the screen.
@MainActor
final class OpenContentView {
    let settings: ContentExtensionPlist
    let controller: any NotificationContentController
    let context: NSExtensionContext
    var isPlaying = false

    init(
        _ content: ContentExtension,
        actions: [UNNotificationAction],
        report: @escaping @MainActor (NSExtensionContext.Request) -> Void
    ) {
        settings = content.settings
        controller = content.make()
        context = NSExtensionContext(actions: actions, report: report)
        controller.load(in: context)
    }

    func isFor(_ category: String) -> Bool { settings.shows(category) }

    /// The visible elements of the view.
    var elements: [ContentElement] { controller.view.elements.filter(\.isVisible) }

    /// The label of the media button; empty for none.
    var mediaButton: String {
        switch controller.mediaPlayPauseButtonType {
        case .none: ""
        case .default: isPlaying ? "pause" : "play"
        case .overlay: isPlaying ? "" : "play"
        }
    }
}
