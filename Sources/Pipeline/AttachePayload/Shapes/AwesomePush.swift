/// A push of Flutter's awesome_notifications: `content` in data, as an object or as JSON text.
///
/// Source: awesome_notifications and awesome_notifications_fcm, documentation of the JSON for FCM and of their service
/// extension for iOS.
package enum AwesomePush {
    package static let sentence =
        "This is a push of awesome_notifications. iOS shows one picture, bigPicture. largeIcon has no place on iOS."
    package static let fix =
        "Add the service extension of awesome_notifications_fcm to the app, and name the picture as bigPicture with the layout BigPicture."

    /// Whether an object has the content of such a push.
    package static func isOne(_ data: JSONValue) -> Bool {
        guard let content = data.member("content") else { return false }
        let text = content.string.flatMap { try? JSONDocument(parsing: Array($0.utf8)) }
        let root = text?.root ?? content
        return root.kind == .object && root.text("channelKey") != nil
            && root.hasMember(of: ["notificationLayout", "bigPicture", "largeIcon"])
    }
}
