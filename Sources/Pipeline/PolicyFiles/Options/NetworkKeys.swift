import AttacheCore

/// The keys of a network file.
///
/// | key | value | when absent |
/// |---|---|---|
/// | `schema` | `attache-network/1` | an error |
/// | `name` | text that is not empty and not a built-in network's | an error |
/// | `extends` | a built-in network that provides the values of absent keys | nothing is inherited |
/// | `kind` | `wifi`, `cellular` or `none` | an error without `extends` |
/// | `expensive` | `true` or `false` | whether `kind` is `cellular` |
/// | `constrained` | `true` or `false` | `false` |
/// | `down`, `up` | `500bit/s`, `780kbit/s`, `2.5Mbit/s`, `1Gbit/s` or `unlimited` | `unlimited` |
/// | `delay-down`, `delay-up` | `100ms`, `1.5s`, at most an hour | `0s` |
/// | `loss-down`, `loss-up` | `0%` to `100%` | `0%` |
/// | `dns-delay` | as the delays | `0s` |
enum NetworkKeys {
    private static let all: [FieldKey<NetworkFields>] = [
        FieldKey(schema: "attache-network/1"),
        FieldKey("name", \.name, name, required: "add `name:` and a word that no built-in network has"),
        FieldKey("extends", base) { ($0.base, $0.link) = ($1, $1.link) },
        FieldKey("kind", optional: \.kind, .word),
        FieldKey("expensive", optional: \.isExpensive, .boolean),
        FieldKey("constrained", optional: \.isConstrained, .boolean),
        FieldKey("down", \.link.downBitsPerSecond, rate),
        FieldKey("up", \.link.upBitsPerSecond, rate),
        FieldKey("delay-down", \.link.delayDown, delay),
        FieldKey("delay-up", \.link.delayUp, delay),
        FieldKey("loss-down", \.link.lossDown, share),
        FieldKey("loss-up", \.link.lossUp, share),
        FieldKey("dns-delay", \.link.dnsDelay, delay),
    ]

    /// Reads a file of one network; throws `PolicyFileError` with all its problems. `file` is its name in problems.
    static func read(_ bytes: [UInt8], file: String) throws(PolicyFileError) -> Network {
        let (root, faults) = try YAMLFile.parse(bytes, file: file)
        var reader = FieldReader(file: file)
        var network = NetworkFields()
        let fields = reader.read(Field(root), all, into: &network)
        if let fields, fields["kind"] == nil, fields["extends"] == nil {
            let fix = "add `kind:` and one of wifi, cellular and none, or `extends:` and a built-in network"
            reader.reportMissing("kind", in: fields.field, fix: fix)
        }
        let problems = faults + reader.problems
        guard problems.isEmpty else { throw PolicyFileError(problems: problems) }
        return network.network
    }

    private static let name = FieldKind<String>.text.checked { reader, field, name -> String? in
        if !name.isEmpty, Network.named(name) == nil { return name }
        let message = name.isEmpty ? "the name is empty" : "\"\(name)\" is a built-in network"
        reader.report(field, message, fix: "write another name")
        return nil
    }

    private static let base = FieldKind<String>.text.checked { reader, field, name -> Network? in
        if let network = Network.named(name) { return network }
        let fix = FieldReader.advice(for: name, among: Network.presets.map(\.name))
        reader.report(field, "\"\(name)\" is not a built-in network", fix: fix)
        return nil
    }

    private static let rate: FieldKind<Double?> = quantity(
        "a rate",
        "780kbit/s, 2.5Mbit/s or unlimited, at least 1bit/s"
    ) {
        LinkQuantity.rate($0)
    }
    private static let delay = quantity("a delay", "100ms or 1.5s, at most 3600s") { LinkQuantity.delay($0) }
    private static let share = quantity("a percentage", "2.5%, from 0% to 100%") { LinkQuantity.share($0) }

    private static func quantity<Value>(
        _ noun: String,
        _ forms: String,
        parse: @escaping @Sendable (String) -> Value?
    ) -> FieldKind<Value> {
        FieldKind<String>.text.checked { reader, field, text in
            if let value = parse(text) { return value }
            reader.report(field, "\"\(text)\" is not \(noun) in its range", fix: "write \(noun) such as \(forms)")
            return nil
        }
    }
}

/// What a network file says.
private struct NetworkFields: Sendable {
    var name = ""
    var base: Network?
    var kind: LinkKind?
    var isExpensive: Bool?
    var isConstrained: Bool?
    var link = LinkModel.ideal

    var network: Network {
        let linkKind = kind ?? base?.kind ?? .wifi
        return Network(
            name: name,
            kind: linkKind,
            isExpensive: isExpensive ?? (kind == nil ? base?.isExpensive ?? false : linkKind == .cellular),
            isConstrained: isConstrained ?? base?.isConstrained ?? false,
            link: link
        )
    }
}
