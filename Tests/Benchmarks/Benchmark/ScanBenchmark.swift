import AttacheCore

/// Measures how fast JSON is parsed, and blank lines are skipped, on one core.
///
/// Prints a line per text, `json-scan <name> <MB/s>` with 1 MB = 10^6 bytes: the median of several runs.
struct ScanBenchmark {
    /// An odd number, so that the median is one of the runs.
    private static let runs = 15
    /// The minimum number of bytes that one run parses; large enough that the clock's resolution does not matter.
    private static let bytesPerRun = 20_000_000

    static func run() throws {
        for text in ScanText.all {
            // Using the result keeps the parse from being optimised away.
            let rates = try (0..<runs).map { _ in
                try rate(text.bytes) { try JSONDocument(parsing: text.bytes).root.count }
            }
            print("json-scan", text.name, Int(rates.sorted()[runs / 2]))
        }
        // As large as a piece of a file.
        let blank = [UInt8](repeating: 0x0A, count: 65_536)
        var splitter = LineSplitter(limit: 65_536)
        let rates = (0..<runs).map { _ in
            rate(blank) {
                splitter.append(blank[...])
                while splitter.next() != nil {}
                return splitter.lineCount
            }
        }
        print("json-scan", "blank-lines", Int(rates.sorted()[runs / 2]))
    }

    /// Parses a text repeatedly.
    ///
    /// - Returns: The rate in 10^6 bytes per second.
    private static func rate(_ bytes: [UInt8], read: () throws -> Int) rethrows -> Double {
        let repetitions = max(1, bytesPerRun / bytes.count)
        var values = 0
        let elapsed = try ContinuousClock().measure {
            for _ in 0..<repetitions { values &+= try read() }
        }
        precondition(values > 0, "the texts are not empty")
        return Double(repetitions * bytes.count) / (elapsed / .microseconds(1))
    }
}
