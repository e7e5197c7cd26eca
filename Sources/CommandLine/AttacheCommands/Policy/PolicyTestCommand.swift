import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import CommandSupport
import PolicyFiles

/// `attache policy test`: proves a policy file by cases.
struct PolicyTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Test a policy file with cases, without a network, and report every difference.",
        discussion: """
            A case has a payload, or a request to a push service, and what you expect of its result. It may have the \
            origin's responses too; otherwise the response is a sample that fits the URL. The status is 4 when a \
            result differs.

            EXAMPLES
              attache policy test acme.yaml cases.yaml  run a list of cases in YAML
              attache policy test acme.yaml cases.ndjson  run one case per line
            """
    )

    @Argument(help: ArgumentHelp("The policy file.", valueName: "file"), completion: .file())
    var file: String

    @Argument(
        help: ArgumentHelp("The cases: a YAML list, or one JSON object per line in .ndjson.", valueName: "cases"),
        completion: .file()
    )
    var cases: String

    @Flag(help: "Print one line of JSON per case.")
    var json = false

    @OptionGroup var judgement: JudgementOptions
    @OptionGroup var policies: PolicyDirectoryOptions

    func run() async throws {
        try await CommandRunner.finish { _ in
            try InputPaths.check([file, cases])
            let tests = try readCases()
            guard !tests.isEmpty else {
                throw ConfigurationError(problems: ["invalid cases: \(cases) has none; use a list of cases."])
            }
            let store = try TemporaryDirectory()
            defer { store.remove() }
            let fetcher = CaseFetcher()
            let configuration = try configuration(store: store.path, fetcher)
            let failed = try await withAttache(configuration: configuration) { attache in
                var failed = 0
                for test in tests {
                    fetcher.begin(test)
                    let item = InputItem(source: test.name, content: .bytes(test.input), arrival: attache.time.now)
                    let differences = try Self.differences(await attache.process(item), test)
                    if !differences.isEmpty { failed += 1 }
                    try StandardOutput.write(json ? Self.line(test, differences) : Self.text(test, differences))
                }
                return failed
            }
            if !json {
                let count = tests.count == 1 ? "1 case" : "\(tests.count) cases"
                try StandardOutput.write(Array("\(count), \(failed == 0 ? "none" : "\(failed)") failed\n".utf8))
            }
            return judgement.status(hasFound: failed > 0)
        }
    }

    private func readCases() throws(ConfigurationError) -> [PolicyCase] {
        do throws(PolicyFileError) {
            let file = try CaseFile(reading: cases)
            var reader = FieldReader(file: cases)
            for problem in file.problems { reader.report(problem) }
            let tests = file.cases.map { PolicyCase($0, &reader) }
            if reader.problems.isEmpty { return tests }
            throw PolicyFileError(problems: reader.problems)
        } catch {
            throw ConfigurationError(problems: error.problems.map(\.description))
        }
    }

    private func configuration(
        store: String,
        _ fetcher: CaseFetcher
    ) throws(ConfigurationError) -> AttacheConfiguration {
        var configuration = AttacheConfiguration()
        // A name without a slash or a full stop would be that of a policy.
        configuration.policy = file.contains("/") ? file : "./\(file)"
        configuration.policyDirectories = try policies.paths()
        configuration.storeDirectory = store
        configuration.cache = .off
        configuration.hostCooling = .zero
        configuration.fetcher = fetcher
        return configuration
    }

    private static func differences(_ result: RewriteResult, _ test: PolicyCase) throws(JSONError) -> [String] {
        let report = try JSONDocument(parsing: result.json()).root
        return test.expectations.compactMap { $0.difference(from: report, result.headline) }
    }

    private static func text(_ test: PolicyCase, _ differences: [String]) -> [UInt8] {
        let lines = differences.map { "        \($0.escapedForTerminal)\n" }.joined()
        return Array("\(differences.isEmpty ? "ok    " : "FAILED")  \(test.name.escapedForTerminal)\n\(lines)".utf8)
    }

    private static func line(_ test: PolicyCase, _ differences: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", test.name)
        writer.member("passed", differences.isEmpty)
        if !differences.isEmpty { writer.strings("differences", differences) }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}
