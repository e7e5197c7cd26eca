package import ArgumentParser
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import NotificationCenterStore

/// `attache deliver`: payloads rewritten and posted to the notification centre.
package struct DeliverCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "deliver",
        abstract: "Rewrite payloads and post them to the notification centre, as a phone does.",
        discussion: """
            Files are read as by rewrite. A notification gets the identifier of apns-collapse-id, from an envelope's \
            headers or --collapse-id, and otherwise a unique one; the same identifier replaces what is delivered and \
            alerts again. A line is printed after its notification is committed. attache center shows the result.

            EXAMPLES
              attache deliver push.json  post one push
              attache deliver --collapse-id order-17 push.json  replace the notification order-17
              attache deliver --sent 10m push.json  show it as sent ten minutes ago
              attache deliver --ndjson --json pushes.ndjson  post many, and print one JSON object for each
            """
    )

    @Argument(help: ArgumentHelp("Payload files; - for standard input.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Flag(help: "Read one value per line, regardless of the file name.")
    var ndjson = false

    @Option(help: ArgumentHelp("The identifier of payloads without apns-collapse-id.", valueName: "id"))
    var collapseId: String?

    @Option(
        help: ArgumentHelp(
            "When the server sent the pushes, which is the time that is shown: 2027-01-15T08:00Z, or an age such as 5m.",
            valueName: "time"
        )
    )
    var sent: String?

    @Flag(help: "Exit with 4 when a push falls back and loses its media.")
    var failOnFallback = false

    @OptionGroup var format: CenterJSONOption
    @OptionGroup var center: SettingOptions<CenterFileSettings>
    @OptionGroup var pipeline: PipelineOptions

    package init() {}

    package func run() async throws {
        if StandardInput.isInteractive(for: files) { throw CleanExit.helpRequest(self) }
        try await CommandRunner.finish { diagnostics in
            var settings = try RunSettings(
                [center, pipeline.policy, pipeline.device, pipeline.egress, pipeline.transfer],
                pipeline.output,
                environment: ProcessEnvironment.current
            )
            settings.fitDescriptors(.current, reports: pipeline.transfer.contains(TransferSettings.jobs.definition))
            diagnostics = settings.diagnostics
            try InputPaths.check(files)
            if let directory = files.first(where: { $0 != "-" && InputPaths.isDirectory($0) }) {
                diagnostics.error("\(directory) is a directory; use the files in it.")
                return .usage
            }
            try settings.checkStore()
            let sentTime = try sent.map { text throws(ConfigurationError) in try SentTime(text).milliseconds }
            let store: NotificationStore
            do throws(CenterFailure) {
                store = try CenterLocation.open(settings)
            } catch {
                diagnostics.error(error.sentence)
                return .runtimeFault
            }
            let run = (settings, store)
            return try await withAttache(configuration: settings.configuration) { attache in
                for warning in attache.warnings { run.0.diagnostics.warning(warning) }
                return try await DeliverRun(
                    sources: InputSource.sources(files),
                    readsLines: ndjson,
                    collapseIdentifier: collapseId,
                    sentTime: sentTime,
                    failsOnFallback: failOnFallback,
                    isJSON: format.json,
                    settings: run.0,
                    store: run.1,
                    attache: attache
                ).run()
            }
        }
    }
}

/// The value of `--sent`: a time, or an age.
struct SentTime {
    /// Since 1970.
    let milliseconds: Int

    init(_ text: String) throws(ConfigurationError) {
        if let time = UTCTime.milliseconds(text) {
            milliseconds = time
        } else if case .value(let age) = TimeAmount.parse(text), age.duration < .seconds(1 << 33) {
            milliseconds = UTCTime.now - Int(age.duration / .milliseconds(1))
        } else {
            throw ConfigurationError(
                problems: ["invalid --sent \"\(text)\": use a time such as 2027-01-15T08:00Z, or an age such as 5m."]
            )
        }
    }
}

/// One run of `deliver`, up to standard output.
struct DeliverRun {
    /// The limit of notifications in one transaction, so that other processes are not kept waiting.
    private static let groupLimit = 32

    let sources: [InputSource]
    let readsLines: Bool
    let collapseIdentifier: String?
    /// When the server sent the pushes, in milliseconds since 1970; `nil` for the present.
    let sentTime: Int?
    let failsOnFallback: Bool
    let isJSON: Bool
    let settings: RunSettings
    let store: NotificationStore
    let attache: Attache

    func run() async throws(SystemCallError) -> CommandStatus {
        let streams = try WorkerPool(threadCount: 2)
        defer { streams.shutDown() }
        return await run(stop: try InterruptSignal(), streams: streams)
    }

    private func run(stop: InterruptSignal, streams: WorkerPool) async -> CommandStatus {
        let items = Locked(
            SourceSequence(sources, readsLines: readsLines, stopDescriptor: stop.descriptor, time: attache.time)
        )
        let total = Locked(RunTally(failsOnFallback: failsOnFallback))
        let runner = ItemRunner(
            limits: RunnerLimits(jobs: settings.jobs),
            keepsOrder: true,
            processor: attache.pipeline,
            time: attache.time,
            makeBatch: { [RewriteResult]() }
        )
        let hasLeftItems = await runner.run(
            next: { await streams.run { items.withLock { stop.isRequested ? $0.abandon() : $0.next() } } ?? nil },
            isStopping: { stop.isRequested },
            emit: { results in
                let isOpen = await streams.run { deliver(results, total) } ?? false
                if !isOpen { stop.endReading() }
                return isOpen
            }
        )
        var tally = total.withLock { $0 }
        if stop.isRequested, hasLeftItems || items.withLock({ $0.wasStopped }) { tally.note(.interrupted) }
        return tally.status
    }

    /// Posts results in their order and prints a line for each after its commit; `false` ends the run.
    private func deliver(_ results: [RewriteResult], _ total: Locked<RunTally>) -> Bool {
        let diagnostics = ItemDiagnostics(settings.diagnostics)
        var rest = results[...]
        while !rest.isEmpty {
            let group = Array(rest.prefix(Self.groupLimit))
            rest = rest.dropFirst(group.count)
            let shown = group.filter { $0.content != nil }
            let requests = shown.map { CenterRequest($0, collapseIdentifier: collapseIdentifier) }
            let posted: [PostResult]
            do throws(CenterFailure) {
                // A device delivers what was due before.
                try store.deliverDue(at: UTCTime.now)
                posted = try store.post(requests, at: sentTime ?? UTCTime.now)
            } catch {
                settings.diagnostics.error(error.sentence)
                total.withLock { $0.note(.runtimeFault) }
                return false
            }
            var output = DeliverOutput(isJSON: isJSON)
            var places = zip(requests, posted).makeIterator()
            for result in group {
                total.withLock { $0.count(result) }
                if diagnostics.shouldReport(result) { diagnostics.report(ItemRecord(result)) }
                output.add(result, result.content == nil ? nil : places.next())
            }
            for dropped in posted.flatMap(\.dropped) {
                settings.diagnostics.warning(CenterFailure.attachment(path: dropped.path, dropped.error).sentence)
            }
            do throws(SurroundingsError) {
                guard try StandardOutput.write(output.bytes) else { return false }
            } catch {
                settings.diagnostics.error(error.sentence)
                total.withLock { $0.note(.runtimeFault) }
                return false
            }
        }
        return true
    }
}
