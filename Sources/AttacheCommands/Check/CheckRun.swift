import Attache
import AttacheOptions
import AttacheThreads

/// One run of `check`: from the URLs to standard output, on one thread that may block.
struct CheckRun: Sendable {
    let urls: [String]
    let checker: URLChecker
    /// Names looked up at once, or `nil` to look up none.
    let lookupLimit: Int?
    let form: VerdictFormat
    let failsOnDenial: Bool
    let diagnostics: Diagnostics

    /// Runs to the end of the URLs, of the output, or of the user's patience.
    func run(stop: InterruptSignal) -> CommandStatus {
        var source = URLSource(urls, stopDescriptor: stop.descriptor)
        var tally = CheckTally(output: CheckOutput(form: form), failsOnDenial: failsOnDenial)
        do throws(ByteStream.Failure) {
            if let lookupLimit {
                var window = LookupWindow(checker: checker, limit: lookupLimit, stop: stop)
                defer { window.shutDown() }
                try window.run(&source, &tally)
            } else {
                try judge(&source, &tally, stop)
            }
        } catch {
            diagnostics.error(error.sentence)
            tally.hasFault = true
        }
        tally.finish()
        if case .failed(let code) = tally.output.result {
            diagnostics.error("Standard output cannot be written: \(SystemError.text(code)).")
        }
        return tally.status
    }

    private func judge(_ source: inout URLSource, _ tally: inout CheckTally, _ stop: InterruptSignal) throws(ByteStream
        .Failure)
    {
        while tally.output.result == .written {
            while let line = try source.next() {
                tally.add(checker.check(line.bytes, byteCount: line.byteCount), of: line)
                if tally.output.result != .written { return }
            }
            guard source.descriptor != nil else { return }
            // Whoever writes the URLs may be waiting for the verdicts.
            tally.output.flush()
            try source.read()
            if stop.isRequested { return tally.isInterrupted = true }
        }
    }
}
