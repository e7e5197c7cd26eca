public import Foundation

// Texts of the bundle's strings by Swift's own names, which Foundation on Linux does not have.

extension String {
    /// A key of the strings, or a text, with values in it.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Sendable, Equatable {
        /// The key, with a format such as `%@` or `%lld` for each value.
        let key: String
        /// The texts of the values.
        let arguments: [String]

        /// Creates a key without values.
        public init(stringLiteral value: String) {
            key = value
            arguments = []
        }

        /// Creates a key without values.
        public init(_ value: String) { self.init(stringLiteral: value) }

        /// Creates a key with values.
        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            arguments = stringInterpolation.arguments
        }

        /// Collects the parts of a key.
        public struct StringInterpolation: StringInterpolationProtocol {
            fileprivate var key = ""
            fileprivate var arguments: [String] = []

            /// Creates an empty key.
            public init(literalCapacity: Int, interpolationCount: Int) {}

            /// Adds a text.
            public mutating func appendLiteral(_ literal: String) {
                key += literal.replacingOccurrences(of: "%", with: "%%")
            }

            /// Adds a text as a value.
            public mutating func appendInterpolation(_ value: String) { add("%@", value) }

            /// Adds a whole number.
            public mutating func appendInterpolation<Value: FixedWidthInteger>(_ value: Value) {
                add("%lld", "\(value)")
            }

            /// Adds a number with six places, as the format `%lf` has it.
            public mutating func appendInterpolation(_ value: Double) { add("%lf", String(format: "%f", value)) }

            /// Adds any other value.
            public mutating func appendInterpolation<Value>(_ value: Value) { add("%@", "\(value)") }

            private mutating func add(_ format: String, _ text: String) {
                key += format
                arguments.append(text)
            }
        }

        /// The key or a translation of it with the values; without values it is no format.
        fileprivate func text(of format: String) -> String {
            guard !arguments.isEmpty else { return format }
            return UserNotificationText(key: key, arguments: arguments).formatted(Self.withTexts(format))
        }

        /// A format in which every value is a text: the values are texts already.
        private static func withTexts(_ format: String) -> String {
            format.replacing(/%(?:%|([0-9]*\$)?[-+ 0#.1-9hlqztj]*[diuoxXfFeEgGcs@])/) { match in
                match.0 == "%%" ? "%%" : "%\(match.1 ?? "")@"
            }
        }
    }

    /// Reads a text of a bundle's strings.
    ///
    /// - Parameters:
    ///   - keyAndValue: The key, which is the text where the bundle has none.
    ///   - table: The name of the table; `nil` for `Localizable`.
    ///   - bundle: The bundle; `nil` for the main one.
    ///   - locale: Without effect on Linux.
    ///   - comment: A note for translators.
    public init(
        localized keyAndValue: LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        let key = keyAndValue.key
        let format = (bundle ?? .main).localizedString(forKey: key, value: key, table: table)
        self = keyAndValue.text(of: format)
    }

    /// Reads a text of a bundle's strings, with a text of its own where the bundle has none.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - defaultValue: The text of the source's language.
    ///   - table: The name of the table; `nil` for `Localizable`.
    ///   - bundle: The bundle; `nil` for the main one.
    ///   - locale: Without effect on Linux.
    ///   - comment: A note for translators.
    public init(
        localized key: StaticString,
        defaultValue: LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        let format = (bundle ?? .main).localizedString(forKey: "\(key)", value: defaultValue.key, table: table)
        self = defaultValue.text(of: format)
    }
}
