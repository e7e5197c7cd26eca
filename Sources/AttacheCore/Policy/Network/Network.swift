/// The conditions of the receiving device: what its link is made of, what it costs and how fast it is.
package struct Network: Sendable, Equatable {
    /// The name it is chosen by, such as `lte`.
    package var name: String
    /// What the link is made of.
    package var kind: LinkKind
    /// Whether iOS calls the link expensive, as it does for mobile networks and personal hotspots.
    package var isExpensive: Bool
    /// Whether Low Data Mode is on.
    package var isConstrained: Bool
    /// How fast the link is.
    package var link: LinkModel

    /// Creates a network.
    ///
    /// - Parameters:
    ///   - name: The name it is chosen by.
    ///   - kind: What the link is made of.
    ///   - isExpensive: Whether iOS calls the link expensive.
    ///   - isConstrained: Whether Low Data Mode is on.
    ///   - link: How fast the link is.
    package init(
        name: String,
        kind: LinkKind,
        isExpensive: Bool = false,
        isConstrained: Bool = false,
        link: LinkModel
    ) {
        self.name = name
        self.kind = kind
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
        self.link = link
    }
}

/// What the receiving device's network is made of.
package enum LinkKind: String, Sendable, CaseIterable {
    /// Wi-Fi.
    case wifi
    /// A mobile network.
    case cellular
    /// The device is offline.
    case none
}

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

/// A network file's mapping says something that cannot be.
package struct NetworkMappingError: Error, Equatable, Sendable {
    /// One thing that is wrong.
    package struct Problem: Equatable, Sendable {
        /// The key it is about; it may be absent from the mapping.
        package let key: String
        /// What is wrong, as a sentence that ends with a full stop.
        package let message: String
    }

    /// Everything that is wrong, in the order of the keys' documentation, unknown keys last; never empty.
    package let problems: [Problem]
}

/// Takes values out of a network file's mapping and keeps what is wrong until everything has been looked at.
struct NetworkMappingReader {
    private var mapping: [String: String]
    private var problems: [NetworkMappingError.Problem] = []

    /// Starts reading.
    ///
    /// - Parameter mapping: The whole mapping.
    init(_ mapping: [String: String]) {
        self.mapping = mapping
    }

    /// Takes one value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - form: What the value must be, to follow "must be".
    ///   - isRequired: Whether the key must be there.
    ///   - parse: Gives the value, or `nil` when the text is not one.
    /// - Returns: The value, or `nil` when it is absent or wrong.
    @discardableResult
    mutating func value<Value>(
        _ key: String,
        _ form: String,
        isRequired: Bool = false,
        parse: (String) -> Value?
    ) -> Value? {
        guard let text = mapping.removeValue(forKey: key) else {
            if isRequired { problems.append(.init(key: key, message: "\(key) is missing; it must be \(form).")) }
            return nil
        }
        guard let value = parse(text) else {
            problems.append(.init(key: key, message: "\(key) must be \(form), not \"\(text)\"."))
            return nil
        }
        return value
    }

    /// Ends reading: a key that nobody took is one nobody knows.
    ///
    /// - Throws: `NetworkMappingError` when anything was wrong.
    func finish() throws(NetworkMappingError) {
        let unknown = mapping.keys.sorted().map {
            NetworkMappingError.Problem(key: $0, message: "\($0) is not a key of a network file.")
        }
        let all = problems + unknown
        guard all.isEmpty else { throw NetworkMappingError(problems: all) }
    }
}

/// Reads the quantities of a network file: always with their unit, so that nothing is guessed.
enum LinkQuantity {
    /// How a rate is written, for messages.
    static let rateForm = "a rate such as 780kbit/s or 2.5Mbit/s, at least 1bit/s, or unlimited"
    /// How a delay is written, for messages.
    static let delayForm = "a duration such as 100ms or 1.5s, at most 3600s"
    /// How a share is written, for messages.
    static let shareForm = "a percentage from 0% to 100%"

    /// Reads a rate.
    ///
    /// - Parameter text: The value's text.
    /// - Returns: Bits a second, `.some(nil)` for unlimited, or `nil` when the text is not a rate.
    static func rate(_ text: String) -> Double?? {
        if text == "unlimited" { return .some(nil) }
        // The longer units first: "kbit/s" ends with "bit/s" as well.
        for (unit, factor) in [("kbit/s", 1e3), ("Mbit/s", 1e6), ("Gbit/s", 1e9), ("bit/s", 1)] {
            guard let number = number(text, before: unit) else { continue }
            let rate = number * factor
            return rate >= 1 && rate.isFinite ? .some(rate) : nil
        }
        return nil
    }

    /// Reads a delay.
    ///
    /// - Parameter text: The value's text.
    /// - Returns: The duration, or `nil` when the text is not one or is over an hour.
    static func delay(_ text: String) -> Duration? {
        for (unit, factor) in [("ms", 1e-3), ("s", 1)] {
            guard let number = number(text, before: unit) else { continue }
            let seconds = number * factor
            return seconds <= 3600 ? .seconds(seconds) : nil
        }
        return nil
    }

    /// Reads a share.
    ///
    /// - Parameter text: The value's text.
    /// - Returns: A ratio from 0 to 1, or `nil` when the text is not a percentage.
    static func share(_ text: String) -> Double? {
        guard let number = number(text, before: "%"), number <= 100 else { return nil }
        return number / 100
    }

    /// Reads the decimal number in front of a unit; `Double` alone would also read `0x10`, `1e9` and `nan`.
    private static func number(_ text: String, before unit: String) -> Double? {
        guard text.hasSuffix(unit) else { return nil }
        let digits = text.dropLast(unit.count)
        let isDecimal = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        guard isDecimal, digits.utf8.first != 46, digits.utf8.last != 46 else { return nil }
        return Double(digits)
    }
}
