/// Airship's push object: `audience`, `device_types` and `notification` with the overrides in `ios`.
///
/// Source: Airship API reference, push object and iOS platform overrides. That a media attachment sets
/// mutable-content is not confirmed.
enum AirshipShape: RequestShape {
    static let name = "airship"
    static let title = "an Airship push object"
    static let service = "Airship"
    static let extensionAdvice = #"Set "mutable_content": true in notification.ios."#
    static let additions: String? = #"Airship adds the identifier "_", of about 45 bytes."#
    static let takesLists = true

    static func recognizes(_ root: JSONValue) -> Bool {
        root["audience"] != nil && root["device_types"] != nil
    }

    static func deliver(_ message: JSONValue, to payload: inout PayloadBuilder) throws(Reason) {
        if let types = message.member("device_types", .array), !types.elements.contains(where: { $0.string == "ios" }) {
            throw undeliverable("its device_types have no \"ios\".", fix: #"Add "ios" to device_types."#)
        }
        guard let notification = message.member("notification", .object) else { return }
        let ios = notification.member("ios", .object)
        addAlert(ios?.member("alert") ?? notification.member("alert"), ios, to: &payload)
        let media = ios?.member("media_attachment", .object)
        payload.set("aps/mutable-content", text: "1", for: ios?.flag("mutable_content") ?? media)
        let isSilent =
            ios?.flag("content_available") ?? ios?.flag("content-available")
            ?? ios?.member("content-available", .number)
        payload.set("aps/content-available", text: "1", for: isSilent)
        payload.set("aps/badge", to: ios?.member("badge", .number))
        payload.set("aps/sound", to: ios?.member("sound"))
        payload.set("aps/category", to: ios?.text("category"))
        payload.set("aps/thread-id", to: ios?.text("thread_id"))
        payload.set("aps/interruption-level", to: ios?.text("interruption_level"))
        payload.set("aps/relevance-score", to: ios?.member("relevance_score", .number))
        payload.set("aps/target-content-id", to: ios?.text("target_content_id"))
        payload.set("com.urbanairship.media_attachment", to: media)
        payload.fillMembers(of: ios?.member("extra", .object), except: ["aps"])
        payload.noteUnused(
            of: ios,
            media: "media_attachment",
            except: ["expiry", "priority", "collapse_id", "mutable_content", "apns_priority"]
        )
        if media != nil, ios?.flag("mutable_content") == nil {
            payload.note(
                "Attache assumes that Airship sets mutable-content for media_attachment.",
                fix: #"Set "mutable_content": true in notification.ios to be sure."#
            )
        }
        if media == nil, let picture = notification.member("android", .object)?.member("style") {
            payload.lose(
                picture,
                "The style of notification.android never reaches iOS.",
                fix: "Add media_attachment to notification.ios."
            )
        }
    }

    /// A text alone is a string; with a title or a subtitle it is an object.
    private static func addAlert(_ alert: JSONValue?, _ ios: JSONValue?, to payload: inout PayloadBuilder) {
        let titles = (ios?.text("title"), ios?.text("subtitle"))
        guard alert?.kind == .object || titles.0 != nil || titles.1 != nil else {
            return payload.set("aps/alert", to: alert)
        }
        if let alert, alert.kind == .object {
            payload.merge(alert, at: "aps/alert")
        } else {
            payload.set("aps/alert/body", to: alert)
        }
        payload.set("aps/alert/title", to: titles.0)
        payload.set("aps/alert/subtitle", to: titles.1)
    }
}
