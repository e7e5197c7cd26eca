/// A form of request to a push service, which builds the payload from it.
///
/// A shape recognises its requests by their members, and builds what the phone receives from their own text. An object
/// with `aps` at its root is a payload and never a request.
protocol RequestShape: Sendable {
    /// The name in results, such as `fcm-v1`.
    static var name: String { get }
    /// The name in sentences, such as `an FCM HTTP v1 request`.
    static var title: String { get }
    /// The service, such as `FCM`.
    static var service: String { get }
    /// The change of a request that makes iOS start the extension.
    static var extensionAdvice: String { get }
    /// The policy of the extension that the service's own library brings; a name without a policy for services without one.
    static var policy: String { get }
    /// What the service adds by itself and what is therefore not in the payload that is judged; `nil` for nothing.
    static var additions: String? { get }
    /// How to get a request without the expressions that the service fills in.
    static var expressionAdvice: String { get }
    /// Whether a list of messages is a request as well.
    static var takesLists: Bool { get }
    /// Whether its service takes requests in YAML, which are then no text to convert.
    static var takesYAML: Bool { get }

    static func recognizes(_ root: JSONValue) -> Bool

    /// The messages of a request that go to iOS; throws the reason if there is none.
    static func messages(in root: JSONValue) throws(Reason) -> [JSONValue]

    /// Builds what the phone receives for one message; throws the reason if the service alone can build it.
    static func deliver(_ message: JSONValue, to payload: inout PayloadBuilder) throws(Reason)
}

extension RequestShape {
    static var policy: String { name }
    static var additions: String? { nil }
    static var takesLists: Bool { false }
    static var takesYAML: Bool { false }
    static var expressionAdvice: String { "Write the values of one receiver in their place." }

    static func messages(in root: JSONValue) throws(Reason) -> [JSONValue] {
        root.kind == .array ? Array(root.elements) : [root]
    }

    /// The reason for a request that reaches no iOS device, or of which no payload can be built here.
    static func undeliverable(_ sentence: String, as code: ReasonCode = .payloadNoAPS, fix: String) -> Reason {
        Reason(code, "This is \(title); \(sentence)", fix: fix)
    }

    /// The reason for a request whose texts are in a template at the service.
    static var templateOnly: Reason {
        undeliverable(
            "\(service) fills in a template that is not in the request.",
            as: .payloadNotAPayload,
            fix: "Give the payload as the device receives it; an extension on a test device can log it."
        )
    }
}

/// The known shapes of requests.
package enum RequestShapes {
    /// The limit of findings of one kind on one request: a request may have thousands of members.
    static let findingLimit = 16

    /// The shapes in the order in which they are tried: the ones with the most specific members first.
    static let all: [any RequestShape.Type] = [
        RemoteMessageShape.self, CustomerIOPayloadShape.self, FCMShape.self, ExpoShape.self, OneSignalShape.self,
        BrazeShape.self, PushwooshShape.self, GorushShape.self, AirshipShape.self, PinpointShape.self, SNSShape.self,
        AzureShape.self, CustomerIOShape.self, CleverTapShape.self, IterableShape.self, FCMLegacyShape.self,
        FCMAdminShape.self, ParseShape.self, HomeAssistantShape.self, UMengShape.self,
    ]

    /// The names of all shapes, as results have them.
    package static var names: [String] { all.map { $0.name } }

    /// The name for sentences of the shape with a name, such as `an FCM HTTP v1 request`.
    package static func title(of name: String) -> String? { all.first { $0.name == name }?.title }

    /// What the service of a shape adds to the payload, as a sentence.
    package static func additions(of name: String) -> String? { all.first { $0.name == name }?.additions }

    /// The messages of a list whose messages make different payloads, so that one result cannot be for all of them;
    /// `nil` for any other text.
    package static func messages(in text: [UInt8]) -> [[UInt8]]? {
        let first = text.first { !JSONByte.isWhiteSpace($0) }
        guard first == JSONByte.openBracket, let document = try? JSONDocument(parsing: text), document.root.count > 1,
            let shape = find(document.root), (try? Delivery(document, as: shape)) == nil
        else { return nil }
        return document.root.elements.map(document.compacted)
    }

    /// The shape of a request; `nil` for any other value.
    static func find(_ root: JSONValue) -> (any RequestShape.Type)? {
        switch root.kind {
        case .object:
            return root["aps"] == nil ? all.first { $0.recognizes(root) } : nil
        case .array:
            // A message is an object: a list in a list is no request.
            guard let first = root[0], first.kind == .object, let shape = find(first) else { return nil }
            return shape.takesLists ? shape : nil
        default:
            return nil
        }
    }
}

extension JSONValue {
    /// A member that is neither missing nor `null`.
    func member(_ name: String) -> JSONValue? { self[name].flatMap { $0.isNull ? nil : $0 } }

    /// A member of one kind; `nil` for any other.
    func member(_ name: String, _ kind: JSONKind) -> JSONValue? { self[name].flatMap { $0.kind == kind ? $0 : nil } }

    /// A member that is a string with at least one character.
    func text(_ name: String) -> JSONValue? {
        // Two bytes are an empty string: the quotation marks.
        member(name, .string).flatMap { $0.byteRange.count > 2 ? $0 : nil }
    }

    /// A member that is `true`.
    func flag(_ name: String) -> JSONValue? { self[name].flatMap { $0.boolean == true ? $0 : nil } }

    func hasMember(of names: [String]) -> Bool { names.contains { member($0) != nil } }

    /// The first member whose name is `spelling` in any case, with hyphens and underscores or without; `null` is none.
    func member(spelled spelling: String) -> JSONValue? {
        guard kind == .object else { return nil }
        return JSONElements(self).first { !$0.isNull && Spelling.of($0.key ?? "") == spelling }
    }

    /// Such a member of one kind; `nil` for any other.
    func member(spelled spelling: String, _ kind: JSONKind) -> JSONValue? {
        member(spelled: spelling).flatMap { $0.kind == kind ? $0 : nil }
    }
}

/// Names without the differences between `mutable-content`, `mutable_content` and `mutableContent`.
package enum Spelling {
    /// The name in lower case, without hyphens and underscores.
    package static func of(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }
}
