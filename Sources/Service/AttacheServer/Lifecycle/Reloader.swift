import Attache
import AttacheCore
import AttacheSystem
import Logging

/// Reloads policies, tokens and certificate: all of them, or none if one is invalid.
struct Reloader: Sendable {
    private struct Files: Sendable {
        let pipeline: PipelineSnapshot
        let tokens: AccessTokens
        let certificate: CertificatePair?
    }

    let attache: Attache
    let tokenFile: String?
    let pipeline: ReloadablePipeline
    let tokens: ReloadableTokens
    let queue: AdmissionController
    let certificate: ReloadableCertificate?
    let metrics: HTTPMetrics
    let log: ServiceLog
    /// A separate pool: files that hang must not block other work.
    let threads: WorkerPool

    /// Reads the files on a blocking thread, activates them, and logs the outcome.
    func reload() async {
        guard let (read, problems) = await threads.run({ self.read() }) else { return }
        metrics.countReload(isSuccess: read != nil)
        guard let read else {
            log.write(.error, "reload failed: nothing has changed") { $0.member("problems", problems) }
            return
        }
        let reloaded = read.pipeline
        pipeline.replace(by: reloaded)
        tokens.replace(by: read.tokens)
        if read.tokens.clientCount > 1 { queue.noteSeveralClients() }
        if let pair = read.certificate { certificate?.replace(by: pair) }
        let names =
            read.certificate == nil
            ? "policies, networks, Info.plist and tokens" : "policies, networks, Info.plist, tokens and certificate"
        log.write(.notice, "reloaded \(names)") { line in
            line.member("policies", reloaded.policies.names)
            line.member("clients", read.tokens.count)
            line.member("warnings", reloaded.warnings)
        }
    }

    private func read() -> (Files?, [String]) {
        var problems: [String] = []
        var reloaded: PipelineSnapshot?
        var accessTokens: AccessTokens?
        var pair: CertificatePair?
        do throws(ConfigurationError) {
            reloaded = try attache.reloaded()
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            accessTokens = try TokenFile.read(tokenFile)
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            pair = try certificate?.read()
        } catch {
            problems += error.problems
        }
        guard let reloaded, let accessTokens, problems.isEmpty else { return (nil, problems) }
        return (Files(pipeline: reloaded, tokens: accessTokens, certificate: pair), [])
    }
}

/// The active pipeline; a reload replaces it for new requests.
final class ReloadablePipeline: Sendable {
    private let state: Locked<PipelineSnapshot>

    init(_ snapshot: PipelineSnapshot) {
        state = Locked(snapshot)
    }

    /// The pipeline and what it was built from.
    var snapshot: PipelineSnapshot { state.withLock { $0 } }
    var current: Pipeline { state.withLock { $0.pipeline } }
    var policies: PolicySet { state.withLock { $0.policies } }
    var networks: [Network] { state.withLock { $0.networks } }

    func replace(by snapshot: PipelineSnapshot) {
        state.withLock { $0 = snapshot }
    }
}
