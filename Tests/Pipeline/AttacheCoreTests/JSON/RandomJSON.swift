import AttacheTesting

/// Creates random documents, equal for equal seeds, as a list of tokens.
struct RandomJSON: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> UInt64 { generator.next() }

    private mutating func pick(_ count: Int) -> Int {
        Int.random(in: 0..<count, using: &self)
    }

    /// Creates a random value.
    ///
    /// - Parameter depth: The maximum nesting depth.
    /// - Returns: The tokens of the value; joined, they are compact JSON.
    mutating func tokens(depth: Int = 5) -> [String] {
        switch pick(depth > 0 ? 8 : 5) {
        case 0: [["true", "false", "null"][pick(3)]]
        case 1, 2: [number()]
        case 3, 4: [string()]
        case 5: array(depth: depth)
        default: object(depth: depth)
        }
    }

    private mutating func array(depth: Int) -> [String] {
        var tokens = ["["]
        for position in 0..<pick(6) {
            if position > 0 { tokens.append(",") }
            tokens += self.tokens(depth: depth - 1)
        }
        return tokens + ["]"]
    }

    private mutating func object(depth: Int) -> [String] {
        var tokens = ["{"]
        // Sometimes more members than are compared pairwise.
        for position in 0..<(pick(10) == 0 ? 30 : pick(6)) {
            if position > 0 { tokens.append(",") }
            // The position makes each key unique.
            tokens += ["\"\(position)" + string().dropFirst(), ":"]
            tokens += self.tokens(depth: depth - 1)
        }
        return tokens + ["}"]
    }

    private mutating func number() -> String {
        var text = pick(2) == 0 ? "-" : ""
        text += ["0", "7", "10", "9223372036854775808", "123456789012345678901234567890"][pick(5)]
        text += ["", "", ".0", ".10", ".000001"][pick(5)]
        return text + ["", "", "e0", "E+10", "e-400", "e400"][pick(6)]
    }

    private mutating func string() -> String {
        let pieces = [
            "a", "key", " ", "{", "]", ",", ":", "/", "é", "日本", "😀", "\u{7F}", "\\n", "\\\"", "\\\\", "\\/", "\\u0041",
            "\\ud83d\\ude00",
            "12345678",
        ]
        return "\"\((0..<pick(8)).map { _ in pieces[pick(pieces.count)] }.joined())\""
    }

    /// Random insignificant white space, often none.
    mutating func whiteSpace() -> String {
        (0..<max(0, pick(6) - 2)).map { _ in [" ", "\n", "\r\n", "\t"][pick(4)] }.joined()
    }
}
