import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem
import Glibc

/// A run's progress for machines: one compact JSON object a line, members in a fixed order.
///
/// During the run: `state` ("run"), `items` that this process has finished, `items_per_second`, finished `input_bytes`,
/// including those of an earlier run, and if known `input_bytes_total`, `fraction` (0 to 1, of what an earlier run left) and
/// `remaining_ms`;
/// `outcomes` of the items with all five counts, `slowest_host` (`host`, `p95_ms`) once there is one, the `finishing` downloads
/// after a requested stop, `elapsed_ms`. The
/// last line has `state` ("end") and `summary`, the same object as in the JSON report.
enum ProgressJSON {
    /// Returns one line during the run, with its line feed.
    static func line(_ reading: ProgressEstimate, of snapshot: ProgressSnapshot) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("state", "run")
        writer.member("items", snapshot.itemCount)
        writer.member("items_per_second", decimal: reading.itemsPerSecond)
        writer.member("input_bytes", snapshot.inputByteCount)
        writer.member("input_bytes_total", snapshot.totalInputByteCount)
        writer.member("fraction", decimal: reading.fraction)
        if let remaining = reading.remaining { writer.member("remaining_ms", remaining) }
        writer.key("outcomes")
        SummaryEncoder.write(snapshot.outcomes, to: &writer)
        if let slow = snapshot.slowestHost {
            writer.object("slowest_host") { writer in
                writer.member("host", slow.name)
                writer.member("p95_ms", slow.duration)
            }
        }
        writer.member("finishing", snapshot.finishingCount)
        writer.member("elapsed_ms", snapshot.elapsed)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    /// Returns the last line, with its line feed.
    static func endLine(_ summary: RunSummary) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("state", "end")
        writer.key("summary")
        SummaryEncoder.write(summary, to: &writer)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

final class ProgressJSONDisplay: ProgressDisplay {
    /// A line of text every few seconds would break a reader of the objects.
    var showsProgress: Bool { true }

    private let meter = Locked(ProgressMeter())
    private let write: @Sendable ([UInt8]) -> Void

    init(write: @escaping @Sendable ([UInt8]) -> Void = { _ = FileDescriptor.writeAll($0, to: STDERR_FILENO) }) {
        self.write = write
    }

    func update(_ snapshot: ProgressSnapshot) {
        let reading = meter.withLock { $0.observe(snapshot) }
        write(ProgressJSON.line(reading, of: snapshot))
    }

    func suspendDrawing(to write: () -> Void) { write() }

    func end(_ summary: RunSummary, status: CommandStatus) {
        write(ProgressJSON.endLine(summary))
    }
}
