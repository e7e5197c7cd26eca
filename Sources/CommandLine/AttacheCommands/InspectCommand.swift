import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import Glibc

/// `attache inspect`: judgement of local media files as attachments.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Check by their bytes whether local media files can be attached.",
        discussion: """
            The status is 4 when a file would be refused, and 1 when one cannot be read.

            EXAMPLES
              attache inspect a.png b.mp4  check two files
              attache inspect --json media/*.gif  print one JSON object per file
            """
    )

    @Argument(help: ArgumentHelp("Media files.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Print one line of JSON per file.")
    var json = false

    @OptionGroup var judgement: JudgementOptions
    @OptionGroup(title: "Policy") var policy: SettingOptions<InspectionPolicySettings>
    @OptionGroup(title: "Transfer") var check: SettingOptions<InspectionTypeSettings>
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        try await CommandRunner.finish { diagnostics in
            let settings = try settings()
            diagnostics = settings.diagnostics
            try InputPaths.check(files)
            let directories = files.filter(InputPaths.isDirectory)
            guard directories.isEmpty else {
                throw ConfigurationError(
                    problems: directories.map {
                        "\($0) is a directory; give its files, such as \($0)/*. attache batch takes directories of payloads."
                    }
                )
            }
            return try await withLocalInspector(configuration: settings.configuration) { inspector, warnings in
                for warning in warnings { settings.diagnostics.warning(warning) }
                return try await inspect(with: inspector, settings)
            }
        }
    }

    /// Resolves the few settings that matter; those of transfers and the store are not even read.
    private func settings() throws(ConfigurationError) -> RunSettings {
        let known = InspectionPolicySettings.settings + InspectionTypeSettings.settings
        return try RunSettings(
            [policy, check],
            output,
            environment: ProcessEnvironment.current,
            settings: known.map { $0.at(\.configuration) } + OutputSettings.settings
        )
    }

    private func inspect(with inspector: LocalInspector, _ settings: RunSettings) async throws -> CommandStatus {
        var statuses: [CommandStatus] = []
        let text = InspectionText(
            style: Style(isColored: settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment))
        )
        for file in files {
            let inspection: LocalInspection
            do throws(SystemCallError) {
                inspection = try await inspector.inspect(file)
            } catch {
                settings.diagnostics.error("\(file) cannot be read: \(error.message).")
                statuses.append(.runtimeFault)
                continue
            }
            settings.diagnostics.info(InspectionText.details(inspection))
            statuses.append(judgement.status(hasFound: !inspection.isAttachable))
            if json {
                try StandardOutput.write(InspectionEncoder.line(inspection))
            } else {
                try StandardOutput.write(wrapping: text.lines(inspection))
            }
        }
        return CommandStatus.worst(of: statuses)
    }
}

/// The policy that judges a file.
enum InspectionPolicySettings: SettingGroup {
    static let settings = [PolicySettings.policy, PolicySettings.policies]
}

/// The place of the type check.
enum InspectionTypeSettings: SettingGroup {
    static let settings = [TransferSettings.typeCheck]
}

enum InspectionEncoder {
    static func line(_ inspection: LocalInspection) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("file", inspection.file)
        writer.member("verdict", inspection.isAttachable ? "attachable" : "refused")
        writer.member("kind", inspection.format?.kind?.rawValue)
        writer.member("type", inspection.format?.typeIdentifier)
        writer.member("mime", inspection.format?.mimeType)
        writer.member("extension", inspection.format?.preferredExtension)
        writer.member("bytes", inspection.byteCount)
        writer.member("sha256", inspection.sha256)
        if let pixels = inspection.pixels {
            writer.key("pixels")
            writer.beginArray()
            writer.integer(pixels.width)
            writer.integer(pixels.height)
            writer.endArray()
        }
        writer.member("frames", inspection.frameCount)
        writer.member("complete", inspection.isComplete)
        ReasonEncoder.write(inspection.reasons, to: &writer)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

/// The judgement of one file for people.
struct InspectionText {
    let style: Style

    /// What `-v` adds: the MIME type, the digest and the completeness, where they are known.
    static func details(_ inspection: LocalInspection) -> String {
        var words = [inspection.format?.mimeType ?? "unknown type", "\(inspection.byteCount) bytes"]
        if let digest = inspection.sha256 { words.append("SHA-256 \(digest)") }
        if inspection.format != nil, let isComplete = inspection.isComplete {
            words.append(isComplete ? "complete" : "not complete")
        }
        return "\(inspection.file): \(words.joined(separator: ", "))"
    }

    func lines(_ inspection: LocalInspection) -> String {
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
        return text
    }
}
