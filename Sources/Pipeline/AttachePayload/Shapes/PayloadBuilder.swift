/// Builds the payload that a push service makes of a request.
///
/// Values are copied from the request, so that numbers, escapes and the order of members are those of the sender. Each
/// part remembers the values of the request that it comes from. The cost is linear in the length of the request.
struct PayloadBuilder {
    /// The root of the request, for the places of findings.
    let root: JSONValue
    private var nodes: PayloadNodes
    /// The documents inside strings of the request from which values are copied.
    private(set) var embedded: [EmbeddedJSON] = []
    /// What the service loses or changes.
    private(set) var findings: [Reason] = []
    /// Why the service refuses the request; none for one that it takes.
    private(set) var refusals: [Reason] = []
    /// The value of the header apns-push-type.
    private(set) var pushType: String?

    init(_ root: JSONValue) {
        self.root = root
        nodes = PayloadNodes()
    }

    /// Parses the JSON text in a string of the request; `others` are strings with the same text.
    mutating func parse(
        _ string: JSONValue,
        alsoIn others: [JSONValue] = [],
        of shape: any RequestShape.Type
    ) throws(Reason) -> JSONValue {
        let text = string.string ?? ""
        do throws(JSONError) {
            let document = try JSONDocument(parsing: Array(text.utf8))
            embedded += ([string] + others).map { EmbeddedJSON(parent: $0, document: document) }
            return document.root
        } catch {
            let pointer = place(of: string)
            let position = pointer.map { " at \($0)" } ?? ""
            throw Reason(
                error.code,
                "This is \(shape.title); the JSON in the string\(position) is invalid: \(error.message)",
                fix: "Write the payload as one JSON object in this string, with its quotation marks escaped.",
                pointer: pointer
            )
        }
    }

    /// Reports a part of the request that the phone receives in another form, or not at all.
    mutating func lose(_ value: JSONValue?, _ sentence: String, fix: String? = nil) {
        report(.payloadRequestLoss, value, sentence, fix: fix)
    }

    /// Reports media of the request that reach no phone: the push falls back to plain text.
    mutating func loseMedia(_ value: JSONValue, _ sentence: String, fix: String) {
        report(.gateMediaUnread, value, sentence, fix: fix)
    }

    private mutating func report(_ code: ReasonCode, _ value: JSONValue?, _ sentence: String, fix: String?) {
        guard findings.count < RequestShapes.findingLimit else { return }
        findings.append(Reason(code, sentence, fix: fix, pointer: value.flatMap(place)))
    }

    /// Reports why the service refuses the request; no payload is built then.
    mutating func refuse(_ value: JSONValue?, _ sentence: String, fix: String? = nil) {
        guard refusals.count < RequestShapes.findingLimit else { return }
        refusals.append(Reason(.payloadRequestRefused, sentence, fix: fix, pointer: value.flatMap(place)))
    }

    /// Reports a part of the payload that only the service knows.
    mutating func note(_ sentence: String, fix: String? = nil) {
        let reason = Reason(.payloadRequestUnknown, sentence, fix: fix)
        if !findings.contains(reason) { findings.append(reason) }
    }

    /// Sets the push type; any that APNs does not know is as good as none.
    mutating func setPushType(_ type: String?) {
        if let type, PushHeaders.pushTypes.contains(type) { pushType = type }
    }

    /// Sets the push type to that of an object of headers.
    mutating func readPushType(in headers: JSONValue?) {
        setPushType(headers?.members.first { $0.key.lowercased() == "apns-push-type" }?.value.string)
    }

    /// Whether a finding or a refusal is about a value of the request.
    func isReported(_ value: JSONValue) -> Bool {
        guard !findings.isEmpty || !refusals.isEmpty, let place = place(of: value) else { return false }
        return findings.contains { $0.pointer == place } || refusals.contains { $0.pointer == place }
    }

    /// The JSON Pointer of a value in the request; `nil` for one inside a string.
    private func place(of value: JSONValue) -> String? {
        value.storage === root.storage ? JSONMatch(value: value, root: root).pointer : nil
    }
}

// MARK: - Members, by paths such as `aps/alert/title`

extension PayloadBuilder {
    /// Sets a member to a value of the request, in place of what is there; does nothing without a value.
    mutating func set(_ path: String, to value: JSONValue?) {
        guard let value else { return }
        nodes.assign(value, to: nodes.node(at: path))
    }

    /// Sets a member to other text than the request's; does nothing without the value that it stands for.
    mutating func set(_ path: String, text: String, for value: JSONValue?) {
        guard let value else { return }
        nodes.write(text.utf8, to: nodes.node(at: path), for: value)
    }

    /// The same with JSON text in bytes.
    mutating func set(_ path: String, text: [UInt8], for value: JSONValue) {
        nodes.write(text, to: nodes.node(at: path), for: value)
    }

    /// Sets a member that the service fills in to a text that stands for it.
    mutating func standIn(_ path: String, text: String) {
        nodes.write(text.utf8, to: nodes.node(at: path), for: nil)
    }

    /// Sets a member unless it is there; then the value is remembered as another source of it.
    mutating func fill(_ path: String, with value: JSONValue?) {
        guard let value else { return }
        let (node, isNew) = nodes.place(path)
        if isNew { nodes.assign(value, to: node) } else { nodes.addSource(value, to: node) }
    }

    /// Removes a member; does nothing where it is not there.
    mutating func remove(_ path: String...) {
        var parent = 0
        for name in path.dropLast() {
            guard let next = nodes.child(name.utf8.span, of: parent) else { return }
            parent = nodes.object(next)
        }
        if let name = path.last { nodes.remove(name.utf8.span, from: parent) }
    }

    /// Sets the members of an object, in place of what is there; objects inside objects are merged.
    mutating func merge(_ object: JSONValue?, at path: String = "") {
        guard let object, object.kind == .object else { return }
        nodes.merge(object, into: path.isEmpty ? 0 : nodes.object(nodes.node(at: path)))
    }

    /// Sets the members of an object that are not there yet.
    mutating func fillMembers(of object: JSONValue?, except others: Set<String> = []) {
        guard let object, object.kind == .object else { return }
        for member in JSONElements(object) {
            if let present = nodes.child(keyOf: member, of: 0) {
                nodes.addSource(member, to: present)
            } else if others.isEmpty || !others.contains(member.key ?? "") {
                nodes.assign(member, to: nodes.addMember(keyOf: member, to: 0))
            }
        }
    }

    /// The value at a path; `nil` for none and for one that is built here.
    func value(at path: String) -> JSONValue? { nodes.value(at: path) }

    /// Whether a value of the payload comes from a value of the request, or from one inside it.
    func isSource(_ value: JSONValue) -> Bool { nodes.haveSource(in: value) }

    /// Whether a member of the root is a URL of the web.
    var hasWebText: Bool { nodes.children(of: 0).contains { nodes.copied($0)?.string?.hasPrefix("http") ?? false } }

    /// Whether a member of the root is there.
    func has(_ name: String) -> Bool { nodes.child(name.utf8.span, of: 0) != nil }

    /// The text of the payload.
    var text: [UInt8] { nodes.text }

    /// Where the values of the payload come from, in their order.
    var origins: [PayloadOrigin] { nodes.origins }
}
