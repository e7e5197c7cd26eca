import AppProject
import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import ExtensionSources
import Glibc

/// `attache extension run`: compiles an extension and delivers pushes to it.
struct ExtensionRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Compile an extension, deliver a push to it, and show what a device would show.",
        discussion: """
            It needs a Swift toolchain. It copies the sources to a package in the cache and compiles them in Swift 5 \
            mode; compiler messages name the original files. The extension has its own process and its own container, \
            and 30 s for each push. The output also shows what attache makes of the same payload. A payload has any \
            form that attache rewrite takes; several are delivered in order to one process.

            The status is 3 when the extension does not compile, its Info.plist cannot be read, or a payload is not a \
            deliverable push, and 1 when the process of the extension cannot be started.

            EXAMPLES
              attache extension run NotificationService/ --payload push.json  run a folder
              attache extension run NotificationService.swift Shared.swift --payload push.json  run files
              attache extension run NotificationService/ --payload push.json --watch  run again after each change
              attache extension run NotificationService/ --payload push.json --module Shared=Shared/  run it with a library of the app
              attache extension run NotificationService/ --payload 1.json --payload 2.json --json  print a line of JSON for each
            """
    )

    @Argument(help: ArgumentHelp("Folders and files of the extension.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(
        help: ArgumentHelp("A payload file, or - for standard input. Repeatable.", valueName: "file"),
        completion: .file()
    )
    var payload: [String] = []

    @Flag(help: "Print one line of JSON per payload: device is what the extension did, attache the result.")
    var json = false

    @Flag(help: "Run again when a source or a payload changes, until Ctrl-C.")
    var watch = false

    @Flag(help: "Exit with 4 when the original is delivered instead of the extension's content.")
    var failOnFallback = false

    @OptionGroup var libraries: ModuleOptions
    @OptionGroup(title: "Extension") var options: ExtensionOptions
    @OptionGroup(title: "Extension") var source: AttachePackageOptions
    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        if StandardInput.isInteractive(for: payload) { throw CleanExit.helpRequest(self) }
        let payloads = payload.isEmpty ? ["-"] : payload
        if watch, payloads.contains("-") {
            try await CommandRunner.finish { _ in
                throw ConfigurationError(problems: ["--watch reads files again; name the payload with --payload FILE."])
            }
        }
        try await CommandRunner.finish { diagnostics in
            try options.check()
            let localizer = try options.localizer()
            var resolved = try pipeline.resolve(environment: ProcessEnvironment.current)
            // The other column has no more time than the extension.
            if resolved.configuration.deadline == nil, options.expiry < ExtensionOptions.usualExpiry {
                resolved.configuration.deadline = .milliseconds(max(1, Int(options.expiry * 1000)))
            }
            let settings = resolved
            diagnostics = settings.diagnostics
            try InputPaths.check(payloads)
            try settings.checkStore()
            let stop = try InterruptSignal()
            let build = try ExtensionBuild(try source.package(), settings.diagnostics, until: stop)
            do {
                return watch
                    ? try await runAgain(payloads, localizer, build, settings, until: stop)
                    : try await runOnce(payloads, localizer, build, settings, until: stop)
            } catch is CancellationError {
                return .interrupted
            }
        }
    }

    /// Runs after each change of a file; a change during a run starts another one.
    private func runAgain(
        _ payloads: [String],
        _ localizer: AlertLocalizer?,
        _ build: ExtensionBuild,
        _ settings: RunSettings,
        until stop: InterruptSignal
    ) async throws -> CommandStatus {
        let others = payloads + options.strings
        let paths = paths + libraries.folders
        var watch = FileWatch(paths, others)
        var status = try await runOnce(payloads, localizer, build, settings, until: stop)
        while try await watch.waitForChange(of: paths, others, stop) {
            try StandardOutput.write("\n")
            watch = FileWatch(paths, others)
            do {
                status = try await runOnce(payloads, try options.localizer(), build, settings, until: stop)
            } catch let error as ConfigurationError {
                // The first run had all files: an editor is writing one.
                for problem in error.problems { settings.diagnostics.error(problem) }
                status = .usage
            }
        }
        return status
    }

    private func runOnce(
        _ payloads: [String],
        _ localizer: AlertLocalizer?,
        _ build: ExtensionBuild,
        _ settings: RunSettings,
        until stop: InterruptSignal
    ) async throws -> CommandStatus {
        let sources = try ExtensionPaths.read(paths, with: try libraries.read(besides: paths))
        let check = try ExtensionCheck(sources, class: options.principalClass)
        guard let principal = check.principalClass else {
            for finding in check.findings where finding.severity == .error {
                settings.diagnostics.error(finding.sentence)
            }
            return .rejectedInput
        }
        if settings.configuration.infoPlist == nil, let fault = check.unreadable {
            settings.diagnostics.error(fault.sentence)
            return .rejectedInput
        }
        let module = check.sources.moduleName(for: principal.name)
        let item = ScratchExtension(module: module, principalClass: principal.name, sources: check.sources)
        switch try await build.compile([item]) {
        case .failed(let messages):
            _ = FileDescriptor.writeAll(Array(messages.escapedForTerminalLines.utf8), to: STDERR_FILENO)
            // What the compiler did not find may be in another file of the target.
            let codes = [SourceChecker.otherFiles, SourceChecker.objectiveC]
            let others = ExtensionProject.findings(of: check.sources).filter { codes.contains($0.code) }
            for finding in check.findings.filter({ $0.severity == .error }) + others {
                settings.diagnostics.error(finding.sentence)
            }
            let hasMore = check.findings.contains { $0.severity != .error }
            settings.diagnostics.error(
                "The extension does not compile on Linux\(hasMore ? "; attache extension check lists more" : "")."
            )
            return .rejectedInput
        case .program(let program):
            // Also of the pipeline, which judges URLs by its App Transport Security.
            let infoPlist = settings.configuration.infoPlist ?? check.infoPlist?.path
            let arguments = options.arguments(module: module, infoPlist: infoPlist, sources: check.sources)
            return try await deliver(
                payloads,
                localizer,
                ExtensionRunner(
                    program: program,
                    options: arguments,
                    variables: settings.configuration.extensionVariables,
                    stop: stop
                ),
                principal,
                settings
            )
        }
    }

    private func deliver(
        _ payloads: [String],
        _ localizer: AlertLocalizer?,
        _ runner: ExtensionRunner,
        _ principal: PrincipalClass,
        _ settings: RunSettings
    ) async throws -> CommandStatus {
        try await withAttache(configuration: settings.configuration) { attache in
            for warning in attache.warnings { settings.diagnostics.warning(warning) }
            var results: [RewriteResult] = []
            for path in payloads {
                let result = await attache.process(
                    try PayloadInput.read(path, for: "extension run", time: attache.time)
                )
                guard result.content != nil else {
                    settings.diagnostics.error("\(path): \(result.headline?.message ?? "it is not a deliverable push")")
                    return .rejectedInput
                }
                results.append(result)
            }
            // What the phone receives, without an envelope or the request to a push service around it.
            let pushes = results.map { Self.push($0, localizer, settings.diagnostics) }
            let deliveries = try await runner.deliver(pushes)
            let color = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
            for (index, (delivery, result)) in zip(deliveries, results).enumerated() {
                if index > 0, !json { try StandardOutput.write("\n") }
                if json {
                    try StandardOutput.write(Self.line(delivery, result))
                } else {
                    let text = DeliveryText(style: Style(isColored: color))
                    let texts = pushes[index].texts
                    try StandardOutput.write(text.render(delivery, beside: result, texts: texts, class: principal.name))
                }
            }
            if deliveries.contains(where: { $0.has("start-failed") }) { return .runtimeFault }
            let hasOriginal = deliveries.contains { $0.outcome == "original" }
            return failOnFallback && hasOriginal ? .fallback : .success
        }
    }

    private static func push(
        _ result: RewriteResult,
        _ localizer: AlertLocalizer?,
        _ diagnostics: Diagnostics
    ) -> ExtensionRunner.Payload {
        let headers = result.headers.flatMap { try? JSONDocument(parsing: $0) }
        var push = ExtensionRunner.Payload(
            bytes: result.content?.userInfo ?? [],
            collapseIdentifier: headers?.root["apns-collapse-id"]?.string
        )
        guard let localizer, let aps = result.content?.aps else { return push }
        var texts = AlertLocalizer.AlertTexts(
            title: aps.title ?? "",
            subtitle: aps.subtitle ?? "",
            body: aps.body ?? ""
        )
        for finding in localizer.localize(&texts, of: push.bytes) { diagnostics.warning(finding) }
        push.texts = [texts.title, texts.subtitle, texts.body]
        return push
    }

    private static func line(_ delivery: ExtensionDelivery, _ result: RewriteResult) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("device", raw: delivery.bytes)
        var report = ResultFormatter(form: .report, isLabelled: false).line(result)
        // The line feed of a report.
        if report.last == UInt8(ascii: "\n") { report.removeLast() }
        writer.member("attache", raw: report)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}
