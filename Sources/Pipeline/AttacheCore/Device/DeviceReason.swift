/// The reasons for which a device does not show verified media, each with the change that helps its dialect.
package enum DeviceReason {
    /// The reason that a device gives up one file.
    ///
    /// - Parameters:
    ///   - item: What the device makes of the file.
    ///   - medium: The file as the payload names it, and its response.
    ///   - rules: The rules of the extension.
    ///   - format: The format of the bytes; `nil` where it is not known.
    ///   - policy: The policy of the extension.
    /// - Returns: The reason, with a change that has not been made already.
    package static func dropped(
        _ item: DeviceVerdict.Medium,
        of medium: DeviceMedium,
        by rules: DeviceRules,
        _ format: MediaFormat?,
        _ policy: Policy
    ) -> Reason {
        let vendor = name(of: rules, policy)
        let name = item.printedName ?? "a file without a name"
        let advice = advice(rules, format, stated: medium.reference.typeHint, served: medium.facts?.mimeType)
        switch item.error {
        case .notification(101):
            let what = item.typeHint.map { "the type \"\($0)\"" } ?? "the name \"\(name)\""
            return Reason(
                .deviceTypeUnknown,
                "\(vendor)'s extension gives the file \(what); iOS does not attach such a file.",
                fix: advice
            )
        case .notification(102):
            return Reason(
                .deviceTooLarge,
                "\(vendor)'s extension names the file \"\(name)\"; the file is too large for that kind.",
                fix: advice
            )
        case .notification(105):
            return Reason(
                .deviceNotDrawn,
                "\(vendor)'s extension names the file \"\(name)\", but its bytes are "
                    + "\(format?.mimeType ?? "of another kind"): iOS attaches it and draws nothing.",
                fix: advice
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
                fix: item.notes.contains(.unlistedType) ? advice : item.notes.lazy.compactMap(\.fix).first,
                apple: item.error
            )
        }
    }

    /// The change that gives the file its right name, as the dialect's naming rules allow it.
    private static func advice(
        _ rules: DeviceRules,
        _ format: MediaFormat?,
        stated: String?,
        served: String?
    ) -> String {
        let format = format ?? .png
        // No name helps a file of such a format.
        guard format.isAttachable else { return "Send a JPEG, PNG, GIF or MP4 file." }
        // Only what the extension's own list takes helps.
        let names = ([format.preferredExtension] + format.extensions).filter { rules.listed($0) != nil }
        var ways: [String] = []
        func add(_ way: String) { if !ways.contains(way) { ways.append(way) } }
        func addType() { if served != format.mimeType { add("serve Content-Type \(format.mimeType)") } }
        func addStated(_ word: String?) {
            guard stated != nil else { return add("state the file's type next to its URL") }
            if let word { add("write the file's type next to its URL as \"\(word)\"") }
        }
        for rule in rules.naming {
            switch rule {
            case .url, .urlWithoutType, .urlText, .afterLastDot, .nameSuffix:
                if let name = names.first { add("end the URL in .\(name)") }
            case .suggestedName:
                // The path is the end of a URL without a query.
                if let name = names.first, !ways.contains("end the URL in .\(name)") { add("end the path in .\(name)") }
                addType()
            case .mimeImageSubtype: if format.kind == .image { addType() }
            case .mimeMap: if rules.mime[format.mimeType] != nil, !rules.stopsAtUnlisted { addType() }
            case .mimeType, .mimeTail, .hintMIMEType: addType()
            case .query(let key): if let name = names.first { add("add \(key)=NAME.\(name) to the query") }
            case .payloadType, .hintPayloadIdentifier: addStated(names.first)
            case .hintPayloadType: addStated(format.typeIdentifier)
            case .payloadValue, .hintPayloadValue:
                let words = rules.values.filter { $0.value == format.typeIdentifier || names.contains($0.value) }
                addStated(words.keys.min())
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
