import AttacheCore
import LoopbackOrigin

/// One case of `attache policy test`: a payload, the answer of the origin, and what is expected of the result.
struct PolicyCase: Sendable {
    /// The answer to one request.
    struct Response: Sendable {
        var status = 200
        var fields: [(name: String, value: String)] = []
        /// The body; `nil` for the sample that fits the path of the URL.
        var body: [UInt8]?
        /// The code of a failure in place of a response.
        var failure: ReasonCode?
    }

    /// The name, or the place in the file.
    let name: String
    /// The envelope to process.
    let input: [UInt8]
    /// The answers in the order of the requests; the last one is repeated.
    let responses: [Response]
    let expectations: [PolicyExpectation]

    private static let members = ["name", "payload", "network", "policy", "response", "expect"]
    private static let responseMembers = ["status", "headers", "content-type", "body", "location", "fails"]

    /// Reads a case; adds every mistake to `problems`, and returns `nil` with any.
    static func read(_ text: [UInt8], place: String, problems: inout [String]) -> PolicyCase? {
        let count = problems.count
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(parsing: text).root
        } catch {
            problems.append("\(place): invalid case: \(error.message)")
            return nil
        }
        guard root.kind == .object else {
            problems.append("\(place): invalid case: it is not an object; use payload and expect.")
            return nil
        }
        check(root, members, "\(place):", &problems)
        let input = input(of: root, place, &problems)
        let responses = responses(of: root, place, &problems)
        let expectations = PolicyExpectation.read(root["expect"], place, &problems)
        guard problems.count == count else { return nil }
        return PolicyCase(
            name: root["name"]?.string ?? place,
            input: input,
            responses: responses,
            expectations: expectations
        )
    }

    /// Reports members that have no meaning.
    static func check(_ value: JSONValue, _ known: [String], _ place: String, _ problems: inout [String]) {
        for (name, _) in value.members where !known.contains(name) {
            let hint = NearestName.question(name, among: known)
            problems.append("\(place) invalid member \"\(name)\"\(hint); use \(known.joined(separator: ", ")).")
        }
    }

    private static func input(of root: JSONValue, _ place: String, _ problems: inout [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for name in ["network", "policy"] {
            guard let value = root[name] else { continue }
            guard let text = value.string else {
                problems.append("\(place): invalid \(name): it is not a text; use the name of a \(name).")
                continue
            }
            writer.member(name, text)
        }
        writer.key("payload")
        switch root["payload"] {
        // A text is a payload as it is, so that a mistake in its JSON can be a case too.
        case let value? where value.kind == .string: writer.raw(Array((value.string ?? "").utf8))
        case let value?: writer.raw(Array(value.text.utf8))
        case nil: problems.append("\(place): invalid case: it has no payload; use payload: {\"aps\": …}.")
        }
        writer.endObject()
        return writer.bytes
    }

    private static func responses(of root: JSONValue, _ place: String, _ problems: inout [String]) -> [Response] {
        guard let value = root["response"] else { return [Response()] }
        let list = value.kind == .array ? Array(value.elements) : [value]
        return list.map { response(of: $0, place, &problems) }
    }

    private static func response(of value: JSONValue, _ place: String, _ problems: inout [String]) -> Response {
        var response = Response()
        check(value, responseMembers, "\(place): response:", &problems)
        if let status = value["status"] {
            if let code = status.integer, (100...599).contains(code) {
                response.status = code
            } else {
                problems.append("\(place): response: invalid status; use a number from 100 to 599.")
            }
        }
        if let location = value["location"]?.string {
            response.fields.append(("Location", location))
            if value["status"] == nil { response.status = 302 }
        }
        if let type = value["content-type"]?.string { response.fields.append(("Content-Type", type)) }
        if let headers = value["headers"] {
            for (name, field) in headers.members { response.fields.append((name, field.string ?? field.text)) }
        }
        if let name = value["body"]?.string {
            response.body = SampleMedia(rawValue: name)?.bytes
            if response.body == nil {
                let known = SampleMedia.allCases.map(\.rawValue).joined(separator: ", ")
                problems.append("\(place): response: invalid body \"\(name)\"; use one of \(known).")
            } else if value["content-type"] == nil, let type = SampleMedia(rawValue: name)?.mimeType {
                response.fields.append(("Content-Type", type))
            }
        }
        if let code = value["fails"]?.string {
            response.failure = ReasonCode.allCases.first { $0.rawValue == code && code.hasPrefix("fetch.") }
            if response.failure == nil {
                problems.append("\(place): response: invalid code \"\(code)\"; use one such as fetch.connect.")
            }
        }
        return response
    }
}
