import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ServerAdviceTests {
    private func advice(_ session: TLSSession, _ dictionary: ATSDictionary = .with()) throws -> [String] {
        let url = try MediaURL.reading("https://h.example/")
        let reasons = ATSEvaluator(dictionary).refusals(of: session, host: url.host)
        return ServerAdvice.sentences(for: ATSLoadResult(session: session, reasons: reasons, url: url))
    }

    @Test("A passing host gets no advice")
    func none() throws {
        #expect(try advice(.testing()).isEmpty)
    }

    @Test("Each fault is reported once, with the server's current value")
    func faults() throws {
        let weak = TLSSession.testing(
            .tls11,
            "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
            certificates: [.leaf(.rsa(bits: 1024))]
        )
        let sentences = try advice(weak)
        #expect(
            sentences == [
                GoldenMessages["advice.tls-version", ["version": "TLSv1.1"]],
                GoldenMessages["advice.cipher-suite", ["suite": "TLS_RSA_WITH_3DES_EDE_CBC_SHA"]],
                GoldenMessages["advice.certificate"],
            ]
        )
    }

    @Test("The advice for http is to use https in the payload")
    func http() throws {
        let url = try MediaURL.reading("http://h.example/")
        let reasons = ATSEvaluator(.with()).permitsHTTP(url.host).reasons
        let sentences = ServerAdvice.sentences(for: ATSLoadResult(reasons: reasons, url: url))
        #expect(sentences == [GoldenMessages["advice.http", ["host": "h.example"]]])
    }

    @Test(
        "Faults outside the server's control give no advice",
        arguments: [
            (ReasonCode.fetchDeadline, false), (.fetchConnect, false), (.egressAddressDenied, false),
            (.fetchCertificate, true), (.fetchTLS, true),
        ]
    )
    func others(code: ReasonCode, isAdvised: Bool) throws {
        let reason = Reason(code, "It failed.", fix: "Do something.")
        let result = ATSLoadResult(reasons: [reason], url: try .reading("https://h.example/"))
        #expect(ServerAdvice.sentences(for: result) == (isAdvised ? ["Do something."] : []))
    }

    @Test("Notes give no advice")
    func notes() throws {
        let url = try MediaURL.reading("https://h.example/")
        let note = Reason(.fetchCertificateRevoked, "Revoked.", fix: "Replace it.")
        #expect(ServerAdvice.sentences(for: ATSLoadResult(reasons: [note], url: url)).isEmpty)
    }
}
