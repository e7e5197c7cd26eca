extension Network {
    /// The schema that a network file names, so that a later form can be told apart.
    package static let schema = "attache-network/1"

    /// Creates a network from the mapping of a network file.
    ///
    /// | key | value | when absent |
    /// |---|---|---|
    /// | `schema` | `attache-network/1` | an error |
    /// | `name` | text that is not empty and not a built-in network's | an error |
    /// | `extends` | a built-in network, whose values stand where a key is absent | nothing is inherited |
    /// | `kind` | `wifi`, `cellular` or `none` | an error without `extends` |
    /// | `expensive` | `true` or `false` | whether `kind` is `cellular` |
    /// | `constrained` | `true` or `false` | `false` |
    /// | `down`, `up` | `500bit/s`, `780kbit/s`, `2.5Mbit/s`, `1Gbit/s` or `unlimited` | `unlimited` |
    /// | `delay-down`, `delay-up` | `100ms`, `1.5s`, at most an hour | `0s` |
    /// | `loss-down`, `loss-up` | `0%` to `100%` | `0%` |
    /// | `dns-delay` | as the delays | `0s` |
    ///
    /// - Parameter mapping: Keys and values as text, without the quotes of the file's own syntax.
    /// - Throws: `NetworkMappingError` that names everything that is wrong.
    package init(mapping: [String: String]) throws(NetworkMappingError) {
        var reader = NetworkMappingReader(mapping)
        reader.value("schema", "\"\(Self.schema)\"", isRequired: true) { $0 == Self.schema ? $0 : nil }
        let name = reader.value("name", "a name that no built-in network has", isRequired: true) {
            $0.isEmpty || Network.named($0) != nil ? nil : $0
        }
        let base = reader.value("extends", "a built-in network", parse: Network.named)
        let kind = reader.value("kind", "wifi, cellular or none", isRequired: mapping["extends"] == nil) {
            LinkKind(rawValue: $0)
        }
        var link = base?.link ?? LinkModel()
        let isExpensive = reader.value("expensive", "true or false", parse: Bool.init)
        let isConstrained = reader.value("constrained", "true or false", parse: Bool.init)
        reader.value("down", LinkQuantity.rateForm) { LinkQuantity.rate($0) }.map { link.downBitsPerSecond = $0 }
        reader.value("up", LinkQuantity.rateForm) { LinkQuantity.rate($0) }.map { link.upBitsPerSecond = $0 }
        reader.value("delay-down", LinkQuantity.delayForm, parse: LinkQuantity.delay).map { link.delayDown = $0 }
        reader.value("delay-up", LinkQuantity.delayForm, parse: LinkQuantity.delay).map { link.delayUp = $0 }
        reader.value("loss-down", LinkQuantity.shareForm, parse: LinkQuantity.share).map { link.lossDown = $0 }
        reader.value("loss-up", LinkQuantity.shareForm, parse: LinkQuantity.share).map { link.lossUp = $0 }
        reader.value("dns-delay", LinkQuantity.delayForm, parse: LinkQuantity.delay).map { link.dnsDelay = $0 }
        try reader.finish()
        let linkKind = kind ?? base?.kind ?? .wifi
        self.init(
            name: name ?? "",
            kind: linkKind,
            isExpensive: isExpensive ?? (kind == nil ? base?.isExpensive ?? false : linkKind == .cellular),
            isConstrained: isConstrained ?? base?.isConstrained ?? false,
            link: link
        )
    }
}
