import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheLint
import AttacheReports
import AttacheSystem
import CommandSupport
import DeviceCommands
import Glibc
import NotificationPicture

/// `attache explain`: one payload, media file or reason, explained.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain one payload, stage by stage: decisions, reasons and fixes.",
        discussion: """
            Give it a payload, a media URL, or the code of a reason such as fetch.status.

            A URL is checked as if a payload that iOS accepts named it, under the policy community unless --policy \
            names another. The output then leaves out what concerns only the payload. For a code, it prints what the \
            code means and what to do.

            EXAMPLES
              attache explain push.json  explain a payload
              attache explain --network lte push.json  explain it on a mobile network
              attache explain https://img.example.com/a.png  explain a media file
              attache explain fetch.status  explain a reason
              attache explain 'fetch.*'  list the reasons of a stage
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A payload file, a URL or a reason's code; - or nothing for standard input.",
            valueName: "file|url|code"
        ),
        completion: ValueCompletion.wordsOrFile(ReasonCode.allCases.map(\.rawValue)).kind
    )
    var file: String?

    @Flag(help: "Print the result as JSON, as rewrite does, and add what only lint finds.")
    var json = false

    @Flag(help: "Begin with a picture of the banner, or a sketch where the terminal shows no pictures.")
    var preview = false

    @Flag(help: "Exit with 4 when the push falls back and loses its media.")
    var failOnFallback = false

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        let files = file.map { [$0] } ?? []
        if StandardInput.isInteractive(for: files) { throw CleanExit.helpRequest(self) }
        if let file, let text = CodeText.of(file), !InputPaths.exists(file) {
            try StandardOutput.write(wrapping: text)
            return
        }
        if let file, !InputPaths.exists(file), let problem = ReasonText.problem(of: file) {
            try await CommandRunner.finish { _ in throw ConfigurationError(problems: [problem]) }
        }
        let url = files.first { URLText.isWeb($0) || URLText.hasScheme($0) && !InputPaths.exists($0) }
        try await CommandRunner.finish(pipeline, paths: url == nil ? files : []) { settings, attache in
            let item: InputItem
            if let url {
                let name = Self.policyName(settings.configuration)
                guard let bytes = MediumPayload.bytes(of: url, policy: name, among: attache.policies) else {
                    settings.diagnostics.error(
                        "The policy \"\(name)\" reads no media key; use another with --policy, such as community."
                    )
                    return .usage
                }
                item = InputItem(source: url, content: .bytes(bytes), arrival: attache.time.now)
            } else {
                item = try PayloadInput.read(file ?? "-", for: "explain", time: attache.time).transcribed()
            }
            let result = await attache.process(item)
            let findings = Self.findings(on: item, beyond: result, isMedium: url != nil, settings, attache)
            if settings.diagnostics.verbosity > 0 {
                ItemDiagnostics(settings.diagnostics).report(ItemRecord(result))
            }
            var tally = RunTally(failsOnFallback: failOnFallback)
            tally.count(result)
            let banner = preview && !json ? ResultBanner.text(of: result, settings) : []
            let text = text(result, of: item, beyond: findings, isMedium: url != nil, settings)
            try StandardOutput.write(banner + text)
            return tally.status
        }
    }

    /// What lint finds and the result does not say; of a media file alone only what is about its URL. Notes need `-v`.
    private static func findings(
        on item: InputItem,
        beyond result: RewriteResult,
        isMedium: Bool,
        _ settings: RunSettings,
        _ attache: Attache
    ) -> [LintFinding] {
        let linter = PayloadLinter(
            policies: attache.policies,
            canonicalizer: attache.canonicalizer,
            options: LintOptions(
                of: result,
                policy: policyName(settings.configuration),
                ats: attache.snapshot.ats,
                egress: attache.snapshot.egress
            )
        )
        let severity = settings.diagnostics.verbosity > 0 ? LintSeverity.note : .warning
        return linter.lint(item, fetched: result).beyond(result, atLeast: severity)
            .filter { !isMedium || $0.code.isAboutMedia }
    }

    /// The name of the policy in use; that of a file is in the file.
    private static func policyName(_ configuration: AttacheConfiguration) -> String {
        let policy = configuration.policy
        guard policy.contains("/") || policy.contains(".") else { return policy }
        let library = try? PolicyLibrary(directories: configuration.policyDirectories, file: policy)
        return library?.fileName ?? policy
    }

    /// Whether a text is no JSON from its first bytes on, such as a pasted command or a URL, whose user and token no output
    /// repeats.
    private static func mayHaveCredentials(_ bytes: [UInt8]) -> Bool {
        let start = bytes.lazy.filter { !JSONByte.isWhiteSpace($0) }.prefix(2)
        guard let first = start.first, first == JSONByte.openBrace || first == JSONByte.openBracket,
            start.dropFirst().allSatisfy({ "\"'{}[],:0123456789".utf8.contains($0) })
        else { return true }
        return ConsoleText.read(bytes) != nil
    }

    private func text(
        _ result: RewriteResult,
        of item: InputItem,
        beyond findings: [LintFinding],
        isMedium: Bool,
        _ settings: RunSettings
    ) -> [UInt8] {
        guard !json else { return LintJSONReport.object(result, beyond: findings) + [JSONByte.lineFeed] }
        let color = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
        let rendered = ExplainRenderer(style: Style(isColored: color), isMedium: isMedium)
            .render(result, beyond: findings)
        let text = TerminalText(settings.environment).wrapped(rendered)
        guard case .bytes(let bytes) = item.content, !bytes.isEmpty, !Self.mayHaveCredentials(bytes),
            let excerpt = JSONExcerpt.lines(bytes)
        else { return Array(text.utf8) }
        return Array("\(text)\n  \(excerpt.text)\n  \(excerpt.caret)\n".utf8)
    }
}
