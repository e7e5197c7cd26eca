import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem
import CommandSupport
import Glibc
import PolicyFiles

/// `attache matrix`: one media file under every vendor's extension, network and iOS release.
struct MatrixCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "Show what every vendor's extension makes of one media file, on every network.",
        discussion: """
            It downloads the media file once. Then it gives each dialect the URL under the vendor's own key, with the \
            keys that the vendor's sender adds, on every network preset, on iOS 16 and on iOS 17 or later. It ignores \
            the payload's own texts and keys; attache explain checks them.

            The status is 3 when the input is not a deliverable push or names no media file.

            EXAMPLES
              attache matrix push.json  show the table for the first media file of a payload
              attache matrix https://img.example.com/a.png --only onesignal,fcm  show two dialects for a URL
              attache matrix push.json --explain leanplum  show the reasons of one dialect
              attache matrix push.json --network lte  show one network, as ATTACHE_NETWORK does
              attache matrix push.json --html matrix.html  write a page for a browser
            """
    )

    @Argument(
        help: ArgumentHelp("A payload file or a URL; - or nothing for standard input.", valueName: "file|url"),
        completion: .file()
    )
    var file: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(
        help: ArgumentHelp("Write a page for a browser; - for standard output.", valueName: "file"),
        completion: .file()
    )
    var html: String?

    @Option(
        help: ArgumentHelp("Print the reasons for each cell of this policy. Repeatable.", valueName: "policy"),
        completion: .list(BuiltinPolicies.names)
    )
    var explain: [String] = []

    @Option(
        help: ArgumentHelp("Show only these policies, separated by commas. Repeatable.", valueName: "policies"),
        completion: .list(BuiltinPolicies.names)
    )
    var only: [String] = []

    @Option(
        help: ArgumentHelp("Leave out these policies, separated by commas. Repeatable.", valueName: "policies"),
        completion: .list(BuiltinPolicies.names)
    )
    var not: [String] = []

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        let files = file.map { [$0] } ?? []
        if StandardInput.isInteractive(for: files) { throw CleanExit.helpRequest(self) }
        let url = files.first { URLText.isWeb($0) }
        try await CommandRunner.finish(pipeline, defaults: Self.defaults, paths: url == nil ? files : []) {
            settings,
            attache in
            if html == "-", json || !explain.isEmpty {
                let other = json ? "--json" : "--explain"
                settings.diagnostics.error("--html - and \(other) both write to standard output; give --html a file.")
                return .usage
            }
            let policies: PolicyConfiguration
            let rows: [Policy]
            let columns: [Network]
            do throws(ConfigurationError) {
                policies = try PolicyConfiguration(settings.configuration)
                rows = try selection(policies.policies)
                columns = try networks(settings)
            } catch {
                for problem in error.problems { settings.diagnostics.error(problem) }
                return .usage
            }
            switch try url.map(MatrixRequest.Subject.url) ?? subject(policies, attache) {
            case .url(let url):
                return try write(await matrix(of: url, rows, columns, policies, settings, attache), settings)
            case .rejected(let reasons):
                for reason in reasons where reason.severity == .block { report(reason, settings) }
            case .noMedium(let reason):
                report(reason, settings)
            }
            return .rejectedInput
        }
    }

    /// The link of the loading machine says nothing about the devices.
    private static var defaults: AttacheConfiguration {
        var configuration = AttacheConfiguration()
        configuration.link = .off
        return configuration
    }

    /// The dialects of the table, in the order of `policy list`.
    private func selection(_ policies: PolicySet) throws(ConfigurationError) -> [Policy] {
        let rows = try MatrixRequest.rows(only: only + explain, not: not, among: policies)
        let hidden = MatrixRequest.names(explain).first { name in !rows.contains { $0.name == name } }
        if let hidden {
            throw ConfigurationError(problems: ["--explain \(hidden): --not leaves it out; use one of the two."])
        }
        return rows
    }

    /// The networks of the columns: the one that is set, wherever that is, otherwise all presets.
    private func networks(_ settings: RunSettings) throws(ConfigurationError) -> [Network] {
        let isChosen = settings.sets(DeviceSettings.network.definition)
        return isChosen ? try NetworkLibrary(settings.configuration.network).selected : Network.presets
    }

    private func subject(_ policies: PolicyConfiguration, _ attache: Attache) throws -> MatrixRequest.Subject {
        let item = try PayloadInput.read(file ?? "-", for: "matrix", time: attache.time)
        return MatrixRequest.subject(of: item, policy: policies.policy, among: policies.policies)
    }

    private func report(_ reason: Reason, _ settings: RunSettings) {
        settings.diagnostics.error([reason.message, reason.fix].compactMap(\.self).joined(separator: " "))
    }

    private func matrix(
        of url: String,
        _ rows: [Policy],
        _ networks: [Network],
        _ policies: PolicyConfiguration,
        _ settings: RunSettings,
        _ attache: Attache
    ) async -> DeviceMatrix {
        var medium = DeviceMatrix.Medium(url: url)
        if let item = MatrixRequest.item(loading: url, among: attache.policies, at: attache.time.now) {
            let result = await attache.process(item, asked: MatrixRequest.terms())
            medium = DeviceMatrix.Medium(url: url, result)
            for reason in result.reasons where reason.severity == .block {
                settings.diagnostics.info("\(reason.code): \(reason.message)")
            }
            if let problem = medium.problem {
                settings.diagnostics.warning("The media file was not loaded: \(problem)")
            }
        }
        let began = ContinuousClock.now
        let matrix = DeviceMatrix(
            medium,
            policies: rows,
            networks: networks,
            ats: policies.ats,
            canonicalizer: policies.canonicalizer
        )
        let count = matrix.rows.reduce(0) { $0 + $1.cells.count }
        settings.diagnostics.info("\(count) cells in \(DurationText.brief(began.duration(to: .now)))")
        return matrix
    }

    private func write(_ matrix: DeviceMatrix, _ settings: RunSettings) throws -> CommandStatus {
        if let html {
            let page = Array(MatrixPage(matrix).html.utf8)
            guard html != "-" else { return try print(page) }
            do {
                try AtomicFile.write(to: html) { try $0(page) }
            } catch {
                let cause = (error as? SystemCallError)?.message ?? "\(error)"
                settings.diagnostics.error("--html: \(html) cannot be written: \(cause).")
                return .runtimeFault
            }
        }
        if json { return try print(MatrixJSON.text(matrix)) }
        if html != nil, explain.isEmpty { return .success }
        let isColored = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
        let text = MatrixText(style: Style(isColored: isColored))
        let bytes =
            explain.isEmpty
            ? text.table(matrix, namesMedium: !(file.map(URLText.isWeb) ?? false))
            : text.explanation(matrix, of: MatrixRequest.names(explain))
        return try print(Array(bytes.utf8))
    }

    private func print(_ bytes: [UInt8]) throws -> CommandStatus {
        try StandardOutput.write(bytes)
        return .success
    }
}
