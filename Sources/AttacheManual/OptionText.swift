/// Tells one argument.
enum OptionText {
    /// A paragraph with the argument as it is typed, and what it does.
    static func text(_ argument: ArgumentDescription) -> String {
        var text = ".TP\n\(typed(argument))\n"
        var sentences = [argument.abstract, argument.discussion].filter { !$0.isEmpty }
        if !argument.values.isEmpty, argument.kind != .flag {
            sentences.append("One of \(argument.values.joined(separator: ", ")).")
        }
        if let value = argument.defaultValue, !value.isEmpty { sentences.append("The default is \(value).") }
        for sentence in sentences {
            for line in sentence.split(separator: "\n") { text += RoffText.escaping(String(line)) + "\n" }
        }
        return text
    }

    private static func typed(_ argument: ArgumentDescription) -> String {
        let value = RoffText.italic(argument.valueName)
        switch argument.kind {
        case .positional: return value
        case .flag: return argument.names.map(RoffText.bold).joined(separator: ", ")
        case .option: return argument.names.map { "\(RoffText.bold($0)) \(value)" }.joined(separator: ", ")
        }
    }
}
