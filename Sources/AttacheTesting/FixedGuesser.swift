import AttacheCore
import AttacheThreads

/// A second opinion that is always the same.
package final class FixedTypeDetector: TypeDetecting {
    private let answer: String?
    private let lengths = Locked<[Int]>([])

    /// Creates a guesser.
    ///
    /// - Parameter answer: The MIME type it gives, or `nil` for a library that fails.
    package init(_ answer: String?) {
        self.answer = answer
    }

    /// The lengths of the prefixes it was shown, in order.
    package var prefixLengths: [Int] { lengths.withLock { $0 } }

    package func mimeType(of prefix: [UInt8]) async -> String? {
        lengths.withLock { $0.append(prefix.count) }
        return answer
    }
}
