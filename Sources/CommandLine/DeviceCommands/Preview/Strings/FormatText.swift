/// A format with its arguments in place, and what was missing.
struct FilledText: Equatable {
    var text = ""
    /// The number of arguments that the format takes.
    var argumentCount = 0
    /// The variables that the format names and the file lacks.
    var missingVariables: [String] = []
    /// The variables that were filled in.
    fileprivate var expansionCount = 0
}

/// Fills formats of Foundation: `%@`, `%d`, `%ld` and the like in order, `%1$@` by number, and variables, `%#@name@` and
/// `%1$#@name@`, by the plural form of their argument.
struct FormatText {
    /// Variables may name others; a file may make them name each other.
    private static let depthLimit = 8
    private static let expansionLimit = 256
    /// The limit of a text in bytes, above that of any payload.
    private static let lengthLimit = 1 << 16

    let arguments: [String]
    let variables: [String: StringsTable.Variable]
    let language: String

    /// Returns the text; `%%` is a percent sign, and a place without an argument becomes empty.
    func fill(_ format: String) -> FilledText {
        var filled = FilledText()
        fill(format, from: 0, of: nil, depth: 0, into: &filled)
        return filled
    }

    /// Adds a format; its first place without a number takes the argument at `start`, and `%arg` that at `own`.
    private func fill(_ format: String, from start: Int, of own: Int?, depth: Int, into filled: inout FilledText) {
        var next = start
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%"), filled.text.utf8.count < Self.lengthLimit {
            filled.text += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                filled.text += "%"
                rest = rest.dropFirst()
                continue
            }
            // The argument of a substitution in a String Catalog.
            if let own, rest.hasPrefix("arg") {
                rest = rest.dropFirst(3)
                add(own, to: &filled)
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            var index: Int?
            if !digits.isEmpty, digits.count < 4, rest.dropFirst(digits.count).first == "$" {
                index = Int(digits).map { $0 - 1 }
                rest = rest.dropFirst(digits.count + 1)
            }
            if let name = Self.variable(&rest) {
                let place = index ?? variables[name]?.argument.map { $0 - 1 } ?? next
                if index == nil { next += 1 }
                fill(variable: name, place, depth, into: &filled)
                continue
            }
            let flags = rest.prefix { "0123456789.-+ #hlqzjt".contains($0) }
            guard let kind = rest.dropFirst(flags.count).first, "@dDuUixXofFeEgGcs".contains(kind) else {
                filled.text += "%"
                continue
            }
            rest = rest.dropFirst(flags.count + 1)
            add(index ?? next, to: &filled)
            if index == nil { next += 1 }
        }
        filled.text += rest
    }

    private func fill(variable name: String, _ place: Int, _ depth: Int, into filled: inout FilledText) {
        filled.argumentCount = max(filled.argumentCount, place + 1)
        filled.expansionCount += 1
        guard let variable = variables[name], depth < Self.depthLimit, filled.expansionCount <= Self.expansionLimit
        else {
            if !filled.missingVariables.contains(name) { filled.missingVariables.append(name) }
            return
        }
        let argument = arguments.indices.contains(place) ? arguments[place] : "0"
        let category = PluralRule.category(of: argument, in: language)
        // A form for zero counts in every language, also where its rule has no such category.
        let zero = argument == "0" ? variable.forms["zero"] : nil
        let form = zero ?? variable.forms[category] ?? variable.forms["other"] ?? ""
        fill(form, from: place, of: place, depth: depth + 1, into: &filled)
    }

    private func add(_ place: Int, to filled: inout FilledText) {
        filled.argumentCount = max(filled.argumentCount, place + 1)
        if arguments.indices.contains(place) { filled.text += arguments[place] }
    }

    /// Takes `#@name@`; `nil` for anything else, which stays.
    private static func variable(_ rest: inout Substring) -> String? {
        guard rest.hasPrefix("#@") else { return nil }
        let name = rest.dropFirst(2).prefix { $0 != "@" && $0 != "%" }
        let end = rest.dropFirst(2 + name.count)
        guard !name.isEmpty, end.first == "@" else { return nil }
        rest = end.dropFirst()
        return String(name)
    }
}
