/// Where a member belongs that FCM's HTTP v1 API does not have at its place.
enum FCMPlaces {
    /// The places by the member's spelling, from any object of a message.
    private static let places: [String: String] = [
        "sound": "Move it to apns.payload.aps.sound, and for Android to android.notification.sound.",
        "badge": "Move it to apns.payload.aps.badge, as a number.",
        "subtitle": "Move it to apns.payload.aps.alert.subtitle.",
        "alert": "Move it to apns.payload.aps.alert.",
        "category": "Move it to apns.payload.aps.category.",
        "clickaction": "Move it to apns.payload.aps.category, and for Android to android.notification.click_action.",
        "mutablecontent": #"Write "mutable-content": 1 in apns.payload.aps."#,
        "contentavailable": #"Write "content-available": 1 in apns.payload.aps."#,
        "threadid": "Move it to apns.payload.aps.thread-id.",
        "interruptionlevel": "Move it to apns.payload.aps.interruption-level.",
        "priority": #"Write "apns-priority": "10" in apns.headers, and for Android android.priority."#,
        "timetolive": "Write apns-expiration in apns.headers, and for Android android.ttl.",
        "ttl": "Write apns-expiration in apns.headers, and for Android android.ttl.",
        "collapsekey": "Write apns-collapse-id in apns.headers, and for Android android.collapse_key.",
        "collapseid": "Write apns-collapse-id in apns.headers, and for Android android.collapse_key.",
        "icon": "Move it to android.notification.icon; iOS shows the app's own icon.",
        "color": "Move it to android.notification.color; iOS has none.",
        "tag": "Move it to android.notification.tag, and for iOS write apns-collapse-id in apns.headers.",
        "androidchannelid": "Move it to android.notification.channel_id.",
        "channelid": "Move it to android.notification.channel_id.",
        "titlelockey": "Write title-loc-key in apns.payload.aps.alert.",
        "titlelocargs": "Write title-loc-args in apns.payload.aps.alert.",
        "bodylockey": "Write loc-key in apns.payload.aps.alert.",
        "bodylocargs": "Write loc-args in apns.payload.aps.alert.",
        "aps": "Move it to apns.payload.aps.",
        "payload": "Move it to apns.payload.",
        "to": "Write token for one device, or topic without /topics/.",
        "registrationids": "Write token, and send one request for each device.",
        "tokens": "Write token, and send one message for each token; only the Admin SDK takes several.",
        "dryrun": "Write validate_only at the top level.",
        "data": "Move it to message.data, where all values are strings.",
        "link": "Write the link in message.data, and for the web in webpush.fcm_options.link.",
        "url": "Write the link in message.data.",
    ]

    private static let images: Set<String> = [
        "image", "imageurl", "picture", "attachment", "attachmenturl", "media", "mediaurl",
    ]
    private static let messageMembers: Set<String> = [
        "data", "notification", "android", "webpush", "apns", "fcmoptions", "token", "topic", "condition",
    ]

    /// The change that gives a member its effect; `nil` for a name of the sender's own.
    static func advice(for name: String, in path: [String]) -> String? {
        let spelling = Spelling.of(name)
        if path.isEmpty, messageMembers.contains(spelling) { return "Move it into message." }
        if spelling == "imageurl", path.last == "notification" || path.last == "fcm_options" {
            return "Over HTTP the member is image; the Admin SDK calls it imageUrl."
        }
        if path == ["message"], spelling == "title" || spelling == "body" || spelling == "image" {
            return "Move it to notification.\(spelling)."
        }
        if images.contains(spelling) {
            return "Write the URL as image of notification, or as apns.fcm_options.image for iOS alone."
        }
        if path == ["message", "apns"], spelling == "notification" || spelling == "alert" {
            return "Write the text in notification, or in apns.payload.aps.alert for iOS alone."
        }
        if let place = places[spelling] { return place }
        if path.last == "notification" { return "Move it to message.data, as a string, where the app reads it." }
        return path == ["message", "apns"]
            ? "Move it to apns.payload, where the app reads it." : "Move it to message.data, as a string, or remove it."
    }
}
