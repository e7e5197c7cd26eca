import Attache
import AttacheBatch
import AttacheCore
import AttacheThreads
import Ledger

/// One run of `batch`: from the options to the exit status.
struct BatchCommandRun {
    let paths: [String]
    let output: String
    let startsOver: Bool
    let form: EmitForm
    let failsOnFallback: Bool
    let settings: RunSettings

    func run() async throws -> CommandStatus {
        let stop: StopSignal
        do {
            stop = try StopSignal()
        } catch {
            settings.diagnostics.error("No descriptor is to be had: \(SystemError.text(error.code)).")
            return .runtimeFault
        }
        let identity = try self.identity()
        let formatter = ResultFormatter(form: form, isLabelled: false)
        do {
            let batch = try BatchRun(
                BatchConfiguration(
                    paths: paths,
                    output: output,
                    startsOver: startsOver,
                    identity: identity,
                    jobs: settings.jobs,
                    jobsPerHost: settings.configuration.connectionsPerHost,
                    stopDescriptor: stop.descriptor,
                    isStopRequested: { stop.isRequested },
                    format: { formatter.line($0) }
                ),
                progress: BatchProgress()
            )
            let end = try await withAttache(configuration: settings.configuration) { attache in
                for warning in attache.warnings { settings.diagnostics.warning(warning) }
                return try await batch.run(with: attache)
            }
            return try await status(of: end)
        } catch let fault as BatchFault {
            settings.diagnostics.error(fault.sentence)
            return fault.kind == .usage ? .usage : .runtimeFault
        }
    }

    private func identity() throws(ConfigurationError) -> RunIdentity {
        let parts = try RunFingerprint(settings.configuration).components.filter { $0.name != "version" }
        let members = parts.map { RunIdentity.Member(name: $0.name, value: $0.digest) }
        return RunIdentity(members: members + [RunIdentity.Member(name: "--emit", value: form.rawValue)])
    }

    private func status(of end: BatchEnd) async throws(BatchFault) -> CommandStatus {
        var tally = RunTally(failsOnFallback: failsOnFallback)
        try end.eachRecord { record, _ in tally.count(record) }
        tally.isInterrupted = end.isInterrupted
        return tally.status
    }
}
