package import AttacheCore
import CurlFetch

/// Judgement of URLs without a download, with the pipeline's rules before its first connection.
package struct URLChecker: Sendable {
    package let warnings: [String]
    private let judge: URLJudge
    private let servers: [String]
    private let timeout: Duration

    /// Creates a checker; `auto` means the policy of a payload without media keys, since a URL alone has none.
    package init(_ configuration: AttacheConfiguration) throws(ConfigurationError) {
        let resolved = try ResolvedConfiguration(configuration)
        let name = resolved.policy == EvaluationContextResolver.automatic ? PolicyChooser.fallbackName : resolved.policy
        let network = resolved.networks.first { $0.name == resolved.network }
        guard var policy = resolved.policies[name], let network else {
            throw ConfigurationError(problems: [resolved.policies.sentence(onUnknown: name)])
        }
        if let ats = resolved.ats { policy.ats = ats.withReadings(of: policy.ats) }
        judge = URLJudge(
            policy: policy,
            network: network,
            egress: resolved.egress,
            canonicalizer: LibIDN2(),
            link: configuration.link.mode,
            repairs: configuration.repairRules
        )
        warnings = resolved.warnings
        servers = configuration.dnsServers
        timeout = configuration.deadline ?? min(EvaluationContext.extensionTime, policy.fetch.timeout)
    }

    /// Judges a URL of `byteCount` bytes without a socket; of a longer one `text` has the first `URLJudge.byteLimit`
    /// bytes.
    package func check(_ text: [UInt8], byteCount: Int) -> URLVerdict {
        let judgement = judge.judge(text, byteCount: byteCount)
        // A transfer checks this too: both parsers must find the same host.
        guard judgement.isPermitted, let url = judgement.url, let refusal = CurlURLCheck.refusal(of: url) else {
            return URLVerdict(judgement)
        }
        return URLVerdict(URLJudgement(url: url, findings: judgement.reasons + [refusal]))
    }

    /// Adds the judgement on the resolved addresses, as before a connection.
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

    /// Returns name lookups for the calling thread, each bounded by the configured time limit.
    package func lookups(limit: Int) -> NameLookups {
        NameLookups(resolver: CaresResolver(servers: servers), limit: limit, timeout: timeout)
    }
}

/// The judgement of `attache check` on one URL.
package struct URLVerdict: Sendable, Equatable {
    /// The URL in its normalised form, or `nil` when it is malformed.
    package let url: MediaURL?
    /// The resolved addresses, in the order to dial them; `nil` without a lookup or an address.
    package let answer: [IPAddress]?
    /// Every finding: blocking ones first, and in each group the device's before the operator's.
    package let reasons: [Reason]
    /// Whether no finding blocks.
    package let isAllowed: Bool

    init(_ judgement: URLJudgement, answer: [IPAddress]? = nil) {
        url = judgement.url
        self.answer = answer
        reasons = judgement.reasons
        isAllowed = judgement.isPermitted
    }

    /// The address that would be dialled first: the one in the URL, or the first resolved one.
    package var address: IPAddress? {
        if case .address(let address)? = url?.host { address } else { answer?.first }
    }

    /// The name to resolve next: that of a URL without a blocking finding so far.
    package var nameToResolve: String? {
        if isAllowed, answer == nil, case .name(let name)? = url?.host { name } else { nil }
    }
}
