/// What the command line says, by option name without dashes.
package struct FlagValues: Sendable, Equatable {
    /// The values in their order; an option that was not given has none.
    package private(set) var values: [String: [String]]

    /// Collects flags.
    ///
    /// - Parameters:
    ///   - single: Options that take one value, `nil` where they were not given.
    ///   - repeated: Options that may be given several times.
    package init(single: [String: String?] = [:], repeated: [String: [String]] = [:]) {
        values = repeated.filter { !$0.value.isEmpty }
        for case (let name, let text?) in single { values[name] = [text] }
    }

    /// Collects the flags of several groups.
    ///
    /// - Parameter groups: Groups, none of which has an option of another.
    package init(_ groups: [any FlagGroup]) {
        values = [:]
        for group in groups { values.merge(group.flags.values) { first, _ in first } }
    }

    /// Says an option as if it had been given, where a command has it under a group of its own.
    ///
    /// - Parameters:
    ///   - name: The option's name without dashes.
    ///   - texts: Its values; none for an option that was not given.
    package mutating func set(_ name: String, _ texts: [String]) {
        values[name] = texts.isEmpty ? nil : texts
    }
}
