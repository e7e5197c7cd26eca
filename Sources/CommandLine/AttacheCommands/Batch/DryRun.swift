import Attache
import AttacheBatch
import AttacheCommandLine
import AttacheCore
import AttacheReports
import CommandSupport

/// `batch --dry-run`: what a run would process, and where it would write.
struct DryRun {
    let paths: [String]
    let output: String
    let settings: RunSettings

    /// Checks the configuration, walks the inputs and prints a summary; nothing is created and no connection is opened.
    func run() throws -> CommandStatus {
        for warning in try URLChecker(settings.configuration).warnings { settings.diagnostics.warning(warning) }
        let preview: BatchPreview
        do throws(BatchError) {
            preview = try BatchPreview(paths, output: output)
        } catch {
            settings.diagnostics.error(error.sentence)
            return error.kind == .usage ? .usage : .runtimeFault
        }
        for problem in preview.problems { settings.diagnostics.error(problem) }
        try StandardOutput.write(text(preview))
        return preview.inputCount == 0 || !preview.problems.isEmpty ? .rejectedInput : .success
    }

    private func text(_ preview: BatchPreview) -> String {
        let count = CountText.grouped(preview.inputCount)
        var text =
            "inputs   \(count) \(preview.inputCount == 1 ? "file" : "files"), \(ByteText.text(preview.byteCount))"
        if preview.lineInputCount > 0 {
            text += "; \(CountText.grouped(preview.lineInputCount)) with one payload per line"
        }
        let place =
            switch preview.state {
            case .new: "a new run"
            case .earlierRun: "resumes the run in it"
            }
        let configuration = settings.configuration
        return text + "\noutput   \(output.escapedForTerminal): \(place)\n"
            + "policy   \(configuration.policy), network \(configuration.network), "
            + "\(settings.jobs) concurrent payloads\n"
            + "Nothing was processed.\n"
    }
}
