import Attache
import AttacheThreads
import Logging

/// Reads policies and tokens anew: all of them, or none when one of them cannot be used.
struct Reloader: Sendable {
    let attache: Attache
    let tokenFile: String?
    let pipeline: LivePipeline
    let tokens: LiveTokens
    let metrics: HTTPMetrics
    let log: ServiceLog
    let threads: WorkerPool

    /// Reads the files, on a thread that may wait for them, and says in one line what came of it.
    func reload() async {
        guard let (read, problems) = await threads.run({ self.read() }) else { return }
        metrics.countReload(isSuccess: read != nil)
        guard let (reloaded, accessTokens) = read else {
            log.write(.error, "reload failed: the old policies and tokens stay") { $0.member("problems", problems) }
            return
        }
        pipeline.replace(by: reloaded.pipeline, policies: reloaded.policies)
        tokens.replace(by: accessTokens)
        log.write(.notice, "reloaded policies and tokens") { line in
            line.member("policies", reloaded.policies.names)
            line.member("clients", accessTokens.count)
            line.member("warnings", reloaded.warnings)
        }
    }

    private func read() -> ((ReloadedPipeline, AccessTokens)?, [String]) {
        var problems: [String] = []
        var reloaded: ReloadedPipeline?
        var accessTokens: AccessTokens?
        do throws(ConfigurationError) {
            reloaded = try attache.reloaded()
        } catch {
            problems += error.problems
        }
        do throws(ServiceConfigurationError) {
            accessTokens = try TokenFile.read(tokenFile)
        } catch {
            problems += error.problems
        }
        guard let reloaded, let accessTokens else { return (nil, problems) }
        return ((reloaded, accessTokens), [])
    }
}
