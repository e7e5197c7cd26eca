import AttacheCore
import Synchronization

/// The header `traceparent` of W3C Trace Context: https://www.w3.org/TR/trace-context/#traceparent-header
struct TraceParent: Sendable, Equatable {
    /// The trace identifier, not zero.
    let trace: TraceIdentifier
    /// The span of the caller, not zero.
    let span: UInt64
    /// Whether the caller samples the trace.
    let isSampled: Bool
}

extension TraceParent {
    /// Parses a header strictly: lower case only, no zero identifiers, and nothing after the flags in version 00;
    /// several headers joined by commas are invalid. For `nil` a new trace is begun.
    init?(parsing text: String) {
        let bytes = Array(text.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= Self.length, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = HexText.parse(bytes[0..<2]), version != 0xFF,
            let high = HexText.parse(bytes[3..<19]), let low = HexText.parse(bytes[19..<35]),
            let span = HexText.parse(bytes[36..<52]), let flags = HexText.parse(bytes[53..<55])
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
            unsafe HexText.write(trace.high, to: buffer, at: 3)
            unsafe HexText.write(trace.low, to: buffer, at: 19)
            unsafe HexText.write(span, to: buffer, at: 36)
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
    var description: String { HexText.of(high) + HexText.of(low) }
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
