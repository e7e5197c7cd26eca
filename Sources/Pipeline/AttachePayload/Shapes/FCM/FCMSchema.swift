/// What FCM's HTTP v1 API takes: it answers 400 to any other member, and to values of another type.
///
/// Source: Firebase documentation, REST resource projects.messages; the answers are those of `messages:send`. As with
/// every API of this kind a name counts with underscores and in lower camel case.
enum FCMSchema {
    /// The members of each object, by its place in the request.
    private static let members: [(path: [String], names: Set<String>)] = [
        ([], ["message", "validate_only"]),
        (
            ["message"],
            [
                "name", "data", "notification", "android", "webpush", "apns", "fcm_options", "token", "topic",
                "condition",
            ]
        ),
        (["message", "notification"], ["title", "body", "image"]),
        (["message", "fcm_options"], ["analytics_label"]),
        (["message", "apns"], ["headers", "payload", "fcm_options", "live_activity_token"]),
        (["message", "apns", "fcm_options"], ["analytics_label", "image"]),
        (
            ["message", "android"],
            [
                "collapse_key", "priority", "ttl", "restricted_package_name", "data", "notification", "fcm_options",
                "direct_boot_ok", "bandwidth_constrained_ok", "restricted_satellite_ok",
            ]
        ),
        (
            ["message", "android", "notification"],
            [
                "title", "body", "icon", "color", "sound", "tag", "click_action", "body_loc_key", "body_loc_args",
                "title_loc_key", "title_loc_args", "channel_id", "ticker", "sticky", "event_time", "local_only",
                "notification_priority", "default_sound", "default_vibrate_timings", "default_light_settings",
                "vibrate_timings", "visibility", "notification_count", "light_settings", "image",
                "bypass_proxy_notification", "proxy",
            ]
        ),
        (["message", "android", "fcm_options"], ["analytics_label"]),
        (["message", "webpush"], ["headers", "data", "notification", "fcm_options"]),
        (["message", "webpush", "fcm_options"], ["link", "analytics_label"]),
    ]

    /// The members that are strings, by the object around them.
    private static let texts: [(path: [String], names: [String])] = [
        (["message"], ["name", "token", "topic", "condition"]),
        (["message", "notification"], ["title", "body", "image"]),
        (["message", "apns"], ["live_activity_token"]),
        (["message", "apns", "fcm_options"], ["analytics_label", "image"]),
    ]

    /// The objects of which every member is a string.
    private static let maps = [
        ["message", "data"], ["message", "apns", "headers"], ["message", "android", "data"],
        ["message", "webpush", "headers"],
        ["message", "webpush", "data"],
    ]

    /// Reports every member that makes the API refuse a request.
    ///
    /// - Parameters:
    ///   - root: The request; `nil` for a message that another service sends.
    ///   - message: The message in it, or the message alone.
    ///   - payload: Receives the refusals.
    static func check(_ root: JSONValue?, _ message: JSONValue, _ payload: inout PayloadBuilder) {
        for (path, names) in members {
            guard let object = path.isEmpty ? root : value(at: path, in: message) else { continue }
            guard object.kind == .object else {
                payload.refuse(object, "FCM answers 400: \(path.joined(separator: ".")) is not an object.")
                continue
            }
            for (name, value) in object.members where !(names.contains(name) || names.contains(snake(name))) {
                payload.refuse(
                    value,
                    "FCM answers 400: unknown name \"\(name.prefix(64))\" at \(path.isEmpty ? "the top level" : path.joined(separator: ".")).",
                    fix: FCMPlaces.advice(for: name, in: path)
                )
            }
        }
        checkTypes(of: message, &payload)
    }

    private static func checkTypes(of message: JSONValue, _ payload: inout PayloadBuilder) {
        for (path, names) in texts {
            guard let object = value(at: path, in: message), object.kind == .object else { continue }
            for name in names {
                guard let value = member(name, of: object), value.kind != .string else { continue }
                payload.refuse(
                    value,
                    "FCM answers 400: \((path + [name]).joined(separator: ".")) is not a string.",
                    fix: "Write it as a string."
                )
            }
        }
        for path in maps {
            guard let map = value(at: path, in: message) else { continue }
            let place = path.joined(separator: ".")
            guard map.kind == .object else {
                payload.refuse(map, "FCM answers 400: \(place) is not an object of strings.")
                continue
            }
            let others = JSONElements(map).filter { $0.kind != .string }
            guard let first = others.first else { continue }
            let rest = others.count > 1 ? ", and \(others.count - 1) more" : ""
            payload.refuse(
                first,
                "FCM answers 400: \(place) takes only strings, and \"\((first.key ?? "").prefix(64))\" is none\(rest).",
                fix: "Write the value as a string; the receiver reads it as one."
            )
        }
    }

    /// The value at a place, without the step `message`; `nil` for none and for `null`.
    private static func value(at path: [String], in message: JSONValue) -> JSONValue? {
        var value = message
        for name in path.dropFirst() {
            guard let next = member(name, of: value) else { return nil }
            value = next
        }
        return value
    }

    /// A member by its name with underscores, or by that in lower camel case; `nil` for none and for `null`.
    static func member(_ name: String, of object: JSONValue) -> JSONValue? {
        guard object.kind == .object else { return nil }
        return object.member(name) ?? camelNames[name].flatMap { object.member($0) }
    }

    /// Such a member of one kind.
    static func member(_ name: String, of object: JSONValue?, _ kind: JSONKind) -> JSONValue? {
        object.flatMap { member(name, of: $0) }.flatMap { $0.kind == kind ? $0 : nil }
    }

    /// `fcmOptions` as `fcm_options`; any other name unchanged.
    private static func snake(_ name: String) -> String {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first), !name.contains("_") else { return name }
        return name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }

    /// The members that are read under both names.
    private static let camelNames = [
        "fcm_options": "fcmOptions", "live_activity_token": "liveActivityToken", "analytics_label": "analyticsLabel",
    ]
}
