import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import Glibc
import LoopbackOrigin

/// `attache demo`: sample payloads against a loopback origin with sample media, good and broken.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show the results of sample payloads, or write them as files to try.",
        discussion: """
            Without options, demo starts a local server with sample media, prints what a phone makes of each payload, \
            and ends within seconds. It needs no network and leaves no files.

            --write makes a directory with twelve of the payloads and the media files that they name, and prints what \
            to try with them. Their URLs begin with http://localhost:8421/. --serve serves the media files there, to \
            this machine alone, until Ctrl-C. Other commands load them with --allow-host localhost:8421. iOS, too, \
            allows http to the device itself.

            EXAMPLES
              attache demo  show what an iPhone makes of sample payloads
              attache demo --write samples  write the payloads and their media files
              attache demo --serve samples  serve those media files
              attache explain samples/webp.json --allow-host localhost:8421  explain one of the payloads
            """
    )

    @Option(
        help: ArgumentHelp("Write sample payloads and their media files to a new directory.", valueName: "dir"),
        completion: .directory
    )
    var write: String?

    @Option(
        help: ArgumentHelp("Serve the media files of a directory that --write made, until Ctrl-C.", valueName: "dir"),
        completion: .directory
    )
    var serve: String?

    @Option(
        help: ArgumentHelp(
            "The server's port on 127.0.0.1 (default: 8421 with --write and --serve, otherwise any free one).",
            valueName: "port"
        )
    )
    var port: UInt16?

    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if write != nil, serve != nil {
            throw ValidationError("invalid --serve: --write is there too; use one of them.")
        }
        guard port == 0, write != nil || serve != nil else { return }
        throw ValidationError("invalid --port: the payloads name the port; use one from 1 to 65535.")
    }

    func run() async throws {
        let environment = ProcessEnvironment.current
        try await CommandRunner.finish { diagnostics in
            var settings = RunSettings()
            settings.diagnostics.verbosity = output.verbosity
            var resolver = SettingsResolver(SettingLookup([output.settings], environment: environment))
            resolver.resolve(OutputSettings.settings, into: &settings)
            diagnostics = settings.diagnostics
            guard resolver.problems.isEmpty else { throw ConfigurationError(problems: resolver.problems) }
            return try await perform(settings, environment)
        }
    }

    private func perform(_ settings: RunSettings, _ environment: [String: String]) async throws -> CommandStatus {
        if let write { return try self.write(samples(write)) }
        if let serve { return try await self.serve(samples(serve)) }
        let color = settings.color.isOn(for: STDOUT_FILENO, environment: environment)
        return try await show(Style(isColored: color), TerminalText(environment), settings.diagnostics)
    }

    private func samples(_ directory: String) -> DemoSamples {
        DemoSamples(directory: directory, port: port ?? DemoSamples.defaultPort)
    }

    private func write(_ samples: DemoSamples) throws -> CommandStatus {
        try samples.write()
        try StandardOutput.write(samples.guide)
        return .success
    }

    private func serve(_ samples: DemoSamples) async throws -> CommandStatus {
        let stop = try InterruptSignal()
        let origin = try samples.serve()
        defer { origin.stop() }
        try StandardOutput.write(samples.readiness)
        while !stop.isRequested { try await Task.sleep(for: .milliseconds(100)) }
        return .success
    }

    private func show(
        _ style: Style,
        _ terminal: TerminalText,
        _ diagnostics: Diagnostics
    ) async throws -> CommandStatus {
        let origin: LoopbackOrigin
        do {
            origin = try DemoOrigin.start(port: Int(port ?? 0))
        } catch {
            let cause = "The demo's origin cannot listen on port \(port ?? 0): \(error.message)."
            diagnostics.error("\(cause) Use another with --port.")
            return .runtimeFault
        }
        defer { origin.stop() }
        let store = try TemporaryDirectory()
        defer { store.remove() }
        var configuration = AttacheConfiguration()
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        configuration.storeDirectory = store.path
        let results = try await withAttache(configuration: configuration) { attache in
            await Self.results(attache, origin: origin)
        }
        let title = "A loopback origin serves sample media on port \(origin.port). What a phone would show:"
        var text = terminal.wrapped(title, column: 0) + "\n\n"
        text += DemoTable(style: style, terminal: terminal).render(results)
        let note = "Each row is a real download; the deadline of the slow origin is 2 s instead of 30 s."
        text += "\n" + terminal.wrapped(note, column: 0) + "\n"
        try StandardOutput.write(text)
        return .success
    }

    private static func results(_ attache: Attache, origin: LoopbackOrigin) async -> [(DemoCase, RewriteResult)] {
        await withTaskGroup(of: (Int, RewriteResult).self) { group in
            for (index, sample) in DemoCase.all.enumerated() {
                group.addTask { (index, await attache.rewrite(sample.input(origin: origin.url("")))) }
            }
            var results: [Int: RewriteResult] = [:]
            for await (index, result) in group { results[index] = result }
            return DemoCase.all.enumerated().compactMap { index, sample in results[index].map { (sample, $0) } }
        }
    }
}

struct DemoTable {
    let style: Style
    let terminal: TerminalText

    /// Returns one line per case, and the headline's sentence below fallbacks.
    func render(_ results: [(DemoCase, RewriteResult)]) -> String {
        let rows = results.map { sample, result in
            [sample.title, result.policy ?? "–", result.network ?? "–", result.outcome.rawValue, Self.code(result)]
        }
        let header = ["media", "policy", "network", "outcome", "why"]
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        let last = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        var text = style.strong(Self.line(header, widths)) + "\n"
        for (row, (_, result)) in zip(rows, results) {
            var cells = row.enumerated().map { $1.padded(to: widths[$0]) }
            cells[3] = color(cells[3], result)
            let line = Self.trimmed(cells.joined(separator: "  "))
            // A code that is too long for the last column is on a line below.
            let isRoomy = terminal.fits(last + row[4].prefix { $0 != " " }.count)
            text += terminal.wrapped(line, column: isRoomy ? last : 4) + "\n"
            if let sentence = Self.sentence(result) { text += terminal.wrapped("  " + style.faint(sentence)) + "\n" }
        }
        return text
    }

    private func color(_ text: String, _ result: RewriteResult) -> String {
        result.isFallback || result.outcome == .rejected ? style.bad(text) : style.good(text)
    }

    private static func code(_ result: RewriteResult) -> String {
        let reason = result.headline ?? result.reasons.first { $0.severity == .warning }
        guard let reason else { return "" }
        let apple = reason.apple.map { " (\($0.domain) \($0.code))" } ?? ""
        return reason.code.rawValue + apple
    }

    private static func sentence(_ result: RewriteResult) -> String? {
        (result.headline ?? result.reasons.first { $0.severity == .warning })
            .map { $0.message.escapedForTerminal }
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        trimmed(zip(cells, widths).map { $0.padded(to: $1) }.joined(separator: "  "))
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
