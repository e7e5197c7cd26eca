/// The targets of a `Podfile` with their pods, as far as its lines are of the usual form: it is a program in Ruby.
struct Podfile {
    private static let byteLimit = 1 << 20
    /// Calls that add no pods.
    private static let harmless: Set = [
        "use_frameworks!", "use_modular_headers!", "platform", "inherit!", "source", "install!", "workspace", "project",
        "inhibit_all_warnings!", "require", "require_relative", "supports_swift_versions", "puts", "use_flipper!",
        "ensure_bundler!", "prepare_react_native_project!", "script_phase", "flutter_ios_podfile_setup",
    ]
    /// Calls that add the plugins of an app.
    private static let plugins: Set = [
        "flutter_install_all_ios_pods", "use_react_native!", "use_native_modules!", "use_expo_modules!",
    ]
    /// The blocks around a target; what is in more of them is not known.
    private static let depthLimit = 32
    private static let openers: Set = ["if", "unless", "begin", "case", "while", "until", "for"]

    /// A block of the file: a target or a method.
    private final class Block {
        var pods: Set<String> = []
        /// The calls that may add pods.
        var calls: Set<String> = []
        var inherits = true
        let isTarget: Bool
        let name: String?
        /// The blocks around it.
        let depth: Int
        /// The line at which it begins, from 1.
        var line = 0
        weak var parent: Block?

        init(isTarget: Bool, _ name: String? = nil, in parent: Block?) {
            self.isTarget = isTarget
            self.name = name
            depth = parent.map { $0.depth + 1 } ?? 0
            self.parent = parent
        }
    }

    /// All blocks, which know only weakly what they are in: nested ones are released one by one.
    private var blocks: [Block] = []
    private var targets: [String: Block] = [:]
    private var methods: [String: Block] = [:]
    private let root = Block(isTarget: true, in: nil)
    /// Whether a target has a name that the file computes.
    private var hasComputedTargets = false

    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.byteLimit else { return nil }
        var open: [Block] = []
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            read(Self.withoutComment(line).trimmed, at: index + 1, &open)
        }
    }

    /// The versions of pods in a `Podfile.lock`, by their names: lines such as `  - OneSignal (3.5.1):` below `PODS:`.
    static func versions(_ lock: [UInt8]) -> [String: String] {
        guard lock.count <= byteLimit else { return [:] }
        var versions: [String: String] = [:]
        let lines = String(decoding: lock, as: UTF8.self).split(whereSeparator: \.isNewline)
        for line in lines.drop(while: { $0 != "PODS:" }).dropFirst().prefix(while: { $0.hasPrefix(" ") }) {
            guard line.hasPrefix("  - "), let open = line.firstIndex(of: "("), let close = line.firstIndex(of: ")"),
                open < close
            else { continue }
            let name = line[line.index(line.startIndex, offsetBy: 4)..<open].filter { $0 != "\"" && $0 != " " }
            versions[name] = String(line[line.index(after: open)..<close])
        }
        return versions
    }

    /// The pods of a target, `nil` where they are not known; none for a target that the file does not name.
    func pods(of name: String) -> Set<String>? {
        guard var block = targets[name] else { return hasComputedTargets || !isPlain(root) ? nil : [] }
        var pods: Set<String> = []
        var pending: [Block] = []
        while true {
            pending.append(block)
            guard block.inherits, let parent = block.parent else { break }
            block = parent
        }
        var seen: Set<String> = []
        while let block = pending.popLast() {
            pods.formUnion(block.pods)
            for call in block.calls {
                guard let method = methods[call] else { return nil }
                if seen.insert(call).inserted { pending.append(method) }
            }
        }
        return pods
    }

    /// The target around another one from which that has all plugins of the app, and the line of the inner one; `nil` where it
    /// has none for certain.
    func pluginOwner(of name: String) -> (owner: String, line: Int)? {
        guard var block = targets[name] else { return nil }
        let line = block.line
        while block.inherits, let parent = block.parent {
            if let owner = parent.name, !parent.calls.isDisjoint(with: Self.plugins) { return (owner, line) }
            block = parent
        }
        return nil
    }

    /// Whether a target has one of the pods for certain.
    func has(_ names: Set<String>, in target: String) -> Bool {
        guard var block = targets[target] else { return false }
        while true {
            let called = block.calls.compactMap { methods[$0] }
            if ([block] + called).contains(where: { $0.pods.contains(where: names.includes) }) { return true }
            guard block.inherits, let parent = block.parent else { return false }
            block = parent
        }
    }

    private func isPlain(_ block: Block) -> Bool { block.calls.allSatisfy { methods[$0] != nil } }

    private mutating func read(_ line: String, at number: Int, _ open: inout [Block]) {
        let words = line.split { " \t(".contains($0) }.map(String.init)
        guard let first = words.first else { return }
        let current = open.last ?? root
        let isOpening = line.hasSuffix(" do") || line.contains(" do |") || Self.openers.contains(first)
        switch first {
        case "end": _ = open.popLast()
        case "target", "abstract_target":
            let block = Block(isTarget: true, Self.quoted(line), in: current)
            block.line = number
            blocks.append(block)
            if let name = block.name, block.depth <= Self.depthLimit {
                targets[name] = block
            } else {
                hasComputedTargets = true
            }
            if isOpening { open.append(block) }
        case "def":
            let block = Block(isTarget: false, in: nil)
            if words.count > 1 { methods[words[1]] = block }
            open.append(block)
        case "pod":
            // A pod with subspecs has them in its name, or in a list.
            if let name = Self.quoted(line) { current.pods.insert(name) } else { current.calls.insert("pod?") }
        case "inherit!": current.inherits = line.contains(":complete")
        default:
            // Hooks change settings and add no pods.
            if first.hasSuffix("_install") || first.hasSuffix("_integrate") {
                open.append(Block(isTarget: false, in: nil))
            } else if isOpening {
                open.append(current)
                if line.contains(" do |") { current.calls.insert("loop?") }
            } else if Self.isCall(first), !Self.harmless.contains(first) {
                current.calls.insert(first)
            }
        }
    }

    /// Whether a line begins with a call and not with an assignment, a constant or a symbol.
    private static func isCall(_ word: String) -> Bool {
        guard let first = word.first, first.isLowercase || first == "_" else { return false }
        return word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "!" || $0 == "?" }
            && !["else", "elsif", "when", "rescue", "ensure", "then", "return", "raise"].contains(word)
    }

    private static func quoted(_ line: String) -> String? {
        let parts = line.split(omittingEmptySubsequences: false) { $0 == "'" || $0 == "\"" }
        return parts.count >= 3 && !parts[1].contains("#{") ? String(parts[1]) : nil
    }

    private static func withoutComment(_ line: Substring) -> Substring {
        var quote: Character?
        for index in line.indices {
            let character = line[index]
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else if quote == nil, character == "#" {
                return line[..<index]
            }
        }
        return line
    }
}
