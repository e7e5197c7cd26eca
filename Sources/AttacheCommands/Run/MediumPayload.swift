import Attache
import AttacheCore

/// A payload that iOS would accept, with one medium.
enum MediumPayload {
    /// The policy of a URL where no other is named: its keys are those of most vendors.
    private static let usualPolicy = "community"

    private indirect enum Node {
        case text(String)
        case object([(name: String, node: Node)])
    }

    /// Returns an envelope with a payload whose first media key under a policy holds the URL; `nil` when the policy reads
    /// no key that can be written.
    ///
    /// `name` is the policy's own, also for one of a file.
    static func bytes(of url: String, policy name: String, among policies: PolicySet) -> [UInt8]? {
        let named = name == EvaluationContextResolver.automatic ? usualPolicy : name
        guard let policy = policies[named],
            let (location, key) = policy.payload.media.lazy.compactMap({ place in names(place.url).map { (place, $0) } }
            )
            .first
        else { return nil }
        var root = Node.object([])
        set(.text(url), at: key[...], in: &root)
        if let names = location.type.flatMap(names) {
            set(.text(statedType(of: url, policy)), at: names[...], in: &root)
        }
        for clause in policy.payload.requires.compactMap(\.clauses.first) {
            if let names = names(clause.path) { set(.text(clause.value ?? "1"), at: names[...], in: &root) }
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("policy", policy.name)
        writer.key("payload")
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        writer.member("alert", "A notification with one medium")
        writer.member("mutable-content", 1)
        writer.endObject()
        if case .object(let members) = root {
            for member in members where member.name != "aps" {
                writer.key(member.name)
                write(member.node, to: &writer)
            }
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// The type that a sender states beside a URL: a word of the policy's table, or the extension.
    private static func statedType(of url: String, _ policy: Policy) -> String {
        let fileExtension = DeviceURL(url)?.pathExtension?.lowercased() ?? "jpg"
        guard let values = policy.device?.rules.values, !values.isEmpty else { return fileExtension }
        let kind = MediaFormat.named(byExtension: fileExtension)?.kind ?? .image
        return values[fileExtension] == nil ? kind.rawValue : fileExtension
    }

    /// The names of a path, with one for a wildcard; `nil` when a step is an index.
    private static func names(_ path: JSONPath) -> [String]? {
        var names: [String] = []
        for segment in path.segments {
            switch segment {
            case .name(let name): names.append(name)
            case .wildcard: names.append("media")
            case .index: return nil
            }
        }
        return names.isEmpty || names.first == "aps" ? nil : names
    }

    /// Sets a value, unless something is there.
    private static func set(_ value: Node, at path: ArraySlice<String>, in node: inout Node) {
        guard let name = path.first, case .object(var members) = node else { return }
        let index = members.firstIndex { $0.name == name } ?? members.endIndex
        let isLast = path.count == 1
        if index == members.endIndex { members.append((name, isLast ? value : .object([]))) }
        if !isLast { set(value, at: path.dropFirst(), in: &members[index].node) }
        node = .object(members)
    }

    private static func write(_ node: Node, to writer: inout JSONWriter) {
        switch node {
        case .text(let text): writer.string(text)
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.name)
                write(member.node, to: &writer)
            }
            writer.endObject()
        }
    }
}
