/// Which tokens `#if` leaves on Linux.
struct ConditionalCompilation {
    /// The nesting below which a condition counts as true.
    private static let depthLimit = 64

    private struct Branch {
        let isOuterActive: Bool
        var isActive: Bool
        var wasActive: Bool
    }

    private let modules: Set<String>
    private var branches: [Branch] = []
    private var words: [SwiftToken] = []
    private var position = 0

    private init(modules: Set<String>) {
        self.modules = modules
    }

    /// Removes the directives and what is inactive; `canImport` holds for `modules`.
    static func active(_ tokens: [SwiftToken], modules: Set<String>) -> [SwiftToken] {
        var state = ConditionalCompilation(modules: modules)
        var result: [SwiftToken] = []
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            guard token.kind == .directive, ["#if", "#elseif", "#else", "#endif"].contains(token.text) else {
                if state.isActive { result.append(token) }
                index += 1
                continue
            }
            let end = tokens[(index + 1)...].firstIndex { $0.line != token.line } ?? tokens.count
            state.apply(token.text, Array(tokens[(index + 1)..<end]))
            index = end
        }
        return result
    }

    private var isActive: Bool { branches.last?.isActive ?? true }

    private mutating func apply(_ directive: String, _ condition: [SwiftToken]) {
        guard directive != "#if" else {
            let holds = isActive && evaluate(condition)
            branches.append(Branch(isOuterActive: isActive, isActive: holds, wasActive: holds))
            return
        }
        guard var branch = branches.popLast(), directive != "#endif" else { return }
        let isOpen = branch.isOuterActive && !branch.wasActive
        branch.isActive = isOpen && (directive == "#else" || evaluate(condition))
        branch.wasActive = branch.wasActive || branch.isActive
        branches.append(branch)
    }

    private mutating func evaluate(_ condition: [SwiftToken]) -> Bool {
        words = condition
        position = 0
        return either(depth: 0)
    }

    private mutating func take(_ text: String) -> Bool {
        guard position < words.count, words[position].text == text else { return false }
        position += 1
        return true
    }

    private mutating func either(depth: Int) -> Bool {
        var holds = both(depth: depth)
        while take("|") {
            _ = take("|")
            let right = both(depth: depth)
            holds = holds || right
        }
        return holds
    }

    private mutating func both(depth: Int) -> Bool {
        var holds = term(depth: depth)
        while take("&") {
            _ = take("&")
            let right = term(depth: depth)
            holds = holds && right
        }
        return holds
    }

    private mutating func term(depth: Int) -> Bool {
        guard depth < Self.depthLimit, position < words.count else { return true }
        if take("!") { return !term(depth: depth + 1) }
        if take("(") {
            let holds = either(depth: depth + 1)
            _ = take(")")
            return holds
        }
        let name = words[position].text
        position += 1
        guard take("(") else { return name == "DEBUG" || name == "true" }
        var argument = ""
        while position < words.count, !take(")") {
            argument += words[position].text
            position += 1
        }
        return switch name {
        case "os": argument == "Linux"
        case "canImport": modules.contains(String(argument.prefix { $0 != "." && $0 != "," }))
        // The version of the compiler, the processor and its properties.
        default: name != "targetEnvironment"
        }
    }
}
