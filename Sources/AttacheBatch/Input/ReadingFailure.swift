import AttacheThreads
import Glibc

/// Why an input cannot be read, or not any further.
struct InputError: Error, Equatable {
    /// What is short or broken on this machine for a moment, and says nothing of the input.
    private static let retryableCodes: Set<Int32> = [
        EMFILE, ENFILE, ENOMEM, ENOBUFS, EIO, ESTALE, ETIMEDOUT, EREMOTEIO,
    ]

    /// Names the input and the cause.
    let sentence: String
    /// Whether another run may do better, so that the input is left as it is; otherwise the failure is its result.
    let isRetryable: Bool

    /// A failure that lies in the input.
    init(sentence: String) {
        self.sentence = sentence
        isRetryable = false
    }

    /// A fault of this machine.
    init(faultSentence: String) {
        sentence = faultSentence
        isRetryable = true
    }

    /// A link in a directory, which may lead anywhere.
    static func link(_ source: String) -> InputError {
        InputError(sentence: "\(source) is a link; links in a directory are not followed.")
    }

    /// A failure that the system tells of.
    ///
    /// - Parameters:
    ///   - source: The input's name as results show it.
    ///   - code: The system's `errno`.
    init(_ source: String, code: Int32) {
        sentence = "\(source) cannot be read: \(SystemError.text(code))."
        isRetryable = Self.retryableCodes.contains(code)
    }
}
