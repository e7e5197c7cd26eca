import ArgumentParser
import Attache
import AttacheBatch
import AttacheCommandLine
import AttacheCore
import AttacheLint
import AttacheSystem
import CommandSupport
import Glibc

/// `attache lint`: advice on payloads, and repairs that need no decision.
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check payloads for known mistakes, and repair simple ones, without a network.",
        discussion: """
            It reads files and directories as batch does. Without a path, or with -, it reads the payload from \
            standard input. The status is 4 for an error; --fail-on sets another severity.

            --fix adds or moves mutable-content, moves media keys out of aps, and corrects the spelling of media keys. \
            In URLs it removes white space and encodes illegal characters. All other bytes of the file stay as they \
            are. --fix never changes what a URL means: http stays http, and capitals stay capitals.

            EXAMPLES
              attache lint push.json  check one payload
              attache lint campaign/ --fail-on warning  check a directory; exit with 4 for a warning too
              attache lint --fix --dry-run push.json  show as a diff what would be fixed
              attache lint --portable push.json  require what the extensions of all vendors take
              attache lint --fetch push.json  also download the media and check the response
              attache lint --format sarif campaign/ > lint.sarif  write a report for code scanning
            """
    )

    @Argument(
        help: ArgumentHelp("Files and directories of payloads; - for standard input.", valueName: "path"),
        completion: .file()
    )
    var paths: [String] = []

    @Option(help: "The output: text, json (one line per payload), sarif, or github annotations.")
    var format: LintFormat = .text

    @Flag(help: "The same as --format json.")
    var json = false

    @Flag(help: "Also download the media, under the policy, and check the response.")
    var fetch = false

    @Flag(help: "Fix the mistakes that need no decision, in the files themselves.")
    var fix = false

    @Flag(help: "With --fix: print a unified diff and change nothing.")
    var dryRun = false

    @Flag(help: "Report as an error what at least one vendor's extension does not take.")
    var portable = false

    @Option(
        help: ArgumentHelp(
            "Exit with 4 for a finding at least this severe: error, warning or note.",
            valueName: "severity"
        )
    )
    var failOn: LintSeverity?

    @OptionGroup var judgement: JudgementOptions

    @Flag(help: "Read one value per line, regardless of the file name.")
    var ndjson = false

    @Flag(help: "Print all lint codes with their severity, and exit.")
    var list = false

    @OptionGroup(title: "Lint") var ignored: SettingOptions<LintSettings>
    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        if list {
            try StandardOutput.write(wrapping: LintCodeText.table())
            return
        }
        if StandardInput.isInteractive(for: paths) { throw CleanExit.helpRequest(self) }
        try await CommandRunner.finish { diagnostics in
            var settings = try settings()
            diagnostics = settings.diagnostics
            try InputPaths.check(paths)
            let files = try inputs()
            let policies = try PolicyConfiguration(settings.configuration)
            var options = LintOptions()
            options.policy = policies.policy
            options.ats = policies.ats
            options.isPortable = portable
            options.egress = policies.egress
            options.ignored = try LintIgnore.codes(settings.lintIgnored)
            let linter = PayloadLinter(
                policies: policies.policies,
                canonicalizer: policies.canonicalizer,
                options: options
            )
            for warning in policies.warnings { diagnostics.warning(warning) }
            if fix { return try LintFileFixer(linter, readsLines: ndjson, settings).run(files, onlyPrints: dryRun) }
            // A directory's findings are printed while others load.
            let loading = fetch && files.count == 1 ? LoadingDisplay(settings) : nil
            defer { loading?.end() }
            loading?.observe(&settings)
            let run = LintRun(
                files: files,
                readsLines: ndjson,
                linter: linter,
                format: json ? .json : format,
                failOn: judgement.exitZero ? nil : failOn ?? .error,
                settings: settings
            )
            guard fetch else { return try await run.run() }
            try settings.checkStore()
            return try await withAttache(configuration: run.settings.configuration) { attache in
                try await run.run(with: attache)
            }
        }
    }

    private func settings() throws(ConfigurationError) -> RunSettings {
        var settings = try RunSettings(
            [ignored, pipeline.policy, pipeline.device, pipeline.egress, pipeline.transfer],
            pipeline.output,
            environment: ProcessEnvironment.current
        )
        settings.fitDescriptors(.current, reports: pipeline.transfer.contains(TransferSettings.jobs.definition))
        return settings
    }

    private func inputs() throws -> [PayloadFile] {
        if dryRun, !fix {
            throw ConfigurationError(problems: ["--dry-run shows what --fix would change; add --fix."])
        }
        if judgement.exitZero, failOn != nil {
            throw ConfigurationError(problems: ["--exit-zero and --fail-on contradict each other; use one of them."])
        }
        if fix, fetch || failOn != nil || json || format != .text {
            throw ConfigurationError(
                problems: ["--fix changes files and reports nothing else; run attache lint again for the findings."]
            )
        }
        let files: [PayloadFile]
        do throws(BatchError) {
            files = try PayloadFile.list(below: paths.isEmpty ? ["-"] : paths)
        } catch {
            throw ConfigurationError(problems: [error.sentence])
        }
        if fix, files.contains(where: { $0.stream != nil || $0.isCompressed }) {
            throw ConfigurationError(
                problems: ["--fix changes files; save the input to a file that is not compressed."]
            )
        }
        guard !files.isEmpty else {
            throw ConfigurationError(
                problems: [
                    "There are no payload files in \(paths.joined(separator: ", ")); use .json, .apns, .ndjson or .jsonl."
                ]
            )
        }
        return files
    }
}

extension LintFormat: ExpressibleByArgument {}

extension LintSeverity: ExpressibleByArgument {}
