/// The names of a content handler in a method: that of the parameter, and those of the properties that keep it.
struct HandlerNames {
    private static let branches: Set = ["case", "default"]

    private var names: Set<String>

    init(_ parameter: String, in body: Range<Int>, _ tokens: [SwiftToken]) {
        names = [parameter]
        for index in body.dropFirst(2) where tokens[index].text == parameter && tokens[index - 1].text == "=" {
            if tokens[index - 2].kind == .word { names.insert(tokens[index - 2].text) }
        }
    }

    /// Whether the argument after a label is the handler: `handler`, `self.handler` or `handler!`.
    func isPassed(at label: Int, _ tokens: [SwiftToken]) -> Bool {
        func text(_ offset: Int) -> String {
            label + offset < tokens.count ? tokens[label + offset].text : ""
        }
        guard text(1) == ":" else { return false }
        var next = 2
        if text(next) == "self", text(next + 1) == "." { next += 2 }
        guard names.contains(text(next)) else { return false }
        next += 1
        if text(next) == "!" { next += 1 }
        return text(next) == ")" || text(next) == ","
    }

    /// The first call of the handler after a place that is made whenever that place is passed; `nil` where another branch or a
    /// `return` may be between them.
    func call(after place: Int, until end: Int, _ tokens: [SwiftToken]) -> Int? {
        var depth = 0
        var outer = 0
        // In a `switch` the rest of the block is another branch.
        var isOtherBranch = false
        for index in place..<end {
            let text = tokens[index].text
            if text == "{" {
                depth += 1
            } else if text == "}" {
                depth -= 1
                if depth < outer { (outer, isOtherBranch) = (depth, false) }
            }
            guard depth == outer else { continue }
            if Self.branches.contains(text) { isOtherBranch = true }
            guard !isOtherBranch else { continue }
            if ["return", "throw", "break", "continue", "#else", "#elseif"].contains(text) { return nil }
            if isCall(at: index, tokens) { return index }
        }
        return nil
    }

    /// Whether `handler(…)` or `handler?(…)` begins at a place.
    private func isCall(at index: Int, _ tokens: [SwiftToken]) -> Bool {
        guard names.contains(tokens[index].text), tokens[index].kind == .word, index + 2 < tokens.count else {
            return false
        }
        let next = tokens[index + 1].text
        guard next == "(" || ["?", "!"].contains(next) && tokens[index + 2].text == "(" else { return false }
        guard index > 0, tokens[index - 1].text == "." else { return true }
        return index > 1 && tokens[index - 2].text == "self"
    }
}
