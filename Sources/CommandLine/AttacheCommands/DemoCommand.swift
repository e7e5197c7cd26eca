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
        abstract: "Start a loopback origin with sample media and show the results of sample payloads.",
        discussion: """
            It needs no network, leaves no files and ends within seconds.

            EXAMPLES
              attache demo  show what an iPhone makes of sample payloads
            """
    )

    @Option(help: ArgumentHelp("The origin's port on 127.0.0.1; 0 for any free one.", valueName: "port"))
    var port: UInt16 = 0

    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let environment = ProcessEnvironment.current
        try await CommandRunner.finish { diagnostics in
            var settings = RunSettings()
            settings.diagnostics.verbosity = output.verbosity
            var resolver = SettingsResolver(SettingLookup([output.settings], environment: environment))
            resolver.resolve(OutputSettings.settings, into: &settings)
            diagnostics = settings.diagnostics
            guard resolver.problems.isEmpty else { throw ConfigurationError(problems: resolver.problems) }
            do {
                let color = settings.color.isOn(for: STDOUT_FILENO, environment: environment)
                try await show(Style(isColored: color), TerminalText(environment))
                return .success
            } catch let error as SystemCallError {
                let cause = "The demo's origin cannot listen on port \(port): \(error.message)."
                diagnostics.error("\(cause) Use another with --port.")
                return .runtimeFault
            }
        }
    }

    private func show(_ style: Style, _ terminal: TerminalText) async throws {
        let origin = try DemoOrigin.start(port: Int(port))
        defer { origin.stop() }
        let store = try TemporaryDirectory()
        defer { store.remove() }
        var configuration = AttacheConfiguration()
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        configuration.storeDirectory = store.path
        let results = try await withAttache(configuration: configuration) { attache in
            await Self.results(attache, origin: origin)
        }
        var text = "A loopback origin serves sample media on port \(origin.port). What a phone would show:\n\n"
        text += DemoTable(style: style, terminal: terminal).render(results)
        text += "\nEach row is a real download; the deadline of the slow origin is 2 s instead of 30 s.\n"
        try StandardOutput.write(text)
    }

    private static func results(_ attache: Attache, origin: LoopbackOrigin) async -> [(DemoCase, RewriteResult)] {
        await withTaskGroup(of: (Int, RewriteResult).self) { group in
            for (index, sample) in DemoCase.all.enumerated() {
                group.addTask { (index, await attache.rewrite(sample.input(port: origin.port))) }
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
        let header = ["media", "policy", "network", "verdict", "why"]
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        var text = style.strong(Self.line(header, widths)) + "\n"
        for (row, (_, result)) in zip(rows, results) {
            var cells = row.enumerated().map { $1.padded(to: widths[$0]) }
            cells[3] = color(cells[3], result)
            let line = Self.trimmed(cells.joined(separator: "  "))
            text += terminal.wrapped(line, column: widths.dropLast().reduce(0) { $0 + $1 + 2 }) + "\n"
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
