package import AttacheCore
package import AttacheDatabase

/// What a batch is to do.
package struct BatchConfiguration: Sendable {
    /// The PATHs as typed; `-` for standard input.
    package var paths: [String]
    /// The output directory as typed.
    package var output: String
    /// Whether an earlier run in it is forgotten.
    package var startsOver: Bool
    /// What the results depend on besides the inputs.
    package var identity: RunIdentity
    /// Items that ask origins at once, at least 1.
    package var jobs: Int
    /// Items that ask one host at once, at least 1.
    package var jobsPerHost: Int
    /// Becomes readable when the run is to end early.
    package var stopDescriptor: Int32
    /// Tells whether the run is to end early.
    package var isStopRequested: @Sendable () -> Bool
    /// Makes `stopDescriptor` readable, when a fault ends the run while it waits for input.
    package var endReading: @Sendable () -> Void
    /// Writes a result as a line of the output, its line feed included.
    package var format: @Sendable (RewriteResult) -> [UInt8]

    /// Describes a batch.
    ///
    /// - Parameters:
    ///   - paths: The PATHs as typed; `-` for standard input.
    ///   - output: The output directory as typed.
    ///   - startsOver: Whether an earlier run in it is forgotten.
    ///   - identity: What the results depend on besides the inputs.
    ///   - jobs: Items that ask origins at once, at least 1.
    ///   - jobsPerHost: Items that ask one host at once, at least 1.
    ///   - stopDescriptor: Becomes readable when the run is to end early.
    ///   - isStopRequested: Tells whether the run is to end early.
    ///   - endReading: Makes `stopDescriptor` readable, when a fault ends the run while it waits for input.
    ///   - format: Writes a result as a line of the output, its line feed included.
    package init(
        paths: [String],
        output: String,
        startsOver: Bool,
        identity: RunIdentity,
        jobs: Int,
        jobsPerHost: Int,
        stopDescriptor: Int32,
        isStopRequested: @escaping @Sendable () -> Bool,
        endReading: @escaping @Sendable () -> Void,
        format: @escaping @Sendable (RewriteResult) -> [UInt8]
    ) {
        self.paths = paths
        self.output = output
        self.startsOver = startsOver
        self.identity = identity
        self.jobs = jobs
        self.jobsPerHost = jobsPerHost
        self.stopDescriptor = stopDescriptor
        self.isStopRequested = isStopRequested
        self.endReading = endReading
        self.format = format
    }
}
