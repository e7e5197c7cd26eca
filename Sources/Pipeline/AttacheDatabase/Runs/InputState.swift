/// The progress of a run within one input.
package struct InputState: Sendable, Equatable {
    package enum Stage: Int, Sendable {
        case open
        /// Every item is in the output, which is not renamed into place yet.
        case unnamed
        case done
    }

    /// The complete output of an earlier pass, of which most results are reused.
    package struct KeptOutput: Sendable, Equatable {
        /// The number of results, one per line.
        package var itemCount: Int
        package var byteCount: Int

        package init(itemCount: Int, byteCount: Int) {
            self.itemCount = itemCount
            self.byteCount = byteCount
        }
    }

    /// The ledger's number of the input.
    package var number: Int64
    package var stage: Stage = .open
    /// The file's stamp, or `nil` without a file.
    package var stamp: InputStamp?
    /// The SHA-256 of the first `digestedCount` bytes of the input.
    package var digest: [UInt8] = []
    /// The bytes of the input that the digest covers: at least every finished item, in order or not.
    package var digestedCount = 0
    /// The bytes of the input that the contiguous finished items take.
    package var consumedCount = 0
    /// The number of the last line among them.
    package var line = 0
    /// The number of contiguous finished items at the front of the input, which are in the output.
    package var itemCount = 0
    /// The bytes of the output that they take.
    package var writtenCount = 0
    /// Whether an item failed for a temporary cause and is retried by another run.
    package var hasFault = false
    /// The existing output with the final name while failed items are retried; `nil` at other times.
    package var kept: KeptOutput?

    package init(number: Int64) {
        self.number = number
    }
}

/// Size and times of a file; equal stamps mean that it is unchanged.
package struct InputStamp: Sendable, Equatable {
    package var byteCount: Int
    /// The last change of the content, in nanoseconds of the epoch.
    package var modified: Int
    /// The last change of content or metadata, in nanoseconds of the epoch; it cannot be set back.
    package var changed: Int

    package init(byteCount: Int, modified: Int, changed: Int) {
        self.byteCount = byteCount
        self.modified = modified
        self.changed = changed
    }
}

/// An input as found by the walk.
package struct InputListing: Sendable, Equatable {
    /// The name within the run, as bytes.
    package var name: [UInt8]
    package var source: String
    package var isLines: Bool
    /// The requested name of its output, below the output directory, as bytes; `nil` without an output.
    package var output: [UInt8]?

    package init(name: [UInt8], source: String, isLines: Bool, output: [UInt8]?) {
        self.name = name
        self.source = source
        self.isLines = isLines
        self.output = output
    }
}
