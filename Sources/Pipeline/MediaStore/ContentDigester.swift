import AttacheCore

/// SHA-256 of bytes in memory.
package struct ContentDigester: ContentDigesting {
    package init() {}

    package func digest(of bytes: [UInt8]) -> String {
        HexText.of(RunningDigest.of(bytes))
    }
}

/// A SHA-256 in 32 bytes, compact enough for a million of them in memory.
struct StoreDigest: Hashable, Sendable {
    private let words: InlineArray<4, UInt64>

    /// Parses 64 digits in lower case; fails for anything else.
    init?(_ hexadecimal: some Collection<UInt8>) {
        guard hexadecimal.count == 64 else { return nil }
        var words = InlineArray<4, UInt64>(repeating: 0)
        for (index, digit) in hexadecimal.enumerated() {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
        self.words = words
    }

    static func == (left: StoreDigest, right: StoreDigest) -> Bool {
        left.words[0] == right.words[0] && left.words[1] == right.words[1] && left.words[2] == right.words[2]
            && left.words[3] == right.words[3]
    }

    func hash(into hasher: inout Hasher) { hasher.combine(words[3]) }
}
