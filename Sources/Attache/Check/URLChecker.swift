package import AttacheCore
import CurlFetch
import NameResolution

/// Judges URLs without fetching them, as the pipeline would before its first connection.
package struct URLChecker: Sendable {
    /// What is suspicious about policy files and the Info.plist, one sentence each.
    package let warnings: [String]
    private let judge: URLJudge
    private let servers: [String]
    private let timeout: Duration

    /// Creates a checker.
    ///
    /// - Parameter configuration: Whose extension, on which network, and what this machine may connect to; `auto` means
    ///   the policy of a payload without media keys, since a URL alone carries none.
    /// - Throws: `ConfigurationError` with every problem.
    package init(_ configuration: AttacheConfiguration) throws(ConfigurationError) {
        let resolved = try ResolvedConfiguration(configuration)
        let name = resolved.policy == EvaluationContextResolver.automatic ? PolicyChooser.fallbackName : resolved.policy
        let network = resolved.networks.first { $0.name == resolved.network }
        guard var policy = resolved.policies[name], let network else {
            throw ConfigurationError(problems: ["There is no policy \"\(name)\" to judge by."])
        }
        if let ats = resolved.ats { policy.ats = ats.withReadings(of: policy.ats) }
        judge = URLJudge(
            policy: policy,
            network: network,
            egress: resolved.egress,
            canonicalizer: LibIDN2(),
            link: configuration.link.mode
        )
        warnings = resolved.warnings
        servers = configuration.dnsServers
        timeout = configuration.deadline ?? min(EvaluationContext.extensionTime, policy.fetch.timeout)
    }

    /// Judges a URL without a socket.
    ///
    /// - Parameters:
    ///   - text: The URL as written, or the first `URLJudge.byteLimit` bytes of a longer one.
    ///   - byteCount: The length of the whole URL in bytes.
    /// - Returns: The verdict.
    package func check(_ text: [UInt8], byteCount: Int) -> URLVerdict {
        let judgement = judge.judge(text, byteCount: byteCount)
        // Asked before a transfer too: both parsers have to read the same host.
        guard judgement.isPermitted, let url = judgement.url, let refusal = CurlURLCheck.refusal(of: url) else {
            return URLVerdict(judgement)
        }
        return URLVerdict(URLJudgement(url: url, findings: judgement.reasons + [refusal]))
    }

    /// Judges a name's addresses too.
    ///
    /// - Parameters:
    ///   - verdict: The verdict without a socket.
    ///   - result: What the URL's name resolved to.
    /// - Returns: The verdict, with the whole answer judged as it is before a connection.
    package func check(_ verdict: URLVerdict, resolved result: ResolveResult) -> URLVerdict {
        guard let url = verdict.url else { return verdict }
        var answer: [IPAddress]?
        var findings = verdict.reasons
        switch result {
        case .addresses(let addresses):
            answer = addresses
            if case .refused(let refusals) = judge.connections.judge(addresses: addresses, for: url) {
                findings += refusals
            }
        case .notFound: findings.append(LookupReason.notFound(url.host))
        case .failed(let detail): findings.append(LookupReason.failed(url.host, detail))
        }
        return URLVerdict(URLJudgement(url: url, findings: findings), answer: answer)
    }

    /// What looks names up; it belongs to the thread that uses it.
    ///
    /// - Parameter limit: Lookups at once, at least 1.
    /// - Returns: The lookups, each bounded by the configuration's deadline.
    package func lookups(limit: Int) -> NameLookups {
        NameLookups(resolver: CaresResolver(servers: servers), limit: limit, timeout: timeout)
    }
}

/// The judgement on one URL of `attache check`.
package struct URLVerdict: Sendable, Equatable {
    /// The URL in its normalised form, or `nil` when its form is unusable.
    package let url: MediaURL?
    /// What the name resolved to, in the order to dial it; `nil` when it was not looked up or has no address.
    package let answer: [IPAddress]?
    /// Every finding: what blocks before what only is worth knowing, and in each the device's before the operator's.
    package let reasons: [Reason]
    /// Whether nothing stands against loading it.
    package let isAllowed: Bool

    init(_ judgement: URLJudgement, answer: [IPAddress]? = nil) {
        url = judgement.url
        self.answer = answer
        reasons = judgement.reasons
        isAllowed = judgement.isPermitted
    }

    /// The address that would be dialled first: the one in the URL, or the first of the answer.
    package var address: IPAddress? {
        if case .address(let address)? = url?.host { address } else { answer?.first }
    }

    /// The name whose addresses would have to be judged too: one of a URL against which nothing stands so far.
    package var nameToResolve: String? {
        if isAllowed, answer == nil, case .name(let name)? = url?.host { name } else { nil }
    }
}
