/// The texts of an app in one language, by their keys.
struct StringsTable {
    /// A variable of a text, with its forms by the plural category of its argument.
    struct Variable: Equatable {
        var forms: [String: String]
        /// The number of the argument, from 1; `nil` for the place of the variable among all arguments.
        var argument: Int?
    }

    /// A text, or a format with variables.
    enum Entry: Equatable {
        case text(String)
        case plural(format: String, variables: [String: Variable])
    }

    private(set) var entries: [String: Entry] = [:]
    /// The language, for the rules of plurals.
    let language: String

    init(language: String) {
        self.language = language
    }

    mutating func add(_ key: String, _ entry: Entry) { entries[key] = entry }

    /// Returns the text of a key with its arguments; `nil` when the table does not have the key.
    func text(_ key: String, _ arguments: [String]) -> FilledText? {
        switch entries[key] {
        case .text(let format): FormatText(arguments: arguments, variables: [:], language: language).fill(format)
        case .plural(let format, let variables):
            FormatText(arguments: arguments, variables: variables, language: language).fill(format)
        case nil: nil
        }
    }
}
