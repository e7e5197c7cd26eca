package import AttacheCore

/// A payload that iOS would accept, with one media file.
package enum MediumPayload {
    /// The policy of a URL where no other is named: its keys are those of most vendors.
    private static let usualPolicy = "community"

    private indirect enum Node {
        case text(String)
        case number(Int)
        case object([(name: String, node: Node)])
        case list([Node])
    }

    /// A step to a place in a new payload.
    private enum Step {
        case name(String)
        /// The only element of a list.
        case element
    }

    /// Returns an envelope with a payload in which the extension of a policy reads the URL, under the policy's first media
    /// key for which there is one; `nil` when the policy reads no key that can be written.
    ///
    /// `name` is the policy's own, also for one of a file. A type beside the URL is that of `format`, otherwise of the URL's
    /// name.
    package static func bytes(
        of url: String,
        policy name: String,
        among policies: PolicySet,
        format: MediaFormat? = nil
    ) -> [UInt8]? {
        let format = format ?? StatedType.format(of: url) ?? .jpeg
        let named = name == EvaluationContextResolver.automatic ? usualPolicy : name
        guard let policy = policies[named] else { return nil }
        for location in policy.payload.media {
            // A wildcard is a member of an object, or an element of a list.
            for hasLists in location.url.isSingular ? [false] : [false, true] {
                guard let root = payload(of: url, format, at: location, under: policy, hasLists: hasLists),
                    let written = try? JSONDocument(parsing: text(of: root)),
                    location.isRead(in: written.root), policy.payload.isDecodable(in: written.root)
                else { continue }
                return envelope(root, policy)
            }
        }
        return nil
    }

    /// Returns a payload in which the extension of every policy finds the URL, and one that reads one of `paths`.
    ///
    /// Of two keys that exclude each other the first stays. Without a URL it has the other keys that extensions need.
    package static func bytes(of url: String?, at paths: [JSONPath], underAll policies: PolicySet) -> [UInt8] {
        var root = Node.object([])
        for (name, value) in [("title", "Title"), ("body", "Body")] {
            set(.text(value), at: [.name("aps"), .name("alert"), .name(name)], in: &root)
        }
        set(.number(1), at: [.name("aps"), .name("mutable-content")], in: &root)
        for path in paths {
            if let url, let place = anySteps(path, hasLists: true) { set(.text(url), at: place[...], in: &root) }
        }
        for policy in policies.policies {
            for location in policy.payload.media {
                for hasLists in location.url.isSingular ? [false] : [true, false] {
                    var filled = root
                    if let url, let place = steps(location.url, hasLists: hasLists) {
                        set(.text(url), at: place[...], in: &filled)
                    }
                    if let place = location.type.flatMap({ steps($0, hasLists: hasLists) }),
                        let type = StatedType.text(for: .jpeg, under: policy)
                    {
                        set(.text(type), at: place[...], in: &filled)
                    }
                    guard let written = try? JSONDocument(parsing: text(of: filled)),
                        location.isRead(in: written.root), policy.payload.isDecodable(in: written.root)
                    else { continue }
                    root = filled
                    break
                }
            }
            meet(policy.payload.requires, hasLists: true, in: &root) { path in
                // An extension of an app may read its texts there.
                path.segments.count > 1 || !textKeys.contains(path.lastName ?? "")
            }
        }
        return text(of: root)
    }

    private static let textKeys: Set = ["title", "subtitle", "body", "message", "alert"]

    /// Sets what conditions ask for, at the places that `isSettable` permits.
    private static func meet(
        _ conditions: [PayloadCondition],
        hasLists: Bool,
        in root: inout Node,
        where isSettable: (JSONPath) -> Bool = { _ in true }
    ) {
        for condition in conditions {
            let isMet = (try? JSONDocument(parsing: text(of: root))).map { condition.isMet(in: $0.root) } ?? false
            guard !isMet, let clause = condition.clauses.first, isSettable(clause.path),
                let place = steps(clause.path, hasLists: hasLists)
            else { continue }
            set(.text(clause.value ?? "1"), at: place[...], in: &root)
        }
    }

    /// The members beside `aps`: the URL, its type, and the keys that the extension needs.
    private static func payload(
        of url: String,
        _ format: MediaFormat,
        at location: PayloadRules.MediaLocation,
        under policy: Policy,
        hasLists: Bool
    ) -> Node? {
        guard let place = steps(location.url, hasLists: hasLists) else { return nil }
        var root = Node.object([])
        set(.text(url), at: place[...], in: &root)
        if let place = location.type.flatMap({ steps($0, hasLists: hasLists) }),
            let type = StatedType.text(for: format, under: policy)
        {
            set(.text(type), at: place[...], in: &root)
        }
        meet(policy.payload.requires, hasLists: hasLists, in: &root)
        return root
    }

    private static func envelope(_ root: Node, _ policy: Policy) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("policy", policy.name)
        writer.key("payload")
        writer.beginObject()
        writer.object("aps") { writer in
            writer.member("alert", "A notification with one media file")
            writer.member("mutable-content", 1)
        }
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

    /// The steps of a path; `nil` for one inside `aps`, and for one with an element behind others.
    private static func steps(_ path: JSONPath, hasLists: Bool) -> [Step]? {
        guard let steps = anySteps(path, hasLists: hasLists), case .name(let first) = steps.first, first != "aps" else {
            return nil
        }
        return steps
    }

    private static func anySteps(_ path: JSONPath, hasLists: Bool) -> [Step]? {
        var steps: [Step] = []
        for segment in path.segments {
            switch segment {
            case .name(let name): steps.append(.name(name))
            case .wildcard: steps.append(hasLists ? .element : .name("media"))
            case .index(0): steps.append(.element)
            case .index: return nil
            }
        }
        return steps
    }

    /// Sets a value, unless something is there.
    private static func set(_ value: Node, at path: ArraySlice<Step>, in node: inout Node) {
        guard let step = path.first else { return }
        let rest = path.dropFirst()
        var child = value
        if let next = rest.first {
            if case .element = next { child = .list([]) } else { child = .object([]) }
        }
        switch (step, node) {
        case (.name(let name), .object(var members)):
            let index = members.firstIndex { $0.name == name } ?? members.endIndex
            if index == members.endIndex { members.append((name, child)) }
            set(value, at: rest, in: &members[index].node)
            node = .object(members)
        case (.element, .list(var elements)):
            if elements.isEmpty { elements.append(child) }
            set(value, at: rest, in: &elements[0])
            node = .list(elements)
        default: return
        }
    }

    private static func text(of node: Node) -> [UInt8] {
        var writer = JSONWriter()
        write(node, to: &writer)
        return writer.bytes
    }

    private static func write(_ node: Node, to writer: inout JSONWriter) {
        switch node {
        case .text(let text): writer.string(text)
        case .number(let number): writer.raw("\(number)".utf8)
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.name)
                write(member.node, to: &writer)
            }
            writer.endObject()
        case .list(let elements):
            writer.beginArray()
            for element in elements { write(element, to: &writer) }
            writer.endArray()
        }
    }
}
