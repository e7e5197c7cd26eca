import AttacheCore

/// The generated Swift file with the built-in policies.
///
/// A list of plain statements rather than one large expression, which would be slow to type-check.
struct BuiltinPoliciesFile {
    let policies: [EmbeddedPolicy]
    /// The commit of the build; `nil` for none.
    let commit: String?

    var text: String {
        var text = """
            // Generated from the files in policies/; edit those.

            package import AttacheCore

            /// The built-in policies, checked and resolved at build time.
            package enum BuiltinPolicies {
                /// The names, in the order in which `auto` tries them.
                package static let names: [String] = \(SwiftLiteral.list(policies.map(\.policy.name)))

                /// Builds the policies in the order of `names`.
                package static func policies() -> [Policy] {
                    [\(policies.indices.map { "policy\($0)()" }.joined(separator: ", "))]
                }

                /// Returns the text of a policy file, or `nil` when there is no such built-in policy.
                package static func text(of name: String) -> String? {
                    switch name {

            """
        for embedded in policies {
            text += "        case \(SwiftLiteral.string(embedded.policy.name)): \(SwiftLiteral.string(embedded.text))\n"
        }
        text += "        default: nil\n        }\n    }\n"
        for (index, embedded) in policies.enumerated() {
            if let rules = embedded.policy.device?.rules {
                text += "\n    private static let device\(index): DeviceRules = {\n"
                text += DeviceRulesText(rules: rules).statements.map { "        \($0)\n" }.joined()
                text += "        return rules\n    }()\n"
            }
            let builder = PolicyBuilderText(policy: embedded.policy)
            text += "\n    private static func policy\(index)() -> Policy {\n"
            text += builder.statements.map { "        \($0)\n" }.joined()
            if embedded.policy.device != nil {
                text += "        policy.device = DeviceRulesSource(device\(index))\n"
            }
            text += "        return policy\n    }\n"
        }
        return text + """
            }

            /// The origin of the build.
            enum BuildOrigin {
                static let commit: String? = \(commit.map(SwiftLiteral.string) ?? "nil")
            }

            """
    }
}

/// A resolved policy and its source text.
struct EmbeddedPolicy {
    let policy: Policy
    let text: String
}

/// The statements that build one policy.
struct PolicyBuilderText {
    let policy: Policy

    /// One statement per line; together they build the variable `policy`.
    var statements: [String] {
        var lines = ["var policy = Policy(name: \(SwiftLiteral.string(policy.name)))"]
        lines.append("policy.order = \(policy.order)")
        lines.append("policy.summary = \(SwiftLiteral.string(policy.summary))")
        lines.append("policy.sources = \(SwiftLiteral.list(policy.sources))")
        lines += payload
        lines.append(
            "policy.extensionStrategies = [\(policy.extensionStrategies.map { ".\($0)" }.joined(separator: ", "))]"
        )
        lines += types
        lines.append("policy.completeness = .\(policy.completeness)")
        lines += networkAndFetch
        lines += ats
        lines.append("policy.lints = [\(policy.lints.map { ".\($0)" }.joined(separator: ", "))]")
        return lines
    }

    private var payload: [String] {
        let rules = policy.payload
        var lines = rules.media.flatMap { place -> [String] in
            let type = place.type.map { ", type: \(SwiftLiteral.path($0))" } ?? ""
            var lines = ["policy.payload.media.append(.init(url: \(SwiftLiteral.path(place.url))\(type)))"]
            let last = "policy.payload.media[policy.payload.media.count - 1]"
            if !place.when.isEmpty { lines.append("\(last).when = \(list(place.when))") }
            if !place.unless.isEmpty { lines.append("\(last).unless = \(list(place.unless))") }
            return lines
        }
        lines.append("policy.payload.takesAll = \(rules.takesAll)")
        lines.append("policy.payload.fallsBack = \(rules.fallsBack)")
        lines += rules.evidence.map { "policy.payload.evidence.append(\(condition($0)))" }
        lines += rules.requires.map { "policy.payload.requires.append(\(condition($0)))" }
        lines += rules.forms.map { "policy.payload.forms.append(\(form($0)))" }
        lines.append("policy.payload.onMissing = .\(rules.onMissing)")
        if let behaviour = rules.onMalformed { lines.append("policy.payload.onMalformed = .\(behaviour)") }
        return lines
    }

    private var types: [String] {
        MediaKind.allCases.compactMap { kind in
            guard let rule = policy.types[kind] else { return nil }
            let warn = rule.warn.map { ", warn: \($0)" } ?? ""
            let extensions = SwiftLiteral.list(rule.extensions)
            return "policy.types[.\(kind)] = TypeRule(extensions: \(extensions), limit: \(rule.limit)\(warn))"
        }
    }

    private var networkAndFetch: [String] {
        let network = policy.network
        let kinds = MediaKind.allCases.filter(network.cellularSkip.contains).map { ".\($0)" }
        return [
            "policy.network.cellularSkip = [\(kinds.joined(separator: ", "))]",
            "policy.network.cellularWithoutExtension = .\(network.cellularWithoutExtension)",
            "policy.network.lowData = .\(network.lowData)",
            "policy.fetch.status = .\(policy.fetch.status)",
            "policy.fetch.redirectLimit = \(policy.fetch.redirectLimit)",
            "policy.fetch.timeout = \(SwiftLiteral.duration(policy.fetch.timeout))",
        ]
    }

    private var ats: [String] {
        let ats = policy.ats
        var lines = [
            "policy.ats.profile = .\(ats.profile)",
            "policy.ats.readings.localAddressesNeedKey = \(ats.readings.localAddressesNeedKey)",
            "policy.ats.readings.localNetworkingNoEndsArbitraryLoads = "
                + "\(ats.readings.localNetworkingNoEndsArbitraryLoads)",
            "policy.ats.readings.subdomains = .\(ats.readings.subdomains)",
            "policy.ats.readings.cipherSuites = .\(ats.readings.cipherSuites)",
            "policy.ats.unknownKeys = \(SwiftLiteral.list(ats.unknownKeys))",
            "policy.ats.allowsArbitraryLoads = \(SwiftLiteral.boolean(ats.allowsArbitraryLoads))",
            "policy.ats.allowsArbitraryLoadsForMedia = \(SwiftLiteral.boolean(ats.allowsArbitraryLoadsForMedia))",
            "policy.ats.allowsArbitraryLoadsInWebContent = \(SwiftLiteral.boolean(ats.allowsArbitraryLoadsInWebContent))",
            "policy.ats.allowsLocalNetworking = \(SwiftLiteral.boolean(ats.allowsLocalNetworking))",
        ]
        for (host, domain) in ats.exceptionDomains.sorted(by: { $0.key < $1.key }) {
            let entry = "policy.ats.exceptionDomains[\(SwiftLiteral.string(host))]"
            lines.append("\(entry) = ATSDictionary.ExceptionDomain()")
            lines.append("\(entry)?.includesSubdomains = \(domain.includesSubdomains)")
            lines.append("\(entry)?.allowsInsecureHTTPLoads = \(domain.allowsInsecureHTTPLoads)")
            lines.append("\(entry)?.minimumTLSVersion = .\(domain.minimumTLSVersion)")
            lines.append("\(entry)?.requiresForwardSecrecy = \(domain.requiresForwardSecrecy)")
            lines.append("\(entry)?.requiresCertificateTransparency = \(domain.requiresCertificateTransparency)")
        }
        for (host, domain) in ats.pinnedDomains.sorted(by: { $0.key < $1.key }) {
            let entry = "policy.ats.pinnedDomains[\(SwiftLiteral.string(host))]"
            lines.append("\(entry) = ATSDictionary.PinnedDomain()")
            lines.append("\(entry)?.includesSubdomains = \(domain.includesSubdomains)")
            lines.append("\(entry)?.authorityKeys = \(SwiftLiteral.list(domain.authorityKeys))")
            lines.append("\(entry)?.leafKeys = \(SwiftLiteral.list(domain.leafKeys))")
        }
        return lines
    }

    private func condition(_ condition: PayloadCondition) -> String {
        let clauses = condition.clauses.map { clause in
            let value = clause.value.map { ", value: \(SwiftLiteral.string($0))" } ?? ""
            let kind = clause.kind.map { ", kind: .\($0)" } ?? ""
            return ".init(\(SwiftLiteral.path(clause.path))\(value)\(kind)\(clause.isTrue ? ", isTrue: true" : ""))"
        }
        return "PayloadCondition([\(clauses.joined(separator: ", "))])"
    }

    private func list(_ conditions: [PayloadCondition]) -> String {
        "[\(conditions.map(condition).joined(separator: ", "))]"
    }

    private func form(_ form: PayloadForm) -> String {
        let kinds = form.kinds.map { ".\($0)" }.joined(separator: ", ")
        let range = form.range.map { ", range: \($0.lowerBound)...\($0.upperBound)" } ?? ""
        let within = form.within.map { ", within: \(SwiftLiteral.path($0))" } ?? ""
        let unless = form.unless.isEmpty ? "" : ", unless: \(list(form.unless))"
        return "PayloadForm(\(SwiftLiteral.path(form.path)), kinds: [\(kinds)]\(range)\(within)\(unless))"
    }
}

/// Swift literals.
enum SwiftLiteral {
    /// A string literal on one line.
    static func string(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// A path whose steps the build has read.
    static func path(_ path: JSONPath) -> String {
        let steps = path.segments.map { segment in
            switch segment {
            case .name(let name): ".name(\(string(name)))"
            case .index(let position): ".index(\(position))"
            case .wildcard: ".wildcard"
            }
        }
        return "JSONPath([\(steps.joined(separator: ", "))], \(string(path.description)))"
    }

    /// A dictionary literal, sorted by key.
    static func dictionary(_ texts: [String: String]) -> String {
        let entries = texts.sorted { $0.key < $1.key }.map { "\(string($0.key)): \(string($0.value))" }
        return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
    }

    static func list(_ texts: [String]) -> String {
        "[\(texts.map { string($0) }.joined(separator: ", "))]"
    }

    /// A duration literal, exact to the nanosecond.
    static func duration(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = attoseconds / 1_000_000_000
        return nanoseconds == 0 ? ".seconds(\(seconds))" : ".seconds(\(seconds)) + .nanoseconds(\(nanoseconds))"
    }

    static func boolean(_ value: Bool?) -> String {
        value.map { "\($0)" } ?? "nil"
    }
}
