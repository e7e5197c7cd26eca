import AttacheCore

extension PayloadButtonRule {
    /// The vendors whose buttons are known from their SDKs' sources.
    static let all = [oneSignal, iterable, klaviyo, emarsys, countly, wonderPush, kumulos]

    private static let oneSignal = PayloadButtonRule(
        vendor: "onesignal",
        places: [
            ["os_data", "buttons"], ["os_data", "buttons", "o"], ["buttons"], ["buttons", "o"], ["actionbuttons"],
        ],
        keepsCategory: true,
        reversesPairs: true,
        options: .customDismissAction,
        category: { payload, _ in
            let identifier = payload["os_data"]?["i"]?.string ?? payload["custom"]?["i"]?.string
            return identifier.map { "__onesignal__dynamic__\($0)" }
        },
        action: { entry, _ in
            guard let title = entry["n"]?.string else { return nil }
            let icon = entry["path"]?.string.map { path in
                entry["icon_type"]?.string == "system" ? NotificationAction.Icon.symbol(path) : .image(path)
            }
            return button(entry["i"]?.string ?? title, title, .foreground, icon)
        }
    )

    private static let iterable = PayloadButtonRule(
        vendor: "iterable",
        places: [["itbl", "actionButtons"]],
        keepsCategory: true,
        category: { payload, _ in payload["itbl"]?["messageId"]?.string },
        action: { entry, _ in
            guard let identifier = entry["identifier"]?.string, let title = entry["title"]?.string else { return nil }
            let type = entry["buttonType"]?.string
            let opensApp = entry["openApp"]?.boolean ?? true
            var options: NotificationAction.Options = opensApp ? .foreground : []
            if type == "destructive" { options.insert(.destructive) }
            if opensApp || entry["requiresUnlock"]?.boolean == true { options.insert(.authenticationRequired) }
            let icon = entry["actionIcon"].flatMap { icon -> NotificationAction.Icon? in
                let name = icon["imageName"]?.string
                return name.map { icon["iconType"]?.string == "systemImage" ? .symbol($0) : .image($0) }
            }
            let input = type == "textInput" ? textInput(entry["inputTitle"], entry["inputPlaceholder"]) : nil
            return button(identifier, title, options, icon, input)
        }
    )

    private static let klaviyo = PayloadButtonRule(
        vendor: "klaviyo",
        places: [["body", "action_buttons"]],
        keepsCategory: true,
        gate: { payload in payload["body"]?["_k"] != nil },
        category: { _, identifier in "com.klaviyo.button.\(identifier)" },
        action: { entry, _ in
            guard let identifier = entry["id"]?.string, let title = entry["label"]?.string else { return nil }
            switch (entry["action"]?.string, entry["url"]?.string) {
            case ("open_app", nil), ("deep_link", .some): return button(identifier, title, .foreground)
            default: return nil
            }
        }
    )

    private static let emarsys = PayloadButtonRule(
        vendor: "emarsys",
        places: [["ems", "actions"]],
        // A random UUID on the device.
        category: { _, identifier in "emarsys.\(identifier)" },
        action: { entry, _ in
            guard let identifier = entry["id"]?.string, let title = entry["title"]?.string else { return nil }
            let options: NotificationAction.Options? =
                switch entry["type"]?.string {
                case "MEAppEvent", "MECustomEvent": entry["name"]?.string == nil ? nil : .foreground
                case "OpenExternalUrl": entry["url"]?.string == nil ? nil : .foreground
                case "Dismiss": .destructive
                default: nil
                }
            return options.map { button(identifier, title, $0) }
        }
    )

    private static let countly = PayloadButtonRule(
        vendor: "countly",
        places: [["c", "b"]],
        replacesOthers: true,
        category: { payload, _ in payload["c"]?["i"]?.string.map { "CountlyCategoryIdentifier\($0)" } },
        action: { entry, index in
            entry["t"]?.string.map { button("CountlyActionIdentifier\(index + 1)", $0, .foreground) }
        }
    )

    private static let wonderPush = PayloadButtonRule(
        vendor: "wonderpush",
        places: [["_wp", "alert", "buttons"]],
        // With the time on the device.
        category: { _, identifier in "WonderPushNotification_\(identifier)" },
        action: { entry, index in
            guard let title = entry["label"]?.string, !title.isEmpty else { return nil }
            let staysClosed = entry["targetUrl"]?.string?.hasSuffix("noop") == true
            return button("WonderPush_\(index)", title, staysClosed ? [] : .foreground)
        }
    )

    private static let kumulos = PayloadButtonRule(
        vendor: "kumulos-optimove",
        places: [["custom", "a", "k.buttons"]],
        options: .customDismissAction,
        category: { payload, _ in
            payload["custom"]?["a"]?["k.message"]?["data"]?["id"]?.integer.map { "__kumulos_category_\($0)__" }
        },
        action: { entry, _ in
            guard let identifier = entry["id"]?.string, let title = entry["text"]?.string else { return nil }
            let icon = entry["icon"]?["id"]?.string.map { name in
                entry["icon"]?["type"]?.string == "system" ? NotificationAction.Icon.symbol(name) : .image(name)
            }
            return button(identifier, title, .foreground, icon)
        }
    )

    private static func button(
        _ identifier: String,
        _ title: String,
        _ options: NotificationAction.Options,
        _ icon: NotificationAction.Icon? = nil,
        _ input: NotificationAction.TextInput? = nil
    ) -> NotificationAction {
        let title = LocalizedText(title)
        return NotificationAction(identifier: identifier, title: title, options: options, icon: icon, textInput: input)
    }

    private static func textInput(_ button: JSONValue?, _ placeholder: JSONValue?) -> NotificationAction.TextInput {
        NotificationAction.TextInput(
            button: LocalizedText(button?.string ?? ""),
            placeholder: LocalizedText(placeholder?.string ?? "")
        )
    }
}
