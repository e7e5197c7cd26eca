import Ledger

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
