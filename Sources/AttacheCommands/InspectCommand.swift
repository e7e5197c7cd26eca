import ArgumentParser
import Attache
import AttacheCore
import AttacheOptions
import AttacheThreads

/// `attache inspect`: local media files, judged as attachments.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Judge local media files as attachments, by their bytes."
    )

    @Argument(help: ArgumentHelp("Media files.", valueName: "file"))
    var files: [String]

    @Flag(help: "Print one JSON object per file and line.")
    var json = false

    @Flag(help: "Exit with 4 when a file would be refused.")
    var failOnFallback = false

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        try await CommandRunner.finish(pipeline) { settings, attache in
            var statuses: [CommandStatus] = []
            for file in files {
                let inspection: LocalInspection
                do throws(LocalFileError) {
                    inspection = try await attache.inspect(file)
                } catch {
                    settings.diagnostics.error("\(file) cannot be read: \(SystemError.text(error.code)).")
                    statuses.append(.rejectedInput)
                    continue
                }
                if !inspection.isAttachable && failOnFallback { statuses.append(.fallback) }
                let text = json ? InspectionEncoder.line(inspection) : InspectionText.lines(inspection)
                if case .failed = StandardOutput.write(text) { statuses.append(.runtimeFault) }
            }
            return CommandStatus.worst(of: statuses)
        }
    }
}
