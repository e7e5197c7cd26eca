/// Where senders put the flag that starts the extension, and iOS does not read it.
package enum MutableContentPlace {
    /// The usual wrong places, from the payload: beside `aps`, under another spelling, in the alert, as an FCM member.
    private static let strays = [
        ["mutable-content"], ["mutable_content"], ["mutableContent"], ["aps", "mutable_content"],
        ["aps", "mutableContent"], ["aps", "alert", "mutable-content"], ["gcm.notification.mutable-content"],
        ["gcm.notification.mutable_content"],
    ]

    /// Returns the JSON Pointer of a flag that iOS ignores; `nil` for none.
    ///
    /// Every push without the flag is searched, so that the steps are not read from a pointer.
    package static func stray(in root: JSONValue) -> String? {
        let found = strays.first { steps in steps.reduce(Optional(root)) { $0?[$1] } != nil }
        return found.map { "/" + $0.joined(separator: "/") }
    }
}
