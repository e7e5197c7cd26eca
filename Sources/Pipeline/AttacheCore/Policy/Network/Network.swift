/// Network conditions of the receiving device: kind, cost and speed of its link.
package struct Network: Sendable, Equatable {
    /// Network name, such as `lte`.
    package var name: String
    package var kind: LinkKind
    /// Whether iOS treats the link as expensive, as it does for mobile networks and personal hotspots.
    package var isExpensive: Bool
    /// Whether Low Data Mode is on.
    package var isConstrained: Bool
    package var link: LinkModel

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

/// Kind of the receiving device's link.
package enum LinkKind: String, Sendable, CaseIterable {
    case wifi
    case cellular
    /// The device is offline.
    case none
}

extension Network {
    /// Schema identifier of a network file, which distinguishes later versions.
    package static let schema = "attache-network/1"

    /// Creates a network from the mapping of a network file.
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
    ///
    /// - Parameters:
    ///   - mapping: Keys and values as text, without the quotes of the file's own syntax.
    ///   - problems: All problems, in the order of the table, unknown keys last; the result is `nil` if there are any.
    package init?(mapping: [String: String], problems: inout [MappingProblem]) {
        var reader = NetworkMappingReader(mapping)
        reader.value("schema", "\"\(Self.schema)\"", isRequired: true) { $0 == Self.schema ? $0 : nil }
        let name = reader.value("name", "a name that is not a built-in network's", isRequired: true) {
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
        problems = reader.finish()
        guard problems.isEmpty else { return nil }
        let linkKind = kind ?? base?.kind ?? .wifi
        self.init(
            name: name ?? "",
            kind: linkKind,
            isExpensive: isExpensive ?? (kind == nil ? base?.isExpensive ?? false : linkKind == .cellular),
            isConstrained: isConstrained ?? base?.isConstrained ?? false,
            link: link
        )
    }

    /// A single problem of a network file's mapping.
    package struct MappingProblem: Equatable, Sendable {
        /// The affected key, which may be absent from the mapping.
        package let key: String
        /// The problem as a sentence with a full stop.
        package let message: String
    }
}

/// Reads values from a network file's mapping and collects all problems.
struct NetworkMappingReader {
    private var mapping: [String: String]
    private var problems: [Network.MappingProblem] = []

    init(_ mapping: [String: String]) {
        self.mapping = mapping
    }

    /// Removes and parses one value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - form: The valid values, as a phrase after "must be".
    ///   - isRequired: Whether the key is required.
    ///   - parse: Returns the value, or `nil` when the text is invalid.
    /// - Returns: The value, or `nil` when it is absent or invalid.
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

    /// Reports the remaining keys as unknown, and returns all problems.
    func finish() -> [Network.MappingProblem] {
        problems
            + mapping.keys.sorted().map { .init(key: $0, message: "\($0) is not a key of a network file.") }
    }
}

/// Parser of the quantities of a network file, which always need a unit.
enum LinkQuantity {
    /// Format of a rate, for messages.
    static let rateForm = "a rate such as 780kbit/s or 2.5Mbit/s, at least 1bit/s, or unlimited"
    /// Format of a delay, for messages.
    static let delayForm = "a duration such as 100ms or 1.5s, at most 3600s"
    /// Format of a percentage, for messages.
    static let shareForm = "a percentage from 0% to 100%"

    /// Parses a rate in bit/s; `.some(nil)` is unlimited, `nil` an invalid text.
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

    /// Parses a delay of at most an hour.
    static func delay(_ text: String) -> Duration? {
        for (unit, factor) in [("ms", 1e-3), ("s", 1)] {
            guard let number = number(text, before: unit) else { continue }
            let seconds = number * factor
            return seconds <= 3600 ? .seconds(seconds) : nil
        }
        return nil
    }

    /// Parses a percentage as a ratio from 0 to 1.
    static func share(_ text: String) -> Double? {
        guard let number = number(text, before: "%"), number <= 100 else { return nil }
        return number / 100
    }

    /// Parses the decimal number before a unit; `Double` alone would also accept `0x10`, `1e9` and `nan`.
    private static func number(_ text: String, before unit: String) -> Double? {
        guard text.hasSuffix(unit) else { return nil }
        let digits = text.dropLast(unit.count)
        let isDecimal = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        guard isDecimal, digits.utf8.first != 46, digits.utf8.last != 46 else { return nil }
        return Double(digits)
    }
}
