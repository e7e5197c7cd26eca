import Attache
import AttacheBatch
import AttacheCommandLine
import AttacheCore
import AttacheLint
import AttacheSystem
import CommandSupport
import Glibc

/// One run of `lint`, up to the exit status.
struct LintRun {
    /// The limit of payloads whose media are downloaded at once.
    private static let windowLimit = 32

    let files: [PayloadFile]
    let readsLines: Bool
    let linter: PayloadLinter
    let format: LintFormat
    let failOn: LintSeverity?
    let settings: RunSettings

    /// Lints all files; with `attache` their media are downloaded.
    func run(with attache: Attache? = nil) async throws -> CommandStatus {
        let stop = try InterruptSignal()
        var output = LintOutput(report())
        output.write { $0.begin() }
        for file in files where !stop.isRequested && output.isOpen {
            do throws(InputError) {
                let reader = try PayloadFileReader(
                    file,
                    readsLines: readsLines,
                    stopDescriptor: stop.descriptor,
                    time: attache?.time ?? SystemTime()
                )
                while !stop.isRequested, output.isOpen, var chunk = try reader.next() {
                    await lint(&chunk, attache, stop, &output)
                }
            } catch {
                output.add(linter.lint(Self.unreadable(file, error)))
            }
        }
        let summary = output.summary
        output.write { $0.end(summary) }
        if let failure = output.failure { throw failure }
        return status(output, isInterrupted: stop.isRequested)
    }

    private func lint(
        _ chunk: inout ItemChunk,
        _ attache: Attache?,
        _ stop: InterruptSignal,
        _ output: inout LintOutput
    ) async {
        while !stop.isRequested, output.isOpen {
            var items: [InputItem] = []
            while items.count < Self.windowLimit, let item = chunk.next(at: .now) { items.append(item) }
            guard !items.isEmpty else { return }
            guard let attache else {
                for item in items { output.add(linter.lint(item)) }
                continue
            }
            for result in await fetched(items, attache) { output.add(result) }
        }
    }

    /// The results in the order of the items, whose media are downloaded at once.
    private func fetched(_ items: [InputItem], _ attache: Attache) async -> [LintResult] {
        await withTaskGroup(of: (Int, LintResult).self) { group in
            for (index, item) in items.enumerated() {
                group.addTask { (index, await fetched(item, attache)) }
            }
            var results: [(Int, LintResult)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Downloads the media that the mended payload names: what keeps the extension from starting hides nothing else.
    private func fetched(_ item: InputItem, _ attache: Attache) async -> LintResult {
        var mended = item.transcribed()
        switch mended.content {
        case .bytes(let bytes): mended.content = .bytes(PayloadFixer(linter).fixed(bytes).bytes)
        case .transcribed: break
        case .tooLong, .unreadable: return linter.lint(item)
        }
        mended.arrival = attache.time.now
        return linter.lint(item, fetched: await attache.process(mended))
    }

    private static func unreadable(_ file: PayloadFile, _ error: InputError) -> InputItem {
        InputItem(source: file.source, content: .unreadable(error.sentence), arrival: .now)
    }

    private func report() -> any LintReporting {
        switch format {
        case .text:
            LintTextReport(
                style: Style(isColored: settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)),
                terminal: TerminalText(settings.environment)
            )
        case .json: LintJSONReport()
        case .sarif: LintSARIFReport(version: AttacheVersion.text)
        case .github: LintGitHubReport()
        }
    }

    private func status(_ output: LintOutput, isInterrupted: Bool) -> CommandStatus {
        var statuses: [CommandStatus] = []
        if isInterrupted { statuses.append(.interrupted) }
        if let failOn, output.summary.count(atLeast: failOn) > 0 { statuses.append(.fallback) }
        return CommandStatus.worst(of: statuses)
    }
}

/// Writes a report to standard output, and counts its findings.
private struct LintOutput {
    private(set) var summary = LintSummary()
    /// Whether the output still takes bytes.
    private(set) var isOpen = true
    private(set) var failure: SurroundingsError?
    private var report: any LintReporting

    init(_ report: any LintReporting) { self.report = report }

    mutating func add(_ result: LintResult) {
        summary.add(result)
        write { $0.write(result) }
    }

    mutating func write(_ make: (inout any LintReporting) -> [UInt8]) {
        let bytes = make(&report)
        guard isOpen, !bytes.isEmpty else { return }
        do throws(SurroundingsError) {
            isOpen = try StandardOutput.write(bytes)
        } catch {
            isOpen = false
            failure = error
        }
    }
}
