import Synchronization

/// The header `traceparent` of W3C Trace Context: https://www.w3.org/TR/trace-context/#traceparent-header
struct TraceParent: Sendable, Equatable {
    /// The trace identifier, not zero.
    let trace: TraceIdentifier
    /// The span of the caller, not zero.
    let span: UInt64
    /// Whether the caller samples the trace.
    let isSampled: Bool

    init(trace: TraceIdentifier, span: UInt64, isSampled: Bool) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
    }

    /// Parses a header strictly: lower case only, no zero identifiers, and nothing after the flags in version 00;
    /// several headers joined by commas are invalid. For `nil` a new trace is begun.
    init?(parsing text: String) {
        let bytes = Array(text.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= Self.length, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = HexNumber.parse(bytes[0..<2]), version != 0xFF,
            let high = HexNumber.parse(bytes[3..<19]), let low = HexNumber.parse(bytes[19..<35]),
            let span = HexNumber.parse(bytes[36..<52]), let flags = HexNumber.parse(bytes[53..<55])
        else { return nil }
        // A later version may have more fields after another dash.
        guard bytes.count == Self.length || version > 0 && bytes[Self.length] == dash else { return nil }
        guard high | low != 0, span != 0 else { return nil }
        trace = TraceIdentifier(high: high, low: low)
        self.span = span
        isSampled = flags & 1 == 1
    }

    /// The value of the header, in version 00.
    var text: String {
        unsafe String(unsafeUninitializedCapacity: Self.length) { buffer in
            // Unsafe, and right: each number is written where the format has it, and the last byte is the 55th.
            unsafe buffer[0] = UInt8(ascii: "0")
            unsafe buffer[1] = UInt8(ascii: "0")
            for index in [2, 35, 52] { unsafe buffer[index] = UInt8(ascii: "-") }
            unsafe HexNumber.write(trace.high, to: buffer, at: 3)
            unsafe HexNumber.write(trace.low, to: buffer, at: 19)
            unsafe HexNumber.write(span, to: buffer, at: 36)
            unsafe buffer[53] = UInt8(ascii: "0")
            unsafe buffer[54] = isSampled ? UInt8(ascii: "1") : UInt8(ascii: "0")
            return Self.length
        }
    }

    /// The length of version, trace, span and flags in 2, 32, 16 and 2 digits, separated by dashes.
    private static let length = 55
}

/// A trace identifier, shared by all programs that take part in a request.
struct TraceIdentifier: Sendable, Equatable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    /// 32 hexadecimal digits.
    var description: String { HexNumber.text(high) + HexNumber.text(low) }
}

/// A generator of unique identifiers for traces and spans.
///
/// The system's generator needs a system call for each number, which is noticeable in a fast request. These numbers
/// need not be secret: they come from a counter with a random start, mixed by SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014), which is a bijection.
final class TraceIdentifierGenerator: Sendable {
    private let counter: Atomic<UInt64>

    init() {
        var generator = SystemRandomNumberGenerator()
        counter = Atomic(generator.next())
    }

    /// Returns the next identifier, never zero.
    func next() -> UInt64 {
        while true {
            // The increment of SplitMix64: 2^64 divided by the golden ratio.
            var mixed = counter.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
            if mixed != 0 { return mixed }
        }
    }
}

/// Hexadecimal numbers in lower case.
enum HexNumber {
    /// Parses at most sixteen digits; returns `nil` for any other character.
    static func parse(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }

    /// Formats a number as sixteen digits.
    static func text(_ number: UInt64) -> String {
        unsafe String(unsafeUninitializedCapacity: 16) { buffer in
            // Unsafe, and right: there is room for sixteen.
            unsafe write(number, to: buffer, at: 0)
            return 16
        }
    }

    /// Writes sixteen digits to a buffer, which must have room for them after `start`.
    @unsafe static func write(_ number: UInt64, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        precondition(start >= 0 && start + 16 <= buffer.count, "there is room for sixteen digits")
        for place in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * place)) & 15
            unsafe buffer[start + place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
    }
}
