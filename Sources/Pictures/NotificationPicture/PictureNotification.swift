/// What a user sees of one notification.
package struct PictureNotification: Sendable, Equatable {
    /// The app's name, shown where the push has no title, and above the expanded notification.
    package var app: String
    /// The time of arrival as the system writes it, such as `now` or `9:41`.
    package var time: String
    package var title: String
    package var subtitle: String
    package var body: String
    /// The first attachment; `nil` for plain text.
    package var medium: PictureMedium?
    /// The buttons in the category's order.
    package var actions: [PictureAction]

    package init(
        app: String = "App",
        time: String = "now",
        title: String = "",
        subtitle: String = "",
        body: String = "",
        medium: PictureMedium? = nil,
        actions: [PictureAction] = []
    ) {
        self.app = app
        self.time = time
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.medium = medium
        self.actions = actions
    }

    /// Whether iOS shows anything of it.
    package var isVisible: Bool { !(title.isEmpty && subtitle.isEmpty && body.isEmpty) }
}

/// A button of a notification.
package struct PictureAction: Sendable, Equatable {
    package var title: String
    /// Whether it is drawn in red.
    package var isDestructive: Bool
    /// Whether iOS asks for the passcode first, which the picture marks with a lock.
    package var needsUnlock: Bool
    /// The text field of an action that takes text; `nil` for a plain button.
    package var input: TextInput?

    /// A text field and the button beside it.
    package struct TextInput: Sendable, Equatable {
        package var placeholder: String
        package var button: String

        package init(placeholder: String, button: String) {
            self.placeholder = placeholder
            self.button = button
        }
    }

    package init(title: String, isDestructive: Bool = false, needsUnlock: Bool = false, input: TextInput? = nil) {
        self.title = title
        self.isDestructive = isDestructive
        self.needsUnlock = needsUnlock
        self.input = input
    }
}

extension PictureNotification {
    /// Hides the thumbnail, as an extension can; what is only a thumbnail is then nowhere.
    package mutating func hideThumbnail() {
        if medium?.place == .thumbnailOnly { medium = nil } else { medium?.place = .expandedOnly }
    }
}
