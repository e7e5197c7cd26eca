import AttacheOptions
import AttacheReports
import AttacheThreads
import Glibc

/// Writes one JSON object a line for machines.
final class ProgressJSONDisplay: ProgressDisplay {
    private let meter = Locked(ProgressMeter())
    private let write: @Sendable ([UInt8]) -> Void

    /// Creates a display.
    ///
    /// - Parameter write: Takes the lines, their ends included.
    init(write: @escaping @Sendable ([UInt8]) -> Void = { _ = DescriptorWriter.writeAll($0, to: STDERR_FILENO) }) {
        self.write = write
    }

    func update(_ snapshot: ProgressSnapshot) {
        let reading = meter.withLock { $0.observe(snapshot) }
        write(ProgressJSON.line(reading, of: snapshot))
    }

    func suspendDrawing(to write: () -> Void) { write() }

    func end(_ summary: RunSummary) {
        write(ProgressJSON.endLine(summary))
    }
}
