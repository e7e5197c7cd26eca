import AttacheCore

/// The values of a setting: their parser, their form in a file, and the problem of an invalid one.
package struct SettingKind<Value: Sendable>: Sendable {
    /// The value's name in the help.
    let valueName: String
    /// The end of a sentence about an invalid value, with the fix.
    let problem: String
    let parse: @Sendable (String) -> Value?
    /// Returns `nil` for a value that is not set.
    let format: @Sendable (Value) -> String?
    var isToggle = false
    /// The values that a shell offers.
    var completion = ValueCompletion.none

    /// Values with their own parser; the problem is the end of a sentence, with the fix.
    package init(
        _ valueName: String,
        problem: String,
        parse: @escaping @Sendable (String) -> Value?,
        format: @escaping @Sendable (Value) -> String?
    ) {
        self.valueName = valueName
        self.problem = problem
        self.parse = parse
        self.format = format
    }

    /// The same values for a member that may be unset.
    package var optional: SettingKind<Value?> {
        var kind = SettingKind<Value?>(
            valueName,
            problem: problem,
            parse: { [parse] in parse($0).map(Optional.some) },
            format: { [format] in $0.flatMap(format) }
        )
        kind.completion = completion
        return kind
    }
}

extension SettingKind where Value == String {
    /// Any text.
    package static var text: Self { Self("text", problem: "", parse: { $0 }, format: { $0 }) }
}

extension SettingKind where Value == String? {
    /// Any text, or none.
    package static var text: Self { SettingKind<String>.text.optional }
}

extension SettingKind where Value == Int {
    /// A number in a range.
    package static func count(_ range: ClosedRange<Int>) -> Self {
        Self(
            "count",
            problem: "is not a number from \(range.lowerBound) to \(range.upperBound).",
            parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
            format: { "\($0)" }
        )
    }

    /// A number of bytes, at least 1.
    package static var size: Self {
        Self(
            "size",
            problem: "is not a size; use 10MB (10^6) or 10MiB (2^20).",
            parse: { text in (try? ByteSize(parsing: text)).flatMap { $0.byteCount > 0 ? $0.byteCount : nil } },
            format: { "\(ByteSize(byteCount: $0))" }
        )
    }
}

extension SettingKind where Value == Duration {
    /// A duration.
    package static func time(atLeast minimum: Duration = .milliseconds(1)) -> Self {
        Self(
            "time",
            problem: "is not a time; use 30 or 30s for seconds, or 500ms\(minimum > .zero ? ", at least 1ms" : "").",
            parse: { text in
                (try? TimeAmount(secondsOrUnit: text)).flatMap { $0.duration >= minimum ? $0.duration : nil }
            },
            format: { $0.settingText }
        )
    }
}

extension SettingKind where Value == Duration? {
    /// A duration, or none.
    package static func time(atLeast minimum: Duration = .milliseconds(1)) -> Self {
        SettingKind<Duration>.time(atLeast: minimum).optional
    }
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the enumeration's words.
    package static var choice: Self {
        let words = Value.allCases.map(\.rawValue)
        var kind = Self(
            words.joined(separator: "|"),
            problem: "is not one of \(words.joined(separator: ", ")).",
            parse: { Value(rawValue: $0) },
            format: { $0.rawValue }
        )
        kind.completion = .words(words)
        return kind
    }
}

extension SettingKind where Value == Bool {
    /// Yes or no.
    package static var toggle: Self {
        var kind = Self(
            "",
            problem: "is not a Boolean; use true or false.",
            parse: { text in
                switch text.lowercased() {
                case "true", "yes", "on", "1": true
                case "false", "no", "off", "0": false
                default: nil
                }
            },
            format: { "\($0)" }
        )
        kind.isToggle = true
        return kind
    }
}

extension Duration {
    /// The duration in the largest unit with a whole number of at least two, such as `60s`, `10m` or `24h`.
    package var settingText: String {
        for (unit, name) in [(Duration.seconds(3600), "h"), (.seconds(60), "m")] where self >= unit * 2 {
            let count = Int(self / unit)
            if unit * count == self { return "\(count)\(name)" }
        }
        return "\(TimeAmount(self))"
    }
}
