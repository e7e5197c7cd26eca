package import AttacheCore
import CurlFetch

/// Diagnoses which ATS exceptions a host needs, by real loads.
package enum ATSDiagnostics {
    /// The default time limit for all loads together.
    package static let standardTimeout = Duration.seconds(60)

    package struct Report: Sendable {
        package let diagnosis: ATSDiagnosis
        /// Warnings about the Info.plist and the policy file.
        package let warnings: [String]
    }

    /// Diagnoses a URL, without opening the store or the type database; `mayContinue` is called between loads, and
    /// `false` stops the diagnosis. The Info.plist and the policy set the release and the extension's own dictionary.
    package static func run(
        _ text: String,
        configuration: AttacheConfiguration,
        mayContinue: @escaping @Sendable () -> Bool = { true }
    ) async throws(ConfigurationError) -> Report {
        let resolved = try ResolvedConfiguration(configuration)
        let canonicalizer = LibIDN2()
        let url: MediaURL
        do throws(Reason) {
            url = try MediaURL(parsing: text, canonicalizer: canonicalizer)
        } catch {
            throw ConfigurationError(problems: [error.message])
        }
        let servers = configuration.dnsServers
        let fetcher = CurlFetcher(
            CurlConfiguration(
                userAgent: "attache/\(AttacheVersion.text)",
                certificateAuthorityFile: configuration.certificateAuthorityFile,
                proxy: resolved.proxy
            ),
            makeResolver: { CaresResolver(servers: servers) }
        )
        let deadline = Deadline(at: .now.advanced(by: configuration.deadline ?? standardTimeout))
        let loader = ATSLoader(
            fetcher: configuration.loads.map { WatchedFetcher(fetcher, $0) } ?? fetcher,
            canonicalizer: canonicalizer,
            egress: resolved.egress
        )
        let policy = resolved.policies[resolved.policy] ?? resolved.policies[PolicyChooser.fallbackName]
        let terms = policy?.ats ?? ATSDictionary()
        let diagnosis = await ATSDiagnoser(
            load: { await loader.load(url, under: $0, by: deadline) },
            mayContinue: mayContinue
        ).diagnose(url, withReadings: terms, own: resolved.ats?.withReadings(of: terms))
        fetcher.shutDown()
        return Report(diagnosis: diagnosis, warnings: resolved.warnings)
    }
}
