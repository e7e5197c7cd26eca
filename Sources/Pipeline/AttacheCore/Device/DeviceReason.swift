/// The reasons for which a device does not show verified media, each with the change that helps its dialect.
package enum DeviceReason {
    /// The reason that a device gives up one file, whose bytes are of a format.
    package static func dropped(
        _ item: DeviceVerdict.Medium,
        by rules: DeviceRules,
        _ format: MediaFormat?,
        _ policy: Policy
    ) -> Reason {
        let vendor = name(of: rules, policy)
        let name = item.printedName ?? "a file without a name"
        switch item.error {
        case .notification(101):
            let what = item.typeHint.map { "the type \"\($0)\"" } ?? "the name \"\(name)\""
            return Reason(
                .deviceTypeUnknown,
                "\(vendor)'s extension gives the file \(what); iOS does not attach such a file.",
                fix: advice(rules, format)
            )
        case .notification(102):
            return Reason(
                .deviceTooLarge,
                "\(vendor)'s extension names the file \"\(name)\"; the file is too large for that kind.",
                fix: advice(rules, format)
            )
        case .notification(105):
            return Reason(
                .deviceNotDrawn,
                "\(vendor)'s extension names the file \"\(name)\", but its bytes are "
                    + "\(format?.mimeType ?? "of another kind"): iOS attaches it and draws nothing.",
                fix: advice(rules, format)
            )
        case .url(-1001):
            return Reason(
                .deviceTooLate,
                "The file takes longer than \(vendor)'s extension waits for it.",
                fix: "Serve a smaller file, or serve it faster."
            )
        default:
            let cause = item.notes.first?.message ?? "The extension does not load this URL."
            return Reason(
                .deviceNotLoaded,
                "\(vendor): \(cause)",
                fix: item.notes.contains(.unlistedType) ? advice(rules, format) : nil,
                apple: item.error
            )
        }
    }

    /// The change that gives the file its right name, as the dialect's naming rules allow it.
    private static func advice(_ rules: DeviceRules, _ format: MediaFormat?) -> String {
        let format = format ?? .png
        // Only what the extension's own list takes helps.
        let names = ([format.preferredExtension] + format.extensions).filter { rules.listed($0) != nil }
        var ways: [String] = []
        func add(_ way: String) { if !ways.contains(way) { ways.append(way) } }
        let type = "serve Content-Type \(format.mimeType)"
        for rule in rules.naming {
            switch rule {
            case .url, .urlWithoutType, .urlText, .afterLastDot, .nameSuffix:
                if let name = names.first { add("end the URL in .\(name)") }
            case .suggestedName:
                if let name = names.first { add("end the path in .\(name)") }
                add(type)
            case .mimeImageSubtype: if format.kind == .image { add(type) }
            case .mimeMap: if rules.mime[format.mimeType] != nil, !rules.stopsAtUnlisted { add(type) }
            case .mimeType, .mimeTail, .hintMIMEType: add(type)
            case .query(let key): if let name = names.first { add("add \(key)=NAME.\(name) to the query") }
            case .payloadType, .payloadValue, .hintPayloadType, .hintPayloadValue, .hintPayloadIdentifier:
                add("state the file's type next to its URL")
            case .fixed(let word):
                if let kind = MediaFormat.named(byExtension: word)?.kind, kind != format.kind {
                    add("send a file that fits the name .\(word)")
                }
            case .bytes, .hintBytes, .queryAny: continue
            }
        }
        guard let first = ways.first else {
            let isFixed = rules.naming.allSatisfy { if case .fixed = $0 { true } else { false } }
            return isFixed
                ? "Change the extension: the file's name must end in .\(format.preferredExtension)."
                : "Send a JPEG, PNG, GIF or MP4 file."
        }
        return ([first.prefix(1).uppercased() + first.dropFirst()] + ways.dropFirst()).joined(separator: ", or ") + "."
    }

    /// A repaired file whose original the payload names.
    static let unsentCopy = Reason(
        .deviceUnsentCopy,
        "The payload names the original file, which the device does not show. The repaired copy is not sent.",
        fix: "Send the URL of the copy: add --rehost."
    )

    /// One of several media that the device does not show takes all others with it.
    static func allOrNothing(by rules: DeviceRules, under policy: Policy) -> Reason {
        Reason(
            .deviceAllOrNothing,
            "\(name(of: rules, policy))'s extension shows either all media of a push or none, and at least one of them "
                + "fails.",
            fix: "Correct the media that fail, or leave them out."
        )
    }

    /// The extension's time ends before the last of several media is loaded.
    static func tooLate(by rules: DeviceRules, under policy: Policy) -> Reason {
        Reason(
            .deviceTooLate,
            "\(name(of: rules, policy))'s extension does not have enough time for all media of the push.",
            fix: "Send fewer or smaller files."
        )
    }

    private static func name(of rules: DeviceRules, _ policy: Policy) -> String {
        rules.vendor.isEmpty ? policy.name : rules.vendor
    }
}
