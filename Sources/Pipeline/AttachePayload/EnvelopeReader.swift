/// The reader of envelopes.
enum EnvelopeReader {
    /// Limit of `deadline_ms` in milliseconds: one hour.
    static let timeoutLimit = 3_600_000

    /// The payload in an envelope; `nil` for any other object, such as a request to UMeng, which has a `payload` too.
    ///
    /// The policy of an envelope is a name, and never an object.
    static func payload(in root: JSONValue) -> JSONValue? {
        root["policy"]?.kind == .object || UMengShape.recognizes(root) ? nil : root["payload"]
    }

    /// Reads an object with a `payload` member; warnings about headers go to `findings`, errors that reject the item to
    /// `problems`.
    static func read(_ document: JSONDocument, findings: inout [Reason], problems: inout [Reason]) -> Envelope {
        var envelope = Envelope(headers: PushHeaders())
        var unknown: [String] = []
        for (key, value) in document.root.members {
            switch key {
            case "id":
                if value.kind == .string || value.kind == .number {
                    envelope.identifier = document.compacted(value)
                } else {
                    problems.append(invalid("id", "a string or a number"))
                }
            case "deadline_ms":
                if let milliseconds = value.integer, (1...timeoutLimit).contains(milliseconds) {
                    envelope.timeout = .milliseconds(milliseconds)
                } else {
                    problems.append(invalid("deadline_ms", "a whole number from 1 to \(timeoutLimit)"))
                }
            case "policy":
                envelope.policy = value.string
                if value.string == nil { problems.append(invalid("policy", "the name of a policy")) }
            case "network":
                envelope.network = value.string
                if value.string == nil { problems.append(invalid("network", "the name of a network")) }
            case "headers":
                if value.kind == .object {
                    envelope.headers = PushHeaders(value, in: document, findings: &findings)
                } else {
                    problems.append(invalid("headers", "an object of APNs headers"))
                }
            case "payload": break
            default: unknown.append(key)
            }
        }
        if !unknown.isEmpty { findings.append(ignored(unknown)) }
        return envelope
    }

    /// The members of an envelope.
    static let names = ["payload", "id", "deadline_ms", "policy", "network", "headers"]

    /// The finding about members that are not read: a misspelt one is a warning, data of the sender's own a note.
    private static func ignored(_ unknown: [String]) -> Reason {
        let words = unknown.prefix(8).map {
            "\"\($0.prefix(64))\"\($0.utf8.count >= 4 ? NearestName.question($0, among: names) : "")"
        }
        // `uid` is not a misspelt `id`.
        let isMisspelt = unknown.prefix(8).contains { $0.utf8.count >= 4 && NearestName.find($0, among: names) != nil }
        return Reason(
            .payloadUnknownMember,
            "The envelope has members that are not read: \(words.joined(separator: ", ")).",
            fix: "An envelope has \(names.joined(separator: ", ")).",
            severity: isMisspelt ? .warning : .note
        )
    }

    private static func invalid(_ name: String, _ expected: String) -> Reason {
        Reason(
            .payloadInvalidEnvelope,
            "The envelope's \"\(name)\" is not \(expected).",
            fix: "Make \"\(name)\" \(expected), or leave it out."
        )
    }
}
