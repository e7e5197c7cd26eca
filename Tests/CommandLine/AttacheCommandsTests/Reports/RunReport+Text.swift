import AttacheReports

extension RunReport {
    /// The complete report of a run.
    func bytes(of run: SampleRun) throws -> [UInt8] {
        let collected = Collected()
        var sink = ByteSink { collected.bytes += $0 }
        try write(run.summary, items: run.feed, to: &sink)
        try sink.finish()
        return collected.bytes
    }

    /// The complete report of a run, as text.
    func text(of run: SampleRun) throws -> String {
        String(decoding: try bytes(of: run), as: UTF8.self)
    }
}

private final class Collected {
    var bytes: [UInt8] = []
}
