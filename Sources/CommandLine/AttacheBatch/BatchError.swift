import AttacheDatabase

/// An error that ends a batch or withholds one of its outputs.
package struct BatchError: Error, Equatable, Sendable {
    package enum Kind: Sendable {
        /// Wrong usage: the paths, the output directory or an option must change.
        case usage
        /// The paths contain no payloads.
        case noInput
        /// The environment: disk, permissions, descriptors.
        case environment
        /// One output that cannot be renamed into place; the rest of the batch continues.
        case output
    }

    package let kind: Kind
    /// The message: what failed, which file, and the fix.
    package let sentence: String

    package init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    init(_ error: DatabaseFailure) {
        self.init(.environment, error.sentence)
    }

    /// Runs `body` and converts a ledger failure to `BatchError`.
    static func told<Value>(_ body: () throws(DatabaseFailure) -> Value) throws(BatchError) -> Value {
        do throws(DatabaseFailure) {
            return try body()
        } catch {
            throw BatchError(error)
        }
    }
}

extension BatchError {
    static let changedStandardInput = BatchError(
        .environment,
        "Standard input differs from what this run began with. Send the same data again, or use --fresh."
    )

    static func changedMeanwhile(_ source: String) -> BatchError {
        BatchError(.environment, "\(source) changed while it was being read. Run the command again.")
    }
}

/// A bounded list of messages: the first are kept, the rest are counted.
struct TruncatedMessageList: Sendable {
    private let limit: Int
    private let rest: String
    private var first: [String] = []
    private var count = 0

    init(limit: Int, rest: String) {
        self.limit = limit
        self.rest = rest
    }

    mutating func add(_ sentence: String) {
        count += 1
        if first.count < limit { first.append(sentence) }
    }

    var sentences: [String] {
        count > first.count ? first + ["\(count - first.count) \(rest)"] : first
    }
}
