package import AttacheCore
import CurlFetch
import NameResolution

/// Diagnoses which ATS exceptions a host needs, by real loads.
package enum ATSDiagnostics {
    /// Time for all loads together, where nobody says otherwise.
    package static let standardTimeout = Duration.seconds(60)

    /// What a run found.
    package struct Report: Sendable {
        /// The diagnosis.
        package let diagnosis: ATSDiagnosis
        /// What is suspicious about the Info.plist and the policy file.
        package let warnings: [String]
    }

    /// Diagnoses a URL. Neither store nor type database is opened.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - configuration: What may be connected to, whom to trust, which servers to ask, how long; the Info.plist and the
    ///     policy say the release and the extension's own dictionary.
    ///   - mayContinue: Asked between loads; `false` stops the diagnosis.
    /// - Returns: What was found.
    /// - Throws: `ConfigurationError` with every problem of the configuration, or of the URL's form.
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
        let loader = ATSLoader(fetcher: fetcher, canonicalizer: canonicalizer, egress: resolved.egress)
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
