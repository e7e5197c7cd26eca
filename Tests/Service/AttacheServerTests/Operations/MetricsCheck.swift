import AttacheTesting
import Foundation

/// Parses a text with the strict parser of Prometheus' own client library.
enum MetricsCheck {
    /// The errors of the text; `nil` when there are none.
    static func problems(of text: [UInt8]) async throws -> String? {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "check_metrics.py")
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        try Data(text).write(to: URL(filePath: directory.path("metrics")))
        // The system's own interpreter has the Debian package.
        let child = try ChildProcess(
            "/usr/bin/python3",
            [script.path(percentEncoded: false), directory.path("metrics")],
            output: directory.path("output")
        )
        let status = await child.wait()
        return status == 0 ? nil : directory.text("output")
    }
}
