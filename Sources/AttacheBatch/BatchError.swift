import AttacheDatabase

/// What keeps a batch from going on.
package struct BatchError: Error, Equatable, Sendable {
    /// Whose affair it is.
    package enum Kind: Sendable {
        /// Wrong usage: other paths, another output directory or another option are needed.
        case usage
        /// This machine: disk, permissions, descriptors.
        case environment
        /// One output: it cannot get its name, and the rest goes on.
        case output
    }

    /// Whose affair it is.
    package let kind: Kind
    /// What happened, to what, and what to do about it.
    package let sentence: String

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - kind: Whose affair it is.
    ///   - sentence: What happened, to what, and what to do about it.
    package init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// What the ledger says keeps the batch from going on.
    init(_ error: DatabaseFailure) {
        self.init(.environment, error.sentence)
    }

    /// Does something with the ledger.
    ///
    /// - Parameter body: What is done.
    /// - Returns: What `body` returns.
    /// - Throws: `BatchError` with the ledger's words.
    static func told<Value>(_ body: () throws(DatabaseFailure) -> Value) throws(BatchError) -> Value {
        do throws(DatabaseFailure) {
            return try body()
        } catch {
            throw BatchError(error)
        }
    }
}

extension BatchError {
    /// What was read of standard input cannot be read again.
    static let changedStandardInput = BatchError(
        .environment,
        "Standard input is not what this run began with. Send the same again, or use --fresh."
    )

    /// Somebody writes to an input.
    static func changedMeanwhile(_ source: String) -> BatchError {
        BatchError(.environment, "\(source) has changed while it was being read. Run the same again.")
    }
}

/// Sentences of which there may be as many as inputs: the first are kept, the rest counted.
struct TruncatedMessageList: Sendable {
    private let limit: Int
    private let rest: String
    private var first: [String] = []
    private var count = 0

    /// Begins with none.
    ///
    /// - Parameters:
    ///   - limit: How many are told one by one.
    ///   - rest: What is said of the others, behind their number.
    init(limit: Int, rest: String) {
        self.limit = limit
        self.rest = rest
    }

    /// Adds one.
    mutating func add(_ sentence: String) {
        count += 1
        if first.count < limit { first.append(sentence) }
    }

    /// A sentence for each of the first, and one for the rest.
    var sentences: [String] {
        count > first.count ? first + ["\(count - first.count) \(rest)"] : first
    }
}
