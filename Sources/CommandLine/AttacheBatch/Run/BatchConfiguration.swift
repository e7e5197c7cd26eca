package import AttacheCore
package import AttacheDatabase

package struct BatchConfiguration: Sendable {
    /// The PATH arguments as typed; `-` for standard input.
    package var paths: [String]
    package var output: String
    /// Whether an earlier run in it is deleted.
    package var startsOver: Bool
    /// Whether a run without any input is right.
    package var allowsEmpty: Bool
    /// The settings that the results depend on besides the inputs.
    package var identity: RunIdentity
    /// The limit of items that contact origins at once, at least 1.
    package var jobs: Int
    /// The limit of items that contact one host at once, at least 1.
    package var jobsPerHost: Int
    /// A descriptor that becomes readable when the run must end early.
    package var stopDescriptor: Int32
    package var isStopRequested: @Sendable () -> Bool
    /// Makes `stopDescriptor` readable, so that an error ends a run that waits for input.
    package var endReading: @Sendable () -> Void
    /// Formats a result as a line of the output, with its line feed.
    package var format: @Sendable (RewriteResult) -> [UInt8]

    package init(
        paths: [String],
        output: String,
        startsOver: Bool,
        allowsEmpty: Bool = false,
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
        self.allowsEmpty = allowsEmpty
        self.identity = identity
        self.jobs = jobs
        self.jobsPerHost = jobsPerHost
        self.stopDescriptor = stopDescriptor
        self.isStopRequested = isStopRequested
        self.endReading = endReading
        self.format = format
    }
}
