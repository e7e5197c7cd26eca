import Synchronization

/// Makes identifiers of traces and spans: unlike each other, and unlike those of every other process.
///
/// The system's own generator takes a system call for each number, which a quick request would feel. These numbers need
/// not be secret: they come from a counter that starts at a random place, mixed by SplitMix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014), which gives each number of a counter another one.
final class TraceIdentifierGenerator: Sendable {
    private let counter: Atomic<UInt64>

    /// Starts at a random place.
    init() {
        var generator = SystemRandomNumberGenerator()
        counter = Atomic(generator.next())
    }

    /// The next identifier, never zero.
    func next() -> UInt64 {
        while true {
            // SplitMix64's own step: 2^64 divided by the golden ratio.
            var mixed = counter.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
            if mixed != 0 { return mixed }
        }
    }
}
