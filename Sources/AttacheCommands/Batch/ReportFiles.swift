import AttacheBatch
import AttacheReports

/// Writes the reports of a run into their files.
struct ReportFiles: Sendable {
    /// A report that could not be written.
    struct Failure: Error, Sendable, Equatable {
        /// The report.
        let request: ReportRequest
        /// One sentence for a person.
        let sentence: String
    }

    let requests: [ReportRequest]

    /// Writes every report; one that fails does not stop the others, and leaves no file and an older one as it was.
    ///
    /// - Parameters:
    ///   - summary: What the run came to.
    ///   - items: The items of the run.
    /// - Returns: The reports that could not be written.
    func write(_ summary: RunSummary, items: ItemFeed) -> [Failure] {
        requests.compactMap { request in
            do {
                try AtomicFile.write(to: request.path) { append in
                    var sink = ByteSink(append)
                    try request.kind.report.write(summary, items: items, to: &sink)
                    try sink.finish()
                }
                return nil
            } catch {
                let cause = (error as? AtomicFile.Failure)?.message ?? (error as? BatchError)?.sentence ?? "\(error)"
                return Failure(
                    request: request,
                    sentence: "The report \(request.kind.rawValue)=\(request.path) could not be written: \(cause)."
                )
            }
        }
    }
}
