import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import Glibc

/// `attache inspect`: judgement of local media files as attachments.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Judge local media files as attachments, by their bytes.",
        discussion: """
            Exits with 4 when a file would be refused, 3 when one cannot be read, and 2 when one does not exist.

            EXAMPLES
              attache inspect a.png b.mp4  judge two files
              attache inspect --json media/*.gif  print one JSON object per file
            """
    )

    @Argument(help: ArgumentHelp("Media files.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Print one JSON object per file and line.")
    var json = false

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        try await CommandRunner.finish(pipeline, paths: files, storesMedia: false) { settings, attache in
            var statuses: [CommandStatus] = []
            let text = InspectionText(
                style: Style(isColored: settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment))
            )
            for file in files {
                let inspection: LocalInspection
                do throws(SystemCallError) {
                    inspection = try await attache.inspect(file)
                } catch {
                    settings.diagnostics.error("\(file) cannot be read: \(error.message).")
                    statuses.append(.rejectedInput)
                    continue
                }
                if !inspection.isAttachable { statuses.append(.fallback) }
                let lines = json ? InspectionEncoder.line(inspection) : text.lines(inspection)
                if case .failed = StandardOutput.write(lines) { statuses.append(.runtimeFault) }
            }
            return CommandStatus.worst(of: statuses)
        }
    }
}

enum InspectionEncoder {
    static func line(_ inspection: LocalInspection) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        member("file", inspection.file, &writer)
        member("verdict", inspection.isAttachable ? "attachable" : "refused", &writer)
        member("kind", inspection.format?.kind?.rawValue, &writer)
        member("type", inspection.format?.typeIdentifier, &writer)
        member("mime", inspection.format?.mimeType, &writer)
        member("extension", inspection.format?.preferredExtension, &writer)
        writer.key("bytes")
        writer.integer(inspection.byteCount)
        member("sha256", inspection.sha256, &writer)
        if let pixels = inspection.pixels {
            writer.key("pixels")
            writer.beginArray()
            writer.integer(pixels.width)
            writer.integer(pixels.height)
            writer.endArray()
        }
        if let frames = inspection.frameCount {
            writer.key("frames")
            writer.integer(frames)
        }
        if let isComplete = inspection.isComplete {
            writer.key("complete")
            writer.boolean(isComplete)
        }
        ReasonEncoder.write(inspection.reasons, to: &writer)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static func member(_ name: String, _ value: String?, _ writer: inout JSONWriter) {
        guard let value else { return }
        writer.key(name)
        writer.string(value)
    }
}

/// The judgement of one file for people.
struct InspectionText {
    let style: Style

    func lines(_ inspection: LocalInspection) -> [UInt8] {
        var words = [inspection.format?.typeIdentifier ?? "unknown type"]
        if let pixels = inspection.pixels { words.append("\(pixels.width) × \(pixels.height)") }
        if let frames = inspection.frameCount, frames > 1 { words.append("\(frames) frames") }
        words.append(ByteSize(byteCount: inspection.byteCount).text)
        let verdict = inspection.isAttachable ? style.good("attachable") : style.bad("refused")
        var text = "\(inspection.file.escapedForTerminal): \(verdict): \(words.joined(separator: ", "))\n"
        for reason in inspection.reasons {
            let mark = reason.severity == .block ? style.bad("✗") : style.risky("!")
            text += "  \(mark) \(reason.code.rawValue): \(reason.message.escapedForTerminal)\n"
            if let fix = reason.fix { text += "    → \(fix.escapedForTerminal)\n" }
        }
        return Array(text.utf8)
    }
}
