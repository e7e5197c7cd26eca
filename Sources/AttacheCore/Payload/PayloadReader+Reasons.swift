extension PayloadReader {
    static func reason(_ error: JSONError) -> Reason {
        let place = "line \(error.position.line), column \(error.position.column), byte \(error.position.offset)"
        let sentence = error.code == .payloadEmpty ? "The input is empty." : "\(error.message) Found at \(place)."
        let fix: String =
            switch error.code {
            case .payloadEmpty: "Give one JSON payload with an \"aps\" object."
            case .payloadDuplicateKey: "Keep one of the two: parsers disagree about which one counts."
            case .payloadTooDeep: "Nest arrays and objects at most 512 deep."
            default: "Send RFC 8259 JSON in UTF-8 without a byte order mark."
            }
        return Reason(error.code, sentence, fix: fix)
    }

    static func notObject(_ kind: JSONKind) -> Reason {
        Reason(
            .payloadNotObject,
            "The payload is \(article(kind)) instead of an object.",
            fix: "Send an object with an \"aps\" member."
        )
    }

    static func noAPS(_ root: JSONValue) -> Reason {
        let found = root["aps"].map { "an \"aps\" member that is \(article($0.kind))" } ?? "no \"aps\" member"
        return Reason(
            .payloadNoAPS,
            "The payload has \(found), so APNs has nothing to deliver.",
            fix: "Add \"aps\": {\"alert\": …, \"mutable-content\": 1} at the top level."
        )
    }

    static func tooLarge(_ byteCount: Int, limit: Int) -> Reason {
        Reason(
            .payloadTooLarge,
            "The payload has \(byteCount) bytes in compact form; APNs takes \(limit).",
            fix: "Leave out \(byteCount - limit) bytes: APNs answers 413 PayloadTooLarge."
        )
    }

    static func rawTooLarge(_ byteCount: Int, compact: Int) -> Reason {
        Reason(
            .payloadRawTooLarge,
            "As written the payload has \(byteCount) bytes, over APNs' limit; without white space it has \(compact).",
            fix: "Send the compact form."
        )
    }

    static func tooLong(limit: Int) -> Reason {
        Reason(
            .payloadTooLarge,
            "The input is longer than \(limit) bytes and was not read on; APNs takes \(payloadLimit).",
            fix: "Give one payload per file, or one per line with --ndjson."
        )
    }

    private static func article(_ kind: JSONKind) -> String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "a boolean"
        case .null: "null"
        }
    }
}
