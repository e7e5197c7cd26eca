public import UserNotificationsUI

/// What the user of a device sees of a notification.
public struct NotificationScreen: Sendable, Equatable {
    /// The form of the notification.
    public enum Stage: String, Sendable {
        /// No notification.
        case none
        /// The short form.
        case banner
        /// The pressed notification.
        case expanded
    }

    /// The form.
    public internal(set) var stage = Stage.none
    /// The request's identifier.
    public internal(set) var identifier = ""
    /// The time that the notification shows: that of the sender.
    public internal(set) var date = Date(timeIntervalSince1970: 0)
    /// The heading; that of the view controller where the Info.plist asks for it.
    public internal(set) var title = ""
    /// The second line; empty for none, or when the extension hides the standard text.
    public internal(set) var subtitle = ""
    /// The text; empty for none, or when the extension hides the standard text.
    public internal(set) var body = ""
    /// The identifier of the group, which is that of the thread; empty for none.
    public internal(set) var group = ""
    /// The uniform type identifiers of the media that iOS itself shows.
    public internal(set) var attachments: [String] = []
    /// The titles of the buttons, in order.
    public internal(set) var buttons: [String] = []
    /// The visible elements of the content extension's view, by name.
    public internal(set) var elements: [String: String] = [:]
    /// The rotations of the elements that are turned, in degrees.
    public internal(set) var rotations: [String: Double] = [:]
    /// The opacities of the elements that are partly transparent, between 0 and 1.
    public internal(set) var alphas: [String: Double] = [:]
    /// Whether a content extension shows the notification.
    public internal(set) var hasCustomView = false
    /// The title and the lines of the sheet above the view; empty for none.
    public internal(set) var sheet: [String] = []
    /// The media button: `play`, `pause`, or empty for none.
    public internal(set) var mediaButton = ""
}

extension NotificationScreen: CustomStringConvertible {
    /// The parts in one line.
    public var description: String {
        guard stage != .none else { return "no notification" }
        var parts = ["\(stage.rawValue) \"\(title)\""]
        if !subtitle.isEmpty { parts.append("subtitle \"\(subtitle)\"") }
        if !body.isEmpty { parts.append("body \"\(body)\"") }
        if !group.isEmpty { parts.append("group \"\(group)\"") }
        if !attachments.isEmpty { parts.append("media \(attachments.joined(separator: ", "))") }
        if hasCustomView {
            let shown = elements.sorted { $0.key < $1.key }.map { name, text in
                let turn = rotations[name].map { " turned \(Self.whole($0))°" } ?? ""
                let fade = alphas[name].map { " at \(Self.whole(($0 * 100).rounded()))%" } ?? ""
                return "\(name)=\"\(text)\"\(turn)\(fade)"
            }
            parts.append("view [\(shown.joined(separator: ", "))]")
        }
        if !mediaButton.isEmpty { parts.append("media button \(mediaButton)") }
        parts.append("buttons [\(buttons.joined(separator: ", "))]")
        if !sheet.isEmpty { parts.append("sheet [\(sheet.joined(separator: ", "))]") }
        return parts.joined(separator: "; ")
    }

    /// The whole part; what has none, such as an infinite rotation, as it is.
    private static func whole(_ value: Double) -> String {
        Int(exactly: value.rounded(.towardZero)).map { "\($0)" } ?? "\(value)"
    }
}

/// A step of a script that is not possible, or an expectation that is not met.
public struct NotificationScriptError: Error, Sendable, CustomStringConvertible {
    /// The step and what was seen in its place.
    public let description: String
    /// The step and what was seen, without the screen.
    let problem: String

    init(_ step: String, _ problem: String, seen: NotificationScreen) {
        self.problem = "\(step): \(problem)"
        description = "\(step): \(problem); the screen shows: \(seen)"
    }

    /// Creates the error of a script file; each sentence has its place.
    init(_ sentences: [String]) {
        description = sentences.joined(separator: "\n")
        problem = description
    }
}
