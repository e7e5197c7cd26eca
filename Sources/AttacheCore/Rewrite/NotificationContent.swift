/// What the device shows: the members of `UNNotificationContent`.
package struct NotificationContent: Sendable, Equatable {
    /// Text, badge, sound and the other members that come from `aps`.
    package var aps: APSDictionary
    /// The payload as received, as JSON text.
    package var userInfo: [UInt8]
    /// The media, the first of which shows in the banner.
    package var attachments: [Attachment]
}
