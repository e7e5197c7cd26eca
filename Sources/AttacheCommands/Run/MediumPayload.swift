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
            let key = policy.payload.media.lazy.compactMap({ names($0.url) }).first
        else { return nil }
        var root = Node.object([])
        set(.text(url), at: key[...], in: &root)
        for path in policy.payload.requires {
            if let names = names(path) { set(.text("1"), at: names[...], in: &root) }
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

    /// The names of a path; `nil` when a step is not a name.
    private static func names(_ path: JSONPath) -> [String]? {
        var names: [String] = []
        for segment in path.segments {
            guard case .name(let name) = segment else { return nil }
            names.append(name)
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
