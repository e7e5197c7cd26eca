import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem
import Glibc

/// `attache matrix`: one medium under every vendor's extension, network and iOS release.
struct MatrixCommand: AsyncParsableCommand {
    /// The policy that the medium is loaded under: it reads one plain key, and its extension checks nothing.
    private static let loader = "fcm"

    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "Show what every vendor's extension makes of one medium, on every network.",
        discussion: """
            The medium is downloaded once. Each dialect is then given its URL under the vendor's own key, with the keys \
            that the vendor's sender adds, on every network preset and on iOS 16 and 17 or later. The payload's own \
            texts and keys play no part: attache explain judges them.

            EXAMPLES
              attache matrix push.json  show the table for the first medium of a payload
              attache matrix https://img.example.com/a.png --only onesignal,fcm  show two dialects for a URL
              attache matrix push.json --explain leanplum  show the reasons of one dialect
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
        help: ArgumentHelp("Write a page for a browser, - for standard output.", valueName: "file"),
        completion: .file()
    )
    var html: String?

    @Option(
        help: ArgumentHelp("Print the reasons for each cell of a dialect. Repeatable.", valueName: "dialect")
    )
    var explain: [String] = []

    @Option(help: ArgumentHelp("Only these dialects, separated by commas. Repeatable.", valueName: "dialects"))
    var only: [String] = []

    @Option(help: ArgumentHelp("Without these dialects, separated by commas. Repeatable.", valueName: "dialects"))
    var not: [String] = []

    @OptionGroup var pipeline: PipelineOptions

    func run() async throws {
        let files = file.map { [$0] } ?? []
        if StandardInput.isInteractive(for: files) { throw CleanExit.helpRequest(self) }
        let url = files.first { URLText.isWeb($0) }
        try await CommandRunner.finish(pipeline, defaults: Self.defaults, paths: url == nil ? files : []) {
            settings,
            attache in
            do throws(ConfigurationError) {
                let policies = try PolicyConfiguration(settings.configuration)
                let rows = try selection(policies.policies)
                let medium = if let url { url } else { try mediumURL(policies) }
                let matrix = await matrix(of: medium, rows, policies, settings, attache)
                return write(matrix, settings)
            } catch {
                for problem in error.problems { settings.diagnostics.error(problem) }
                return .usage
            }
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
        let known = policies.policies.filter { $0.device != nil }
        func names(_ values: [String]) -> [String] {
            values.flatMap { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }
        }
        let (wanted, unwanted) = (names(only) + explain, names(not))
        let unknown = (wanted + unwanted).filter { name in !known.contains { $0.name == name } }
        guard unknown.isEmpty else {
            let all = known.map(\.name)
            throw ConfigurationError(
                problems: unknown.map {
                    "There is no dialect \"\($0)\"\(NearestName.question($0, among: all)); use one of \(all.joined(separator: ", "))."
                }
            )
        }
        let rows = known.filter { wanted.isEmpty || wanted.contains($0.name) }.filter { !unwanted.contains($0.name) }
        if let hidden = explain.flatMap({ names([$0]) }).first(where: { name in !rows.contains { $0.name == name } }) {
            throw ConfigurationError(problems: ["--explain \(hidden): --not leaves it out; use one of the two."])
        }
        guard !rows.isEmpty else {
            throw ConfigurationError(problems: ["--only and --not leave no dialect; name one."])
        }
        return rows
    }

    /// The first media URL of the payload, whichever policy reads it.
    private func mediumURL(_ policies: PolicyConfiguration) throws(ConfigurationError) -> String {
        let source = InputSource.sources(file.map { [$0] } ?? [])[0]
        let item: InputItem?
        do throws(InputError) {
            let reader = try ItemReader(source, framing: .oneValue, stopDescriptor: -1, time: SystemTime())
            var chunk = reader.next()
            item = chunk?.next(at: .now)
        } catch {
            throw ConfigurationError(problems: [error.sentence])
        }
        guard let item, case .success(let notification) = PayloadReader().read(item) else {
            throw ConfigurationError(
                problems: ["\(source.name) is not a payload; attache explain \(file ?? "-") says why."]
            )
        }
        let set = policies.policies
        let isNamed = policies.policy != EvaluationContextResolver.automatic
        let readers = isNamed ? [set[policies.policy]].compactMap(\.self) : set.policies
        for location in readers.flatMap(\.payload.media) {
            if let text = location.url.first(in: notification.payload.root)?.value.string, !text.isEmpty { return text }
        }
        throw ConfigurationError(
            problems: ["\(source.name) names no medium under a known key; give its URL: attache matrix https://…"]
        )
    }

    private func matrix(
        of url: String,
        _ rows: [Policy],
        _ policies: PolicyConfiguration,
        _ settings: RunSettings,
        _ attache: Attache
    ) async -> DeviceMatrix {
        var medium = DeviceMatrix.Medium(url: url)
        if let bytes = MediumPayload.bytes(of: url, policy: Self.loader, among: attache.policies) {
            let item = InputItem(source: url, content: .bytes(bytes), arrival: attache.time.now)
            let result = await attache.process(item)
            medium.facts = result.responses.first ?? nil
            medium.timing = result.timing.transfer
            medium.refusals = result.reasons.filter { reason in
                reason.severity == .block && ["fetch", "ats"].contains(String(reason.code.stage))
            }
            for reason in result.reasons where reason.severity == .block {
                settings.diagnostics.info("\(reason.code): \(reason.message)")
            }
            let isRefusedHere = result.reasons.contains { $0.severity == .block && $0.code.stage == "egress" }
            if let headline = result.headline, isRefusedHere || medium.facts == nil {
                settings.diagnostics.warning("The medium was not loaded: \(headline.message)")
            }
        }
        let began = ContinuousClock.now
        let matrix = DeviceMatrix(
            medium,
            policies: rows,
            networks: Network.presets,
            ats: policies.ats,
            canonicalizer: policies.canonicalizer
        )
        let count = matrix.rows.reduce(0) { $0 + $1.cells.count }
        settings.diagnostics.info("\(count) cells in \(DurationText.brief(began.duration(to: .now)))")
        return matrix
    }

    private func write(_ matrix: DeviceMatrix, _ settings: RunSettings) -> CommandStatus {
        if let html {
            let page = Array(MatrixPage(matrix).html.utf8)
            guard html != "-" else { return StandardOutput.write(page, reportingTo: settings.diagnostics) }
            do {
                try AtomicFile.write(to: html) { try $0(page) }
            } catch {
                let cause = (error as? SystemCallError)?.message ?? "\(error)"
                settings.diagnostics.error("--html: \(html) cannot be written: \(cause).")
                return .runtimeFault
            }
        }
        if json { return StandardOutput.write(MatrixJSON.text(matrix), reportingTo: settings.diagnostics) }
        if html != nil, explain.isEmpty { return .success }
        let isColored = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
        let text = MatrixText(style: Style(isColored: isColored))
        let bytes = explain.isEmpty ? text.table(matrix) : text.explanation(matrix, of: explain)
        return StandardOutput.write(Array(bytes.utf8), reportingTo: settings.diagnostics)
    }
}
