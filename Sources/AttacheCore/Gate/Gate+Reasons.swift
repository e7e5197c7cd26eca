extension Gate {
    static let backgroundPush = Reason(
        .gateBackgroundPush,
        "iOS hands background pushes to the app and never starts the extension for them.",
        fix: "Send an alert push: apns-push-type \"alert\" and a non-empty aps.alert."
    )

    static let noAlert = Reason(
        .gateNoAlert,
        "iOS does not start the extension because the push shows no alert: title, subtitle and body are empty.",
        fix: "Add a non-empty \"alert\" to \"aps\"."
    )

    static let mutableContentOff = Reason(
        .gateMutableContentMissing,
        "iOS does not start the extension because aps.mutable-content is off.",
        fix: "Set \"mutable-content\": 1 in \"aps\"."
    )

    static let mutableContentUnusual = Reason(
        .gateMutableContentUnusual,
        "aps.mutable-content is neither a number nor a boolean; iOS takes it for 1, and relays may drop it.",
        fix: "Set \"mutable-content\": 1 in \"aps\"."
    )

    static func mutableContentMissing(_ payload: JSONDocument) -> Reason {
        let isBesideAPS = ["mutable-content", "mutable_content"].contains { payload.root[$0] != nil }
        let place = isBesideAPS ? "; it stands beside \"aps\", where iOS does not look" : ""
        return Reason(
            .gateMutableContentMissing,
            "iOS does not start the extension because \"aps\" has no mutable-content\(place).",
            fix: isBesideAPS
                ? "Move \"mutable-content\": 1 into \"aps\"." : "Add \"mutable-content\": 1 to \"aps\"."
        )
    }

    static func noMedia(_ policy: Policy) -> Reason {
        Reason(.gateNoMedia, "The payload names no media where the policy \"\(policy.name)\" looks for them.")
    }

    static func vendorKeyMissing(_ path: JSONPath, policy: Policy) -> Reason {
        Reason(
            .gateVendorKeyMissing,
            "The extension of \"\(policy.name)\" loads no media because \(path) is missing.",
            fix: "Add \(path) as the vendor's own sender does."
        )
    }

    static func handlerNotCalled(_ policy: Policy) -> Reason {
        Reason(
            .gateHandlerNotCalled,
            "The extension of \"\(policy.name)\" never answers such a push; iOS shows it as sent after 30 s.",
            fix: "Add the keys that the vendor's extension needs, or leave the push without mutable-content."
        )
    }
}
