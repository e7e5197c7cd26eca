/// What iOS makes of a type as a notification attachment.
package enum DeviceAcceptance: Sendable {
    /// Listed in Apple's documentation of `UNNotificationAttachment`.
    case documented
    /// Not listed there, and accepted by the devices people have looked at.
    case observed
    /// Error 101, "Unrecognized attachment file type".
    case refused
}
