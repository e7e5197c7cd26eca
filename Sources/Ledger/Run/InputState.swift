/// How far a run has come with one input.
package struct InputState: Sendable, Equatable {
    /// Whether everything of the input is done.
    package enum Stage: Int, Sendable {
        /// Items are missing.
        case open
        /// Every item is in the output, which has not got its final name yet.
        case unnamed
        /// The output is there under its final name.
        case done
    }

    /// The ledger's number of the input.
    package var number: Int64
    /// How far it has come.
    package var stage: Stage = .open
    /// What the file system said of the input, or `nil` where there is no file.
    package var stamp: InputStamp?
    /// SHA-256 of the first `digestedCount` bytes of the input.
    package var digest: [UInt8] = []
    /// How many bytes of the input the digest covers.
    package var digestedCount = 0
    /// How many bytes of the input the finished items at its front take.
    package var consumedCount = 0
    /// The number of the last line among them.
    package var line = 0
    /// How many items at the front of the input are finished and in the output.
    package var itemCount = 0
    /// How many bytes of the output they take.
    package var writtenCount = 0
    /// Whether a fault of this machine, not of the input, decided an item: it is done again in the next run.
    package var hasFault = false

    /// Creates the state of an input nobody has begun with.
    ///
    /// - Parameter number: The ledger's number of the input.
    package init(number: Int64) {
        self.number = number
    }
}
