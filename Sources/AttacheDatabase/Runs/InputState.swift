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

    /// The whole output of an earlier pass, of which most results are taken over.
    package struct KeptOutput: Sendable, Equatable {
        /// How many results it holds, one a line.
        package var itemCount: Int
        /// Its size in bytes.
        package var byteCount: Int

        /// Describes an output.
        ///
        /// - Parameters:
        ///   - itemCount: How many results it holds, one a line.
        ///   - byteCount: Its size in bytes.
        package init(itemCount: Int, byteCount: Int) {
            self.itemCount = itemCount
            self.byteCount = byteCount
        }
    }

    /// The ledger's number of the input.
    package var number: Int64
    /// How far it has come.
    package var stage: Stage = .open
    /// What the file system said of the input, or `nil` where there is no file.
    package var stamp: InputStamp?
    /// SHA-256 of the first `digestedCount` bytes of the input.
    package var digest: [UInt8] = []
    /// How many bytes of the input the digest covers: at least every item that is finished, in its turn or before it.
    package var digestedCount = 0
    /// How many bytes of the input the finished items at its front take.
    package var consumedCount = 0
    /// The number of the last line among them.
    package var line = 0
    /// How many items at the front of the input are finished and in the output.
    package var itemCount = 0
    /// How many bytes of the output they take.
    package var writtenCount = 0
    /// Whether an item failed for want of something that another run may have: it is done again then.
    package var hasFault = false
    /// The output that is there under the final name while such items are done again; `nil` at other times.
    package var kept: KeptOutput?

    /// Creates the state of an input nobody has begun with.
    ///
    /// - Parameter number: The ledger's number of the input.
    package init(number: Int64) {
        self.number = number
    }
}

/// What the file system says of a file; two that are equal mean that nobody has changed it.
package struct InputStamp: Sendable, Equatable {
    /// The size in bytes.
    package var byteCount: Int
    /// The last change of the content, in nanoseconds of the epoch.
    package var modified: Int
    /// The last change of the content or of what is kept about it, in nanoseconds of the epoch; nobody can set it back.
    package var changed: Int

    /// Creates a stamp.
    ///
    /// - Parameters:
    ///   - byteCount: The size in bytes.
    ///   - modified: The last change of the content, in nanoseconds of the epoch.
    ///   - changed: The last change of anything about it, in nanoseconds of the epoch.
    package init(byteCount: Int, modified: Int, changed: Int) {
        self.byteCount = byteCount
        self.modified = modified
        self.changed = changed
    }
}

/// What a directory tells of an input.
package struct InputListing: Sendable, Equatable {
    /// Its name below the run, as bytes.
    package var name: [UInt8]
    /// Its name as results show it.
    package var source: String
    /// Whether it is a file of lines.
    package var isLines: Bool
    /// The name wanted for its output, below the output directory, as bytes, or `nil` when it has none.
    package var output: [UInt8]?

    /// Describes an input.
    ///
    /// - Parameters:
    ///   - name: Its name below the run, as bytes.
    ///   - source: Its name as results show it.
    ///   - isLines: Whether it is a file of lines.
    ///   - output: The name wanted for its output, below the output directory, as bytes, or `nil` when it has none.
    package init(name: [UInt8], source: String, isLines: Bool, output: [UInt8]?) {
        self.name = name
        self.source = source
        self.isLines = isLines
        self.output = output
    }
}
