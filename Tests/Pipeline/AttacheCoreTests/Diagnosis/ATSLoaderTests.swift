import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSLoaderTests {
    private let weak = TLSSession.testing(.tls10, "TLS_RSA_WITH_AES_128_CBC_SHA")

    private func load(
        _ text: String,
        _ script: [ScriptedAnswer],
        _ dictionary: ATSDictionary = .with()
    ) async throws -> (ATSLoadResult, [String]) {
        let fetcher = RecordingFetcher(script: script)
        let loader = ATSLoader(fetcher: fetcher, canonicalizer: TableCanonicalizer(), egress: EgressPolicy())
        let deadline = Deadline(at: .now.advanced(by: .seconds(600)))
        let result = await loader.load(try .reading(text), under: dictionary, by: deadline)
        return (result, fetcher.requests.map(\.url.text))
    }

    private func answer(
        _ status: Int = 200,
        to location: String? = nil,
        _ session: TLSSession? = .testing()
    ) -> ScriptedAnswer {
        let fields = location.map { [(name: "Location", value: $0)] } ?? []
        return .response(ScriptedResponse(status: status, fields: fields, session: session))
    }

    @Test("The status does not matter", arguments: [200, 404, 500])
    func status(_ status: Int) async throws {
        let (result, requests) = try await load("https://a.example/x", [answer(status)])
        #expect(result.passes)
        #expect(result.session == .testing())
        #expect(requests == ["https://a.example/x"])
    }

    @Test("Redirects are followed, and the first host's session is kept")
    func redirects() async throws {
        let other = TLSSession.testing(.tls13, "TLS_AES_128_GCM_SHA256")
        let (result, requests) = try await load(
            "https://a.example/x",
            [answer(302, to: "//b.example/y"), answer(200, other)]
        )
        #expect(result.passes)
        #expect(result.url.text == "https://b.example/y")
        #expect(result.session == .testing())
        #expect(requests == ["https://a.example/x", "https://b.example/y"])
    }

    @Test("A redirect to http is rejected at its target, which receives no request")
    func downgrade() async throws {
        let (result, requests) = try await load("https://a.example/x", [answer(302, to: "http://b.example/y")])
        #expect(result.reasons.map(\.code) == [.atsInsecureHTTP])
        #expect(result.url.text == "http://b.example/y")
        #expect(requests.count == 1)
    }

    @Test("A rejected session is kept, and its failure is related to ATS")
    func rejected() async throws {
        let (result, _) = try await load("https://a.example/", [answer(200, weak)])
        #expect(result.reasons.map(\.code) == [.atsTLSVersion, .atsForwardSecrecy])
        #expect(result.session == weak)
        #expect(!result.isUnrelatedToATS)
    }

    @Test("http that ATS blocks and hosts that the operator denies receive no request")
    func unasked() async throws {
        let (blocked, none) = try await load("http://a.example/", [])
        #expect(blocked.reasons.map(\.code) == [.atsInsecureHTTP])
        #expect(!blocked.isUnrelatedToATS)
        let (closed, _) = try await load("https://127.0.0.1/", [])
        #expect(closed.isUnrelatedToATS)
        #expect(none.isEmpty)
    }

    @Test(
        "Only failures before TLS are unrelated to ATS",
        arguments: [
            (ReasonCode.fetchConnect, true), (.fetchHostNotFound, true), (.fetchDeadline, true), (.fetchTLS, false),
            (.fetchCertificate, false), (.fetchConnectionLost, false),
        ]
    )
    func beyond(code: ReasonCode, isBeyond: Bool) async throws {
        let failure = FetchFailure(.failed, [Reason(code, "It failed.")])
        let (result, _) = try await load("https://a.example/", [.failure(failure)])
        #expect(result.isUnrelatedToATS == isBeyond)
    }
}
