import CurlFetch

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

/// A fetcher for one test, and requests with it.
struct FetchScene {
    /// Who resolves names.
    enum Names {
        /// The product's resolver, with the machine's name servers.
        case product
        /// A double that answers 127.0.0.1 immediately, or never.
        case double(answers: Bool)
    }

    let fetcher: CurlFetcher
    let judge: LenientJudge
    let receiver: CollectingReceiver

    init(
        judge: LenientJudge = LenientJudge(),
        receiver: CollectingReceiver = CollectingReceiver(),
        authority: String? = nil,
        names: Names = .product,
        perHost: Int = 8,
        transferLimit: Int = 64
    ) {
        self.judge = judge
        self.receiver = receiver
        fetcher = CurlFetcher(
            CurlConfiguration(
                userAgent: "attache/test",
                certificateAuthorityFile: authority,
                transferLimit: transferLimit,
                connectionsPerHost: perHost
            ),
            makeResolver: {
                switch names {
                case .product: CaresResolver(servers: [])
                case .double(let answers): LoopbackResolver(answers: answers)
                }
            }
        )
    }

    /// Loads a URL, by default with more time than any transfer of a test needs.
    func fetch(
        _ text: String,
        within timeout: Duration = .seconds(300)
    ) async throws -> FetchResult {
        let url = try MediaURL(parsing: text, canonicalizer: PlainNames())
        return await fetcher.fetch(
            FetchRequest(
                url: url,
                deadline: Deadline(at: .now.advanced(by: timeout)),
                judge: judge
            ),
            into: receiver
        )
    }

    /// Loads a URL, shuts the fetcher down and returns the first reason, or `nil` for a response.
    func reason(_ text: String, within timeout: Duration = .seconds(300)) async throws -> ReasonCode? {
        defer { fetcher.shutDown() }
        guard case .failure(let failure) = try await fetch(text, within: timeout) else { return nil }
        return failure.reasons.first?.code
    }

    private struct PlainNames: HostCanonicalizing {
        func aLabel(of name: String) -> String? { name }
    }
}
