/// What an object without `aps` is, if it is not a request that Attache knows.
enum NoPayload {
    /// What an object looks like, and what to give in its place.
    private struct Likeness {
        let words: String
        let fix: String
    }

    /// The reason for an object without `aps`.
    static func reason(_ root: JSONValue, isInEnvelope: Bool = false) -> Reason {
        let names = root.members.prefix(PayloadReader.payloadLimit).map(\.key)
        if !isInEnvelope, names.contains(where: { ["id", "deadline_ms", "headers"].contains($0) }),
            !names.contains("payload"), names.allSatisfy(EnvelopeReader.names.contains)
        {
            return Reason(
                .payloadNoAPS,
                "The envelope has no payload, so APNs has nothing to deliver.",
                fix: "Add \"payload\": {\"aps\": {\"alert\": …, \"mutable-content\": 1}}."
            )
        }
        if let aps = root["aps"] {
            return Reason(
                .payloadNoAPS,
                "The payload has an \"aps\" member that is \(PayloadReader.article(aps.kind)), so APNs has nothing to deliver.",
                fix: advice
            )
        }
        if let first = root.member("messages", .array)?.elements.first(where: { _ in true }),
            ["token", "topic", "condition"].contains(where: { first.text($0) != nil }),
            first.hasMember(of: ["notification", "data", "apns", "android", "webpush"])
        {
            return Reason(
                .payloadNotAPayload,
                "The payload is a list of messages for a server library of FCM, so this is not what the phone receives. "
                    + "FCM's HTTP v1 API takes one message a request.",
                fix: "Give each message as a request: {\"message\": {\"token\": …, …}}.",
                pointer: "/messages"
            )
        }
        if let inner = innerPayload(of: root) {
            let place = JSONMatch(value: inner, root: root).pointer
            return Reason(
                .payloadNotAPayload,
                "The payload has its \"aps\" member at \(place), not at the root, so this is not what the phone "
                    + "receives.",
                fix: "Give only the object around \"aps\", or the whole request to the push service.",
                pointer: place
            )
        }
        if let reason = LocalNotification.reason(root) ?? WebPush.reason(root) { return reason }
        if let topic = root.text("topic"), root.text("attach") != nil, topic.string != nil {
            return Reason(.payloadNotAPayload, TextService.ntfy.sentence, fix: TextService.ntfy.fix, pointer: "/attach")
        }
        guard let likeness = likeness(of: root, names) else {
            return Reason(
                .payloadNoAPS,
                "The payload has no \"aps\" member, so APNs has nothing to deliver.",
                fix: advice
            )
        }
        return Reason(
            .payloadNotAPayload,
            "The payload has no \"aps\" member: this is not what the phone receives. \(likeness.words)",
            fix: likeness.fix
        )
    }

    private static let advice = "Add \"aps\": {\"alert\": …, \"mutable-content\": 1} at the top level."

    /// The first `aps` object inside another one.
    private static func innerPayload(of root: JSONValue) -> JSONValue? {
        let tape = root.storage.tape
        for index in tape.indices.dropFirst() where !tape[index].isKey && tape[index - 1].isKey {
            let value = JSONValue(storage: root.storage, index: index)
            if value.kind == .object, value.key == "aps" { return value }
        }
        return nil
    }

    /// The marks of services and client libraries, the most specific first: members that one object has all of.
    private static func likeness(of root: JSONValue, _ names: [String]) -> Likeness? {
        let known = Set(names)
        func has(_ wanted: String...) -> Bool { known.isSuperset(of: wanted) }
        let wholeRequest = "Give the whole request that the sender posts, or the payload as the extension receives it."
        if has("request", "date") || has("request", "actionIdentifier") {
            return Likeness(
                words: "It looks like a notification of Expo's client library.",
                fix: "Give request.trigger.payload, which is the payload as received."
            )
        }
        if has("use_blueprint") {
            return Likeness(
                words: "It is an automation of Home Assistant from a blueprint; the blueprint contains the call.",
                fix: "Paste the call from the trace of the automation."
            )
        }
        if has("contents") || has("headings") || has("ios_attachments") {
            return Likeness(words: "It looks like a OneSignal request without app_id.", fix: "Add \"app_id\".")
        }
        if has("asset_url") || has("asset_file_type") {
            return Likeness(
                words: "It looks like Braze's apple_push object alone.",
                fix: "Give the whole request: {\"messages\": {\"apple_push\": …}}."
            )
        }
        if has("platform_specific") || root.member("content", .object)?.member("platform_specific") != nil {
            return Likeness(words: "It looks like content of a CleverTap campaign.", fix: wholeRequest)
        }
        if has("platform", "audience"), has("notification") || has("message") {
            return Likeness(
                words: "It looks like a JPush request, which Attache does not read.",
                fix: "Give what the phone receives; the page Troubleshooting says how to save it."
            )
        }
        if has("media_attachment") || root.member("notification", .object)?.member("ios", .object) != nil {
            return Likeness(
                words: "It looks like a part of an Airship push object.",
                fix: "Give the whole object, with \"audience\", \"device_types\" and \"notification\"."
            )
        }
        if has("richContent") || has("mutableContent", "title") || has("categoryId", "title") {
            return Likeness(
                words: "It looks like a message to Expo's push service without a receiver.",
                fix: "Add \"to\": \"ExponentPushToken[…]\"."
            )
        }
        if root.member("notification", .object) != nil {
            return Likeness(
                words: "It looks like a message to FCM, or a message as a client library hands it to the app.",
                fix: "Give the request to FCM: {\"message\": {\"token\": …, \"notification\": …, \"apns\": …}}."
            )
        }
        if known.contains(where: { ["alert", "badge", "mutablecontent", "contentavailable"].contains(Spelling.of($0)) })
        {
            let hasFlag = known.contains { Spelling.of($0) == "mutablecontent" && $0 != "mutable-content" }
            return Likeness(
                words: "It looks like the members of \"aps\" without \"aps\" around them.",
                fix: hasFlag
                    ? "Write {\"aps\": {\"mutable-content\": 1, …}}: iOS reads the flag only there, and only under "
                        + "that name. In a request to FCM's HTTP v1 API, \"aps\" belongs in apns.payload."
                    : "Write {\"aps\": {…}}, and the keys of the app next to \"aps\"."
            )
        }
        if root.member("data", .object) != nil {
            return Likeness(
                words: "It looks like a data message to FCM or a push to Parse, but it does not say who receives it.",
                fix: wholeRequest
            )
        }
        if has("immediateDeliveryFlag") || has("deliveryTime", "target") {
            return Likeness(
                words: "It looks like a request to NIFCLOUD mobile backend, which cannot set mutable-content: "
                    + "its pushes never start an extension, and iOS shows no picture.",
                fix: "Send the push through a service that sets mutable-content."
            )
        }
        if has("message") || has("title") || has("body") {
            return Likeness(
                words: "It looks like a request to a push service that Attache does not know, or to your own server.",
                fix:
                    "Give what the phone receives; the page Troubleshooting says how to save it. A sender that cannot set "
                    + "mutable-content in aps gets no picture on iOS."
            )
        }
        return nil
    }
}
