/// A notification that the app makes itself with Notifee, which is no push.
///
/// Source: Notifee documentation, `displayNotification` and `IOSNotificationAttachment`; invertase/notifee, NotifeeCoreUtil,
/// for the forms of a URL that it takes; a service extension runs for remote
/// notifications only.
enum LocalNotification {
    private static let calls = ["displayNotification(", "createTriggerNotification("]
    /// The members of an attachment that only Notifee has.
    private static let ownMembers = ["thumbnailHidden", "thumbnailClippingRect"]
    /// The members of `ios` and of `android` that no push service takes under these names.
    private static let ownOptions = [
        "ios": ["foregroundPresentationOptions", "categoryId", "communicationInfo"],
        "android": ["channelId", "pressAction", "smallIcon"],
    ]

    static let sentence =
        "This is a local notification of Notifee, not a push. No service extension takes part; the app loads the file "
        + "itself."
    static let fix =
        "Try attache explain 'URL' with the attachment's URL. To see a picture in a push, give the request to the push service."

    /// Whether code ends in a call that shows a notification.
    static func isCall(_ code: ArraySlice<UInt8>) -> Bool {
        let code = code.suffix(256).filter { !JSONByte.isWhiteSpace($0) }
        return calls.contains { code.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// The reason for a list of attachments, or for a notification with one; `nil` for any other value.
    static func reason(_ root: JSONValue) -> Reason? {
        let isList = root.kind == .array
        guard let list = isList ? root : root.member("ios", .object)?.member("attachments", .array),
            let first = list[0], let url = first.text("url"),
            first.hasMember(of: ownMembers) || !isList && hasOwnOptions(root)
        else { return nil }
        guard url.string?.lowercased().hasPrefix("file:") ?? false else {
            return Reason(.payloadNotAPayload, sentence, fix: fix)
        }
        return Reason(
            .payloadNotAPayload,
            "\(sentence) Notifee reads file://… as the name of a file in the app's bundle, and finds no such file.",
            fix: "Pass the path without file://."
        )
    }

    private static func hasOwnOptions(_ root: JSONValue) -> Bool {
        root.hasMember(of: ["title", "body", "subtitle"])
            && ownOptions.contains { root.member($0.key, .object)?.hasMember(of: $0.value) ?? false }
    }
}
