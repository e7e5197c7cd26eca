import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// A URL is checked by every rule that needs no socket, and the policy stage reports the same.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct URLJudgeTests {
    /// An extension that accepts PNG and MP4, and skips videos on mobile networks.
    private static let policy: Policy = {
        var policy = Policy(
            name: "test",
            types: [
                .image: TypeRule(extensions: ["png"], limit: 1000), .video: TypeRule(extensions: ["mp4"], limit: 1000),
            ]
        )
        policy.extensionStrategies = [.urlPath, .bytes]
        policy.network.cellularSkip = [.video]
        return policy
    }()

    private static let table: [(url: String, network: String, codes: [ReasonCode])] = [
        ("https://h.example/a.png", "wifi", []),
        ("https://h.example/a", "lte", []),
        ("https://h.example/a.mp4", "lte", [.networkCellularSkip]),
        ("http://h.example/a.webp", "offline", [.atsInsecureHTTP, .networkOffline, .typeExtensionUnsupported]),
        ("https://h.example/a.png", "loss-100", [.networkDeviceTooSlow]),
        (
            "http://100.64.0.1:22/a.webp", "offline",
            [.atsInsecureHTTP, .networkOffline, .typeExtensionUnsupported, .urlPort, .egressAddressDenied]
        ),
        ("http://10.0.0.1/a.png", "wifi", [.egressAddressDenied, .atsLocalHTTP]),
        ("https://localhost/a.png", "wifi", [.urlHostLocal]),
        // Loaded by https, so that neither http nor the port of http counts.
        ("http://h.dev/a.png", "wifi", [.atsUpgraded]),
        ("http://h.dev:22/a.png", "wifi", [.urlPort, .atsUpgraded]),
        ("http://bücher.example/", "wifi", [.atsInsecureHTTP]),
        ("ftp://h.example/a.png", "wifi", [.urlScheme]),
        ("https://u@h.example/a.png", "wifi", [.urlCredentials]),
        ("https://h.example:0/a.png", "wifi", [.urlPort]),
        ("", "wifi", [.urlInvalid]),
        ("a.png", "wifi", [.urlInvalid]),
        ("https://h.example/\0", "wifi", [.urlInvalid]),
    ]

    private func judge(on network: Network, link: LinkMode = .model) -> URLJudge {
        URLJudge(
            policy: Self.policy,
            network: network,
            egress: EgressPolicy(),
            canonicalizer: TableCanonicalizer(),
            link: link
        )
    }

    @Test(arguments: table.indices)
    func everyReasonIsListedBlockingFirst(_ row: Int) throws {
        let (url, name, codes) = Self.table[row]
        let judgement = judge(on: try #require(Network.named(name))).judge(Array(url.utf8))
        #expect(judgement.reasons.map(\.code) == codes, "\(url)")
        #expect(judgement.isPermitted == !codes.contains { $0.severity == .block }, "\(url)")
    }

    @Test(arguments: table.indices)
    func policyStageReportsSameReasons(_ row: Int) throws {
        let (url, name, _) = Self.table[row]
        let network = try #require(Network.named(name))
        let stage = RequestPolicy(egress: EgressPolicy(), canonicalizer: TableCanonicalizer(), link: .model)
        let terms = EvaluationContext(policy: Self.policy, network: network, deadline: Deadline(at: .now), findings: [])
        let judgement = judge(on: network).judge(Array(url.utf8))
        switch stage.permit(MediaReference(text: url, location: "$"), under: terms) {
        case .success(let request):
            #expect(judgement.isPermitted && judgement.url == request.url && judgement.reasons == request.notes)
        case .failure(let refusal):
            #expect(!judgement.isPermitted && judgement.reasons == refusal.reasons)
        }
    }

    @Test func unusedLinkIsNotChecked() throws {
        let network = try #require(Network.named("loss-100"))
        #expect(judge(on: network, link: .off).judge(Array("https://h.example/a.png".utf8)).isPermitted)
    }

    @Test(arguments: [
        ("a host", "https://\u{FF}.example/"), ("a path", "https://h.example/\u{FF}"),
        ("a query", "https://h.example/?\u{FF}"),
    ])
    func invalidUTF8IsRejected(_ part: String, _ text: String) throws {
        // Of the two bytes of U+00FF in UTF-8, the first one alone is invalid.
        let broken = Array(text.utf8).filter { $0 != 0xBF }
        let network = try #require(Network.named("wifi"))
        let reasons = judge(on: network).judge(broken).reasons
        #expect(reasons.map(\.message) == [GoldenMessages["url.not-utf8"]], "\(part)")
    }

    @Test(arguments: [(8192, nil), (8193, .urlTooLong)] as [(Int, ReasonCode?)])
    func lengthIsThatOfWholeURL(_ byteCount: Int, code: ReasonCode?) throws {
        let whole = Array("https://h.example/".utf8) + [UInt8](repeating: 0x61, count: byteCount - 18)
        let network = try #require(Network.named("wifi"))
        let judgement = judge(on: network).judge(Array(whole.prefix(URLJudge.byteLimit)), byteCount: byteCount)
        #expect(judgement.reasons.first?.code == code)
    }

    @Test func largeInlineImageIsReportedByItsScheme() throws {
        let network = try #require(Network.named("wifi"))
        let judgement = judge(on: network).judge(Array("data:image/png;base64,AAAA".utf8), byteCount: 5_000_000)
        #expect(judgement.reasons.map(\.code) == [.urlScheme])
    }
}
