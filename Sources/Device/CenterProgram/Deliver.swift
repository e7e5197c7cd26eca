import Attache
import AttacheCommandLine
import AttacheCore
import AttacheSystem
import CommandSupport
import DeviceCommands
import NotificationCenterStore

extension DeliverCommand: DeviceWork {
    func work() async throws {
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
            let loading = ndjson || files.count > 1 ? nil : LoadingDisplay(settings)
            defer { loading?.end() }
            loading?.observe(&settings)
            let run = (settings, store)
            return try await withAttache(configuration: run.0.configuration) { attache in
                for warning in attache.warnings { run.0.diagnostics.warning(warning) }
                return try await DeliverRun(
                    sources: InputSource.sources(files),
                    readsLines: ndjson,
                    collapseIdentifier: collapseId,
                    sentTime: sentTime,
                    failsOnFallback: failOnFallback,
                    isJSON: json,
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
        try await LineRun.status(failsOnFallback: failsOnFallback, settings.diagnostics) { run in
            _ = await run.process(
                sources,
                readsLines: readsLines,
                with: attache,
                jobs: settings.jobs,
                into: [RewriteResult](),
                emit: { results in
                    let isOpen = await run.streams.run { deliver(results, run) } ?? false
                    if !isOpen { run.stop.endReading() }
                    return isOpen ? results.count : nil
                }
            )
        }
    }

    /// Posts results in their order and prints a line for each after its commit; `false` ends the run.
    private func deliver(_ results: [RewriteResult], _ run: LineRun) -> Bool {
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
                run.fail(error.sentence)
                return false
            }
            var output = DeliverOutput(isJSON: isJSON)
            var places = zip(requests, posted).makeIterator()
            for result in group {
                run.tally.withLock { $0.count(result) }
                if diagnostics.shouldReport(result) { diagnostics.report(ItemRecord(result)) }
                output.add(result, result.content == nil ? nil : places.next())
            }
            for dropped in posted.flatMap(\.dropped) {
                settings.diagnostics.warning(CenterFailure.attachment(path: dropped.path, dropped.error).sentence)
            }
            guard run.print([output.bytes]) else { return false }
        }
        return true
    }
}
