/// The payload stage: reads bytes into a deliverable push or the reasons of its rejection.
package struct PayloadReader: Sendable {
    /// Apple's limit of the JSON as sent, in bytes.
    package static let payloadLimit = 4096
    /// Apple's limit of VoIP pushes, in bytes.
    package static let voiceLimit = 5120
    /// The member that names the receiving app in `.apns` files.
    package static let simulatorKey = "Simulator Target Bundle"

    /// The path of the identifier, from the root of the input; without a match the `id` of an envelope is used.
    package let identifierPath: JSONPath?

    package init(identifierPath: JSONPath? = nil) {
        self.identifierPath = identifierPath
    }

    /// Reads one item. Nothing is thrown: an invalid item is a result too.
    package func read(_ item: InputItem) -> Result<Notification, RejectedPayload> {
        switch item.content {
        case .unreadable(let sentence):
            return .failure(RejectedPayload(reasons: [Reason(.payloadUnreadable, sentence)]))
        case .tooLong(let limit):
            return .failure(RejectedPayload(reasons: [Self.tooLong(limit: limit)]))
        case .bytes(let bytes): return read(bytes, isLine: item.origin.line != nil, [])
        case .transcribed(let bytes, let form): return read(bytes, isLine: false, [form.note])
        }
    }

    private func read(_ bytes: [UInt8], isLine: Bool, _ notes: [Reason]) -> Result<Notification, RejectedPayload> {
        do {
            return try read(JSONDocument(parsing: bytes), notes)
        } catch {
            return .failure(RejectedPayload(reasons: [Self.reason(error, in: bytes, isLine: isLine)]))
        }
    }

    private func read(
        _ document: JSONDocument,
        _ notes: [Reason]
    ) throws(JSONError) -> Result<Notification, RejectedPayload> {
        guard document.root.kind == .object || RequestShapes.find(document.root) != nil else {
            let reason = LocalNotification.reason(document.root) ?? Self.notObject(document.root.kind)
            return .failure(RejectedPayload(reasons: [reason] + notes))
        }
        var findings = notes
        let named = identifier(in: document)
        // A bare payload has `aps` at its root; an envelope has `payload` there instead.
        guard document.root["aps"] == nil, let inner = EnvelopeReader.payload(in: document.root) else {
            return try read(payload: document, identifier: named, envelope: nil, findings: findings)
        }
        var problems: [Reason] = []
        let envelope = EnvelopeReader.read(document, findings: &findings, problems: &problems)
        let identifier = named ?? envelope.identifier
        if inner.kind != .object { problems.append(Self.notObject(inner.kind)) }
        guard problems.isEmpty else {
            return .failure(
                RejectedPayload(identifier: identifier, headers: envelope.headers.text, reasons: problems + notes)
            )
        }
        let payload = try JSONDocument(parsing: Array(document.bytes[inner.byteRange]))
        return try read(payload: payload, identifier: identifier, envelope: envelope, findings: findings)
    }

    /// The string or number at `identifierPath`.
    private func identifier(in document: JSONDocument) -> [UInt8]? {
        guard let value = identifierPath?.first(in: document.root)?.value,
            value.kind == .string || value.kind == .number
        else { return nil }
        return document.compacted(value)
    }

    private func read(
        payload given: JSONDocument,
        identifier: [UInt8]?,
        envelope: Envelope?,
        findings: [Reason]
    ) throws(JSONError) -> Result<Notification, RejectedPayload> {
        var findings = findings
        var raw = given
        var delivery: Delivery?
        let shape = given.root["aps"] == nil ? RequestShapes.find(given.root) : nil
        func rejected(_ reasons: [Reason]) -> Result<Notification, RejectedPayload> {
            .failure(
                RejectedPayload(
                    identifier: identifier,
                    headers: envelope?.headers.text,
                    shape: shape?.name,
                    reasons: reasons + findings.filter { $0.code == .payloadConsoleText }
                )
            )
        }
        if let shape {
            if shape.takesYAML { findings.removeAll { $0 == ConsoleForm.yaml.note } }
            do throws(RefusedRequest) {
                let unwrapped = try Delivery(given, as: shape)
                raw = unwrapped.payload
                findings += unwrapped.findings
                delivery = unwrapped
            } catch {
                return rejected(error.reasons)
            }
        }
        guard let aps = raw.root["aps"], aps.kind == .object else {
            return rejected([NoPayload.reason(raw.root, isInEnvelope: envelope != nil)])
        }

        let target = delivery == nil ? raw.root[Self.simulatorKey] : nil
        let payload = target.map { raw.removing([$0]) } ?? raw
        let compact = payload.compacted()
        let limit = envelope?.headers.pushType == "voip" ? Self.voiceLimit : Self.payloadLimit
        guard compact.count <= limit else { return rejected([Self.tooLarge(compact.count, limit: limit)]) }
        if raw.bytes.count > limit { findings.append(Self.rawTooLarge(raw.bytes.count, compact: compact.count)) }

        let reading = APSReader.read(aps)
        return .success(
            Notification(
                payload: compact.count == payload.bytes.count ? payload : try JSONDocument(parsing: compact),
                aps: reading.aps,
                identifier: identifier,
                envelope: envelope,
                delivery: delivery,
                simulatorTargetBundle: target.flatMap(\.string),
                findings: reading.findings.isEmpty ? findings : findings + reading.findings
            )
        )
    }
}

extension JSONError {
    /// The code of the reason that a result gives for it.
    package var code: ReasonCode {
        switch problem {
        case .empty: .payloadEmpty
        case .tooDeep: .payloadTooDeep
        case .tooLong: .payloadTooLarge
        case .duplicateKey: .payloadDuplicateKey
        default: .payloadInvalidJSON
        }
    }
}

extension PayloadReader {
    /// The reason for text that is not JSON.
    ///
    /// - Parameters:
    ///   - error: What the parser says of it.
    ///   - bytes: The text.
    ///   - isLine: Whether it is one line of many.
    ///   - namesPlace: Whether the sentence ends with the place, for reports that have no other room for it.
    /// - Returns: The reason, which names the form of a console's text.
    package static func reason(
        _ error: JSONError,
        in bytes: [UInt8],
        isLine: Bool,
        namesPlace: Bool = true
    ) -> Reason {
        if !isLine, !bytes.isEmpty, error.code == .payloadInvalidJSON {
            if let url = LoneURL(bytes) { return url.rejection }
            switch ConsoleText.read(bytes) {
            // The place of the first fault says more.
            case .json(_, .lineBreaks), .json(_, .trailingCommas), .json(_, .lineBreaksAndCommas), nil: break
            case let text?: return text.rejection
            }
        }
        let position = error.position
        let place = " Found at line \(position.line), column \(position.column), byte \(position.offset)."
        let sentence = error.code == .payloadEmpty ? "The input is empty." : error.message + (namesPlace ? place : "")
        return Reason(error.code, sentence, fix: fix(error, in: bytes, isLine: isLine))
    }

    /// What to do about text that would be JSON without the error.
    static func fix(_ error: JSONError, in bytes: [UInt8], isLine: Bool) -> String {
        switch error.code {
        case .payloadEmpty: "Give one JSON payload with an \"aps\" object."
        case .payloadDuplicateKey: "Keep one of the two: parsers disagree about which one counts."
        case .payloadTooDeep: "Nest arrays and objects at most 512 deep."
        default: JSONHint.fix(error, in: bytes, isLine: isLine)
        }
    }

    static func notObject(_ kind: JSONKind) -> Reason {
        Reason(
            .payloadNotObject,
            "The payload is \(article(kind)) instead of an object.",
            fix: "Send an object with an \"aps\" member."
        )
    }

    package static func tooLarge(_ byteCount: Int, limit: Int) -> Reason {
        Reason(
            .payloadTooLarge,
            "The payload has \(byteCount) bytes in compact form; the limit of APNs is \(limit).",
            fix: "Shorten the payload by at least \(byteCount - limit) bytes; APNs rejects it with 413 PayloadTooLarge."
        )
    }

    static func rawTooLarge(_ byteCount: Int, compact: Int) -> Reason {
        Reason(
            .payloadRawTooLarge,
            "The payload has \(byteCount) bytes as written, over the limit of APNs; without white space it has "
                + "\(compact).",
            fix: "Send the compact form."
        )
    }

    package static func tooLong(limit: Int) -> Reason {
        Reason(
            .payloadTooLarge,
            "The input is longer than \(limit) bytes, and the rest was not read; the limit of APNs is \(payloadLimit).",
            fix: "Give one payload per file; attache rewrite --ndjson reads one per line."
        )
    }

    static func article(_ kind: JSONKind) -> String {
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

/// An item that is not a deliverable push.
package struct RejectedPayload: Error, Sendable {
    /// The item's identifier as JSON text, if it could be read.
    package var identifier: [UInt8]?
    /// The APNs headers as JSON text, if they could be read.
    package var headers: [UInt8]?
    /// The shape of the request to a push service, if it is one.
    package var shape: String?
    /// The reasons, the headline first.
    package var reasons: [Reason]

    package init(
        identifier: [UInt8]? = nil,
        headers: [UInt8]? = nil,
        shape: String? = nil,
        reasons: [Reason]
    ) {
        self.identifier = identifier
        self.headers = headers
        self.shape = shape
        self.reasons = reasons
    }
}
