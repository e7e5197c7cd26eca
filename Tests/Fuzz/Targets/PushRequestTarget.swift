import PolicyFiles

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// Requests to push services, and the texts of consoles and commands in which people paste them.
enum PushRequestTarget {
    private static let secret = "s3cretw0rd"
    private static let replacement = "https://copies.example/a.png"
    private static let policies = PolicyLoader().load(directory: "policies").policies
    private static let gate = Gate(policies: policies)
    private static let chooser = PolicyChooser(policies: policies)
    private static let network = Network.presets[0]

    static func run(_ bytes: [UInt8]) {
        let text = withSecret(bytes)
        let item = InputItem(source: "fuzz", content: .bytes(text), arrival: .now).transcribed()
        if case .transcribed(let json, _) = item.content { check(json, readFrom: text) }
        switch PayloadReader().read(item) {
        case .failure(let rejection):
            require(rejection.reasons.contains { $0.severity == .block }, "a rejection has a blocking reason")
            hides(rejection.reasons)
            isLine(Rewriter().reject(item, rejection, elapsed: .zero), byteCount: text.count)
        case .success(let notification):
            hides(notification.findings)
            if let delivery = notification.delivery { check(delivery, notification) }
            judge(notification, of: item, byteCount: text.count)
        }
        for message in RequestShapes.messages(in: text) ?? [] {
            require(JSONDocument.isCompleteValue(message), "a message of a list is JSON")
        }
    }

    /// A curl command with credentials in front of its other words, and a URL with a password; all else as it is.
    private static func withSecret(_ bytes: [UInt8]) -> [UInt8] {
        guard !String(decoding: bytes, as: UTF8.self).lowercased().contains(secret) else { return bytes }
        for (start, words) in [
            ("curl ", "-u u:\(secret) -H 'Authorization: key=\(secret)' "), ("https://", "u:\(secret)@"),
        ] where bytes.starts(with: start.utf8) {
            return Array(start.utf8) + Array(words.utf8) + bytes.dropFirst(start.utf8.count)
        }
        return bytes
    }

    /// What a console printed: JSON, of which every text and every number is in the text, in its order.
    private static func check(_ json: [UInt8], readFrom text: [UInt8]) {
        guard let document = try? JSONDocument(parsing: json) else { fatalError("Broken property: it is JSON") }
        require(json.count <= 6 * text.count + 64, "the JSON is not much longer than the text")
        guard case .json(json, _)? = ConsoleText.read(text) else { fatalError("Broken property: it reads alike") }
        // An escape makes other characters.
        guard !text.contains(JSONByte.backslash) else { return }
        var rest = text[...]
        let tape = document.root.storage.tape
        for index in tape.indices {
            let value = JSONValue(storage: document.root.storage, index: index)
            guard let known = value.string ?? value.numberText, !["true", "false", "null"].contains(known) else {
                continue
            }
            for byte in known.utf8 {
                guard let place = rest.firstIndex(of: byte) else { return require(false, "\(known) is in the text") }
                rest = rest[(place + 1)...]
            }
        }
    }

    /// The way back from a payload to the request.
    private static func check(_ delivery: Delivery, _ notification: Notification) {
        require(delivery.payload.compacted() == notification.payload.bytes, "the payload is what the service builds")
        require(delivery.request(without: []) == delivery.request.bytes, "without a change a request stays as it is")
        for finding in notification.findings {
            let isThere = finding.pointer.map { delivery.request.root.value(at: $0) != nil } ?? true
            require(isThere, "\(finding.pointer ?? "") is in the request")
        }
        let payload = notification.payload.root
        for index in payload.storage.tape.indices.prefix(64) where !payload.storage.tape[index].isKey {
            let value = JSONValue(storage: payload.storage, index: index)
            let pointer = JSONMatch(value: value, root: payload).pointer
            guard let source = delivery.pointer(of: pointer) else { continue }
            require(delivery.request.root.value(at: source) != nil, "the source of \(pointer) is in the request")
        }
    }

    private static func judge(_ notification: Notification, of item: InputItem, byteCount: Int) {
        guard let place = chooser.choose(for: notification)?.place else { return }
        let policy = policies.policies[place]
        let terms = EvaluationContext(policy: policy, network: network, deadline: Deadline(at: .now), findings: [])
        let result: RewriteResult
        switch gate.decide(notification, under: policy) {
        case .stop(let stop):
            result = Rewriter().rewrite(notification, of: item, under: terms, stop: stop, elapsed: .zero)
        case .media(let references, let warnings):
            result = Rewriter().rewrite(
                notification,
                of: item,
                under: terms,
                verdicts: VerdictCollection(),
                warnings: warnings,
                elapsed: .zero
            )
            for reference in references { replace(reference, in: notification) }
        }
        hides(result.reasons)
        isLine(result, byteCount: byteCount)
        guard let sent = result.payload, let delivery = notification.delivery else { return }
        require(JSONDocument.isCompleteValue(sent), "the request that is sent is JSON")
        if result.outcome != .plain { return require(sent == delivery.request.bytes, "it is the received one") }
        guard case .success(let again) = read(sent), again.delivery?.shape == delivery.shape else { return }
        for media in policy.payload.media {
            // Removing an element shifts the next one to its index, so an indexed path may still match.
            let isIndexed = media.url.segments.contains { if case .index = $0 { true } else { false } }
            let matches = media.url.matches(in: again.payload.root)
            require(isIndexed || matches.isEmpty, "a plain \(delivery.shape) request has no media at \(media.url)")
        }
    }

    /// A copy's URL in the request is the copy's URL in the payload.
    private static func replace(_ reference: MediaReference, in notification: Notification) {
        guard let delivery = notification.delivery, let value = reference.value, value.kind == .string,
            let sent = delivery.request(replacing: [(value, Array(replacement.utf8))])
        else { return }
        require(JSONDocument.isCompleteValue(sent), "a request with another URL is JSON")
        guard case .success(let again) = read(sent), again.delivery?.shape == delivery.shape else { return }
        let found = again.payload.root.value(at: reference.pointer)?.string
        require(found == replacement, "the \(delivery.shape) request has the copy at \(reference.pointer)")
    }

    private static func read(_ bytes: [UInt8]) -> Result<Notification, RejectedPayload> {
        PayloadReader().read(InputItem(source: "fuzz", content: .bytes(bytes), arrival: .now))
    }

    private static func hides(_ reasons: [Reason]) {
        for reason in reasons {
            let text = [reason.message, reason.fix, reason.pointer].compactMap(\.self).joined(separator: " ")
            require(!text.contains(secret), "\(reason.code.rawValue) repeats no credentials: \(text)")
            let isOwn = text.contains("builds is invalid: ") && reason.code != .payloadTooDeep
            require(!isOwn, "what a service builds is JSON: \(text)")
        }
    }

    private static func isLine(_ result: RewriteResult, byteCount: Int) {
        let json = result.json()
        require(JSONDocument.isCompleteValue(json) && !json.contains(0x0A), "a result is one line of JSON")
        require(json.count <= 64 * byteCount + 65_536, "a result is bounded")
    }
}
