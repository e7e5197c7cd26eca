extension Delivery {
    static func nothingForIOS(_ shape: any RequestShape.Type) -> Reason {
        Reason(
            .payloadNoAPS,
            "This is \(shape.title), but nothing in it makes a notification on iOS.",
            fix: "Add a title and a text for iOS."
        )
    }

    static func severalPayloads(_ count: Int, of shape: any RequestShape.Type) -> Reason {
        Reason(
            .payloadNotAPayload,
            "This is \(shape.title) with \(count) messages that make different payloads, but a result is for one "
                + "payload.",
            fix: "Give each message by itself: one per line with --ndjson, or one per request."
        )
    }

    /// The note about expressions in braces, which services replace by values of the receiver.
    static func expressions(in text: [UInt8], of shape: any RequestShape.Type) -> [Reason] {
        let isOpen: (Int) -> Bool = {
            text[$0] == JSONByte.openBrace && [JSONByte.openBrace, 0x25].contains(text[$0 + 1])
        }
        guard text.count > 1, text.indices.dropLast().contains(where: isOpen) else { return [] }
        return [
            Reason(
                .payloadRequestUnknown,
                "The request has expressions such as {{name}}, which \(shape.service) replaces; Attache reads them as "
                    + "written.",
                fix: shape.expressionAdvice
            )
        ]
    }
}

extension PayloadBuilder {
    /// Reports a sound that names no file: iOS looks for a file of exactly this name.
    mutating func reportSound() {
        guard let sound = value(at: "aps/sound"),
            let name = sound.text("name") ?? (sound.kind == .string ? sound : nil),
            let text = name.string, text != "default", !text.isEmpty, !text.contains("."), !text.contains("{")
        else { return }
        lose(
            name,
            "iOS plays the default sound unless the app has a file named \"\(text.prefix(64))\"; sound files have an extension.",
            fix: "Write the whole name of the file, such as \"\(text.prefix(64)).caf\"."
        )
    }
}

extension PayloadBuilder {
    /// The limit of unused members that are looked at.
    private static let unusedLimit = 24

    /// Notes the members of an object that no value of the payload comes from: what they do on iOS is the service's. Those
    /// that are called like media and name a URL are reported as media that reach no phone, and other spellings of known
    /// names as lost. What is empty, or reported already, is left out.
    ///
    /// - Parameters:
    ///   - object: An object of the request; `nil` for none.
    ///   - media: The member in which the service takes media.
    ///   - read: The names that make a part of the payload, in their right spelling.
    ///   - others: The names that never make a part of a payload, such as how long a message is kept.
    ///   - platforms: How the names of members for other platforms begin.
    mutating func noteUnused(
        of object: JSONValue?,
        media: String,
        reads read: [String] = [],
        except others: Set<String>,
        platforms: [String] = []
    ) {
        guard let object, object.kind == .object else { return }
        var names: [String] = []
        var unused = 0
        // Bounded, since each look at a value goes through the whole payload.
        for value in JSONElements(object) where unused < Self.unusedLimit {
            guard let name = value.key else { continue }
            let isUnused =
                !others.contains(name) && !value.isWithoutContent && !platforms.contains(where: name.hasPrefix)
                && !isSource(value) && !isReported(value)
            guard isUnused else { continue }
            unused += 1
            if value.isNamedLikeMedia, value.holdsWebURL {
                loseMedia(
                    value,
                    name == media
                        ? "\"\(media)\" has a form that the service does not take, so the phone receives no media from it."
                        : "The service takes no media from \"\(name.prefix(64))\", so the phone receives none.",
                    fix: "Write the URL in \"\(media)\", in the form that the service documents."
                )
            } else if let right = Spelling.right(of: name, among: read + others) {
                lose(
                    value,
                    "The service does not read \"\(name.prefix(64))\", so it has no effect.",
                    fix: "Write \"\(right)\"."
                )
            } else {
                names.append(name)
            }
        }
        noteUnchecked(names)
    }

    /// Notes members whose effect on iOS is not known.
    mutating func noteUnchecked(_ names: [String]) {
        guard !names.isEmpty else { return }
        let list = names.prefix(8).map { "\"\($0.prefix(64))\"" }.joined(separator: ", ")
        note("Attache does not check what these members do on iOS: \(list)\(names.count > 8 ? " and others" : "").")
    }

    /// Reports the members that have no effect because of another one; media among them reach no phone.
    ///
    /// - Parameters:
    ///   - names: The names of the members.
    ///   - object: The object that may have them.
    ///   - winner: What takes their place, such as `custom_payload`.
    ///   - fix: Where to write them.
    mutating func loseReplaced(_ names: [String], of object: JSONValue, by winner: String, fix: String) {
        for name in names {
            guard let value = object.member(name), !value.isWithoutContent, !isReported(value) else { continue }
            let sentence = "\"\(name)\" has no effect next to \(winner)"
            if value.isNamedLikeMedia, value.holdsWebURL {
                loseMedia(value, "\(sentence), so the phone receives no media from it.", fix: fix)
            } else {
                lose(value, "\(sentence).", fix: fix)
            }
        }
    }
}

extension Spelling {
    /// The known name of which a name is another spelling; `nil` for none. A known name in lower case may be read in any
    /// case, as programs in Go do.
    fileprivate static func right(of name: String, among known: [String]) -> String? {
        let spelling = of(name)
        return known.first { known in
            let small = known.lowercased()
            return known != name && of(known) == spelling && (small != known || small != name.lowercased())
        }
    }
}

extension JSONValue {
    /// Whether the value asks for nothing: `null`, `false`, or an empty text, list or object.
    var isWithoutContent: Bool {
        switch kind {
        case .null: true
        case .boolean: boolean == false
        // Two bytes are the quotation marks.
        case .string: byteRange.count == 2
        case .object, .array: count == 0
        case .number: false
        }
    }

    private static let mediaWords = ["attachment", "image", "picture", "photo", "media", "video", "asset"]

    /// Whether the value's key has a word for media, such as `ios_attachment`.
    fileprivate var isNamedLikeMedia: Bool {
        guard let name = key.map(Spelling.of) else { return false }
        return Self.mediaWords.contains { name.contains($0) }
    }

    /// Whether the value is a URL of the web, or a list or object that holds one.
    fileprivate var holdsWebURL: Bool {
        if let text = string { return text.hasPrefix("http") }
        guard kind == .object || kind == .array else { return false }
        return JSONElements(self).contains { $0.string?.hasPrefix("http") ?? false }
    }
}
