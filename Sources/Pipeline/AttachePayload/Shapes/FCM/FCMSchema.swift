/// What FCM's HTTP v1 API takes: it answers 400 to any other member, and to values of another type.
///
/// Source: Firebase documentation, REST resource projects.messages; the answers are those of `messages:send`. As with
/// every API of this kind a name counts with underscores and in lower camel case.
enum FCMSchema {
    /// What a member may be.
    private indirect enum Kind {
        case any
        case text
        /// A text of seconds that ends in `s`, such as `3600s`.
        case duration
        /// One of these names, in any case, or its number.
        case name([String])
        /// An object of which every member is a string.
        case texts
        /// Such an object without the keys that FCM keeps for itself.
        case data
        /// An object with any members.
        case members
        case object(Members)

        var isData: Bool { if case .data = self { true } else { false } }
    }

    /// The members of an object, under both of their names.
    private struct Members: Sendable, ExpressibleByDictionaryLiteral {
        let names: [String]
        // The hash is apart, so that a key is copied for an equal hash only.
        private let kinds: [(hash: UInt32, key: JSONTapeKey, kind: Kind)]

        init(dictionaryLiteral elements: (String, Kind)...) { self.init(elements) }

        init(_ elements: [(String, Kind)]) {
            names = elements.map(\.0)
            kinds = elements.flatMap { name, kind in
                Set([name, FCMSchema.camel(name)]).map(JSONTapeKey.init).map { ($0.hash, $0, kind) }
            }
        }

        /// What the member with a key may be; `nil` for an unknown one.
        func kind(of key: JSONNode, in bytes: Span<UInt8>) -> Kind? {
            for index in kinds.indices where kinds[index].hash == key.link {
                if kinds[index].key.isEqual(toText: key, in: bytes) { return kinds[index].kind }
            }
            return nil
        }
    }

    private static let notification: Members = ["title": .text, "body": .text, "image": .text]
    private static let appleOptions: Members = ["analytics_label": .text, "image": .text]
    private static let androidNotification = Members(
        texts(
            "title",
            "body",
            "icon",
            "color",
            "sound",
            "tag",
            "click_action",
            "body_loc_key",
            "title_loc_key",
            "channel_id",
            "ticker",
            "image"
        )
            + any(
                "body_loc_args",
                "title_loc_args",
                "sticky",
                "event_time",
                "local_only",
                "notification_priority",
                "default_sound",
                "default_vibrate_timings",
                "default_light_settings",
                "vibrate_timings",
                "visibility",
                "notification_count",
                "light_settings",
                "bypass_proxy_notification",
                "proxy"
            )
    )
    private static let android = Members(
        texts("collapse_key", "restricted_package_name")
            + any("direct_boot_ok", "bandwidth_constrained_ok", "restricted_satellite_ok") + [
                ("ttl", .duration), ("priority", .name(["HIGH", "NORMAL"])), ("data", .data),
                ("notification", .object(androidNotification)),
                ("fcm_options", .object(Members(any("analytics_label")))),
            ]
    )

    private static let request: Members = ["message": .any, "validate_only": .any]
    private static let message: Members = [
        "name": .text, "token": .text, "topic": .text, "condition": .text, "data": .data,
        "notification": .object(notification), "fcm_options": .object(Members(any("analytics_label"))),
        "android": .object(android),
        "apns": .object([
            "headers": .texts, "payload": .members, "live_activity_token": .text, "fcm_options": .object(appleOptions),
        ]),
        "webpush": .object([
            "headers": .texts, "data": .data, "notification": .any,
            "fcm_options": .object(Members(any("link", "analytics_label"))),
        ]),
    ]

    private static func any(_ names: String...) -> [(String, Kind)] { names.map { ($0, .any) } }
    private static func texts(_ names: String...) -> [(String, Kind)] { names.map { ($0, .text) } }

    /// Reports every member that makes the API refuse a request.
    ///
    /// - Parameters:
    ///   - root: The request; `nil` for a message that another service sends.
    ///   - message: The message in it, or the message alone.
    ///   - payload: Receives the refusals.
    static func check(_ root: JSONValue?, _ message: JSONValue, _ payload: inout PayloadBuilder) {
        if let root { check(root, request, at: { [] }, &payload) }
        check(message, Self.message, at: { ["message"] }, &payload)
        let receivers = FCMShape.receivers.filter { message.member($0) != nil }
        if receivers.count > 1 {
            payload.refuse(
                message.member(receivers[1]),
                "FCM answers 400: the message has \(receivers.joined(separator: " and ")), and may have one of them.",
                fix: "Send one message for each receiver."
            )
        }
    }

    /// Looks at each member once: requests of a whole campaign go through here. The path is made for a refusal only.
    private static func check(
        _ object: JSONValue,
        _ members: Members,
        at path: () -> [String],
        _ payload: inout PayloadBuilder
    ) {
        let (tape, bytes) = (object.storage.tape, object.storage.bytes)
        for value in JSONElements(object, includesChildren: object.kind == .object) {
            guard let kind = members.kind(of: tape[value.index - 1], in: bytes.span) else {
                refuse(value, of: members, at: path(), &payload)
                continue
            }
            guard value.kind != .null else { continue }
            if case .object(let members) = kind, value.kind == .object {
                check(value, members, at: { path() + [name(of: value)] }, &payload)
            } else {
                check(value, kind, at: { path() + [name(of: value)] }, &payload)
            }
        }
    }

    /// Looks at the value of a known member.
    private static func check(
        _ value: JSONValue,
        _ kind: Kind,
        at path: () -> [String],
        _ payload: inout PayloadBuilder
    ) {
        switch kind {
        case .any: return
        case .text: if value.kind != .string { refuse("is not a string", fix: "Write it as a string.") }
        case .duration:
            let digits = value.string.map {
                $0.utf8.dropLast().allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
            }
            guard let text = value.string, text.hasSuffix("s"), digits == true, Double(text.dropLast()) != nil else {
                return refuse("is not a time such as \"3600s\"", fix: "Write the seconds as a string that ends in s.")
            }
        case .name(let names):
            guard value.kind == .number || value.string.map({ names.contains($0.uppercased()) }) ?? false else {
                let list = names.joined(separator: " or ")
                return refuse("is not \(list)", fix: "Write \(list).")
            }
        case .texts, .data: checkTexts(value, isData: kind.isData, at: path, &payload)
        case .members, .object: if value.kind != .object { refuse("is not an object", fix: nil) }
        }

        func refuse(_ fault: String, fix: String?) {
            payload.refuse(value, "FCM answers 400: \(path().joined(separator: ".")) \(fault).", fix: fix)
        }
    }

    private static func refuse(
        _ value: JSONValue,
        of members: Members,
        at path: [String],
        _ payload: inout PayloadBuilder
    ) {
        let name = value.key ?? ""
        let known = members.names.first { Spelling.of($0) == Spelling.of(name) }
        payload.refuse(
            value,
            "FCM answers 400: unknown name \"\(name.prefix(64))\" at \(path.isEmpty ? "the top level" : path.joined(separator: ".")).",
            fix: known.map { "Write \"\($0)\"." } ?? FCMPlaces.advice(for: name, in: path)
        )
    }

    /// The name of a member with underscores.
    private static func name(of value: JSONValue) -> String { snake(value.key ?? "") }

    private static func checkTexts(
        _ map: JSONValue,
        isData: Bool,
        at path: () -> [String],
        _ payload: inout PayloadBuilder
    ) {
        guard map.kind == .object else {
            payload.refuse(map, "FCM answers 400: \(path().joined(separator: ".")) is not an object of strings.")
            return
        }
        var (first, count): (JSONValue?, Int) = (nil, 0)
        for value in JSONElements(map) {
            if isData, isReserved(value) {
                payload.refuse(
                    value,
                    "FCM answers 400: FCM keeps the key \"\((value.key ?? "").prefix(64))\" in \(path().joined(separator: ".")) for itself.",
                    fix: "Choose another name for it."
                )
            }
            guard value.kind != .string else { continue }
            first = first ?? value
            count += 1
        }
        guard let first else { return }
        let rest = count > 1 ? ", and \(count - 1) more" : ""
        payload.refuse(
            first,
            "FCM answers 400: \(path().joined(separator: ".")) accepts only strings, and "
                + "\"\((first.key ?? "").prefix(64))\" is not a string\(rest).",
            fix: "Write the value as a string; the receiver reads it as one."
        )
    }

    /// Whether FCM takes no such key in data: `from`, `message_type`, and what begins with a name of its own.
    private static func isReserved(_ value: JSONValue) -> Bool {
        if value.hasKey(beginningWith: "google.") || value.hasKey(beginningWith: "gcm.notification.") { return true }
        guard value.hasKey(beginningWith: "from") || value.hasKey(beginningWith: "message_type") else { return false }
        return value.key == "from" || value.key == "message_type"
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

    /// `fcm_options` as `fcmOptions`.
    private static func camel(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    /// The members that are read under both names.
    private static let camelNames = [
        "fcm_options": "fcmOptions", "live_activity_token": "liveActivityToken", "analytics_label": "analyticsLabel",
    ]
}
