/// The names that sources declare, which are not those of Apple's frameworks.
///
/// It is not a parser: it follows the brackets, to tell a member of a type from a variable of a function.
struct DeclaredNames {
    /// What the code between two brackets is.
    private enum Place {
        case type
        case code
        /// The parameters of a function.
        case parameters
        /// `(a, b)` of `let (a, b) = …`.
        case pattern
        case other
    }

    private struct Frame {
        let place: Place
        /// `var`, `let` or `case`, while names of its list may follow.
        var list: String?
    }

    /// All of them, with parameters and variables of functions.
    private(set) var all: Set<String> = []
    /// Those that may follow a dot: types, functions, and what is declared in types.
    private(set) var members: Set<String> = []
    private var frames = [Frame(place: .code)]
    /// What the next bracket begins.
    private var next: Place?

    private static let types: Set = ["class", "struct", "enum", "protocol", "actor"]

    /// Adds the names that the code of a file declares.
    mutating func add(_ tokens: [SwiftToken]) {
        frames = [Frame(place: .code)]
        next = nil
        for index in tokens.indices {
            switch tokens[index].kind {
            case .punctuation: follow(tokens[index].text)
            case .word: add(wordAt: index, tokens)
            case .attribute, .directive, .string: break
            }
        }
    }

    private mutating func follow(_ mark: String) {
        switch mark {
        case "{":
            frames.append(Frame(place: next == .type ? .type : .code))
            next = nil
        case "(":
            let isList = next == .parameters || next == .pattern
            frames.append(Frame(place: isList ? next ?? .other : .other))
            if isList { next = nil }
        case "[": frames.append(Frame(place: .other))
        case "}", ")", "]": if frames.count > 1 { frames.removeLast() }
        case ";": frames[frames.count - 1].list = nil
        default: break
        }
    }

    private mutating func add(wordAt index: Int, _ tokens: [SwiftToken]) {
        let word = tokens[index].text
        let previous = index > 0 ? tokens[index - 1] : nil
        // `import struct Module.Name` declares nothing.
        guard previous?.text != ".", previous?.text != "import" else { return }
        let last = frames.count - 1
        let place = frames[last].place
        // A list goes on behind a comma; any other line is another statement.
        if let previous, previous.line < tokens[index].line, previous.text != "," { frames[last].list = nil }
        switch word {
        case "var", "let":
            frames[last].list = word
            next = Self.text(index + 1, tokens) == "(" ? .pattern : nil
            declare(index + 1, tokens, isMember: place == .type)
        case "case" where place == .type:
            frames[last].list = word
            declare(index + 1, tokens, isMember: true)
        case "func":
            next = .parameters
            declare(index + 1, tokens, isMember: true)
        case "init", "subscript": if place == .type { next = .parameters }
        case "typealias", "associatedtype": declare(index + 1, tokens, isMember: true)
        case "extension": next = .type
        case let kind where Self.types.contains(kind):
            guard index + 1 < tokens.count, tokens[index + 1].kind == .word else { return }
            next = .type
            declare(index + 1, tokens, isMember: true)
        default:
            guard isDeclared(at: index, tokens, previous?.text ?? "") else { return }
            declare(index, tokens, isMember: place == .type)
        }
    }

    /// Whether a name is a parameter, one of a pattern or of a loop, or a further one of a list.
    private func isDeclared(at index: Int, _ tokens: [SwiftToken], _ previous: String) -> Bool {
        let following = Self.text(index + 1, tokens)
        let frame = frames[frames.count - 1]
        if following == "in" { return ["for", "{", ",", "]"].contains(previous) }
        switch frame.place {
        case .parameters:
            // `f(label name: Type)` has two names.
            let isLabel = index + 1 < tokens.count && tokens[index + 1].kind == .word
            return following == ":" || isLabel && Self.text(index + 2, tokens) == ":"
        case .pattern: return following == "," || following == ")"
        case .type, .code, .other:
            guard let list = frame.list, previous == "," else { return false }
            // `guard let a = b, c == d` goes on with a condition.
            return list == "case" || following == ":"
                || following == "=" && Self.text(index + 2, tokens) != "="
        }
    }

    private mutating func declare(_ index: Int, _ tokens: [SwiftToken], isMember: Bool) {
        guard index < tokens.count, tokens[index].kind == .word else { return }
        all.insert(tokens[index].text)
        if isMember { members.insert(tokens[index].text) }
    }

    private static func text(_ index: Int, _ tokens: [SwiftToken]) -> String? {
        index < tokens.count ? tokens[index].text : nil
    }
}
