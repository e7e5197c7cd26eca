import AttacheCore
import AttacheSystem
import CurlFetch
import Foundation
import PolicyFiles

/// The transport of all sessions: the fetcher of the pipeline with its checks.
struct Transport: Sendable {
    /// The transport of the process; the default network may have values that cannot be used.
    static let current = Locked<Result<Transport, ConfigurationError>?>(nil)

    let fetcher: any MediaFetching
    let executors: [any TaskExecutor]
    let hops: HopRules
    let connections: ConnectionRules
    let canonicalizer = LibIDN2()
    let network: Network
    let link: ExtensionNetwork.Link
    let clock: SessionClock

    /// Returns the transport of the process, and makes that of the default network first where there is none.
    static func shared() throws(ConfigurationError) -> Transport {
        let result = current.withLock { current -> Result<Transport, ConfigurationError> in
            if let current { return current }
            let made = Result { () throws(ConfigurationError) in try Transport(ExtensionNetwork()) }
            current = made
            return made
        }
        return try result.get()
    }

    init(_ settings: ExtensionNetwork) throws(ConfigurationError) {
        var problems: [String] = []
        let egress = EgressOptions(
            addresses: ("allowedAddresses", settings.allowedAddresses),
            ports: ("allowedPorts", settings.allowedPorts),
            hosts: ("allowedHosts", settings.allowedHosts)
        ).policy(canonicalizer: LibIDN2(), problems: &problems)
        var dictionary = ATSDictionary()
        if let path = settings.infoPlist {
            do throws(PolicyFileError) {
                dictionary = try InfoPlistReader.read(path).ats
            } catch {
                problems += error.problems.map(\.description)
            }
        }
        if let problem = settings.certificateAuthorityFile.flatMap(AuthorityFileCheck.problem) {
            problems.append("certificateAuthorityFile: \(problem)")
        }
        var network: Network?
        do throws(ConfigurationError) {
            network = try NetworkLibrary(settings.network).selected.first
        } catch {
            problems += error.problems
        }
        guard problems.isEmpty, let network else { throw ConfigurationError(problems: problems) }
        self.network = network
        link = settings.link
        clock = settings.clock
        let ats = ATSEvaluator(dictionary)
        hops = HopRules(egress: egress, ats: ats)
        connections = ConnectionRules(egress: egress, ats: ats)
        if let fetcher = settings.fetcher {
            self.fetcher = fetcher
            executors = []
        } else {
            let servers = settings.dnsServers
            let configuration = CurlConfiguration(
                userAgent: "NotificationService/1 CFNetwork Darwin",
                certificateAuthorityFile: settings.certificateAuthorityFile
            )
            let fetcher = CurlFetcher(configuration, makeResolver: { CaresResolver(servers: servers) })
            self.fetcher = fetcher
            // Loads go on where an extension blocks every thread of Swift concurrency.
            executors = fetcher.startLoops()
        }
    }
}

/// The clock of a network, of any type.
struct SessionClock: Sendable {
    /// Starts a stopwatch.
    let stopwatch: @Sendable () -> (@Sendable () -> Duration)
    /// Sleeps for a time; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init<Source: Clock>(_ clock: Source) where Source.Duration == Duration {
        stopwatch = {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}
