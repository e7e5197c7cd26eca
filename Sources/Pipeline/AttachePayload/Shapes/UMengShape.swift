/// UMeng's send request: `payload` is what the phone receives, `policy` says when it expires.
///
/// Source: UMeng documentation, U-Push API, message sending, for iOS and Android.
enum UMengShape: RequestShape {
    static let name = "umeng"
    static let title = "a request to UMeng"
    static let service = "UMeng"
    static let extensionAdvice = #"Set "mutable-content": 1 in "aps" of payload."#

    static func recognizes(_ root: JSONValue) -> Bool {
        root.text("appkey") != nil && root.member("payload", .object) != nil
            && root.hasMember(of: ["type", "timestamp"])
    }

    static func deliver(_ root: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        guard let content = root.member("payload", .object) else { return }
        guard content.member("aps", .object) != nil else {
            throw undeliverable(
                "its payload has no \"aps\", so it is for Android.",
                fix: "Add \"aps\" with an alert to payload, in a request for the iOS app."
            )
        }
        payload.merge(content)
    }
}
