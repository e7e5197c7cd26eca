/// An argument of a command, as the argument parser describes it.
struct ArgumentDescription: Equatable {
    /// What kind of argument it is.
    enum Kind: String {
        case positional
        case option
        case flag
    }

    var kind = Kind.positional
    /// Its names with their dashes, as they are typed; none for a positional one.
    var names: [String] = []
    /// What its value is called.
    var valueName = ""
    /// The heading it stands under in the command's help.
    var section: String?
    var isOptional = true
    var isRepeating = false
    /// Whether people are to see it.
    var isShown = true
    var defaultValue: String?
    /// The values it may have, where there are only so many.
    var values: [String] = []
    var abstract = ""
    var discussion = ""

    /// Whether the argument parser adds it to every command by itself.
    var isCommon: Bool { names.contains("--help") || names.contains("--version") }
}
