import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSDiagnosisEncoderTests {
    private func encode(_ result: ATSLoadResult, _ remedy: ATSRemedy) throws -> String {
        let url = try MediaURL.reading("https://h.example/a?b=c")
        let load = try #require(ATSLoad.sixteen(for: url.host).first)
        let diagnosis = ATSDiagnosis(
            url: url,
            rows: [ATSDiagnosis.Row(load: load, result: result)],
            own: nil,
            isLocal: false,
            remedy: remedy,
            advice: result.passes ? [] : ["Do better."]
        )
        return String(decoding: ATSDiagnosisEncoder.encode(diagnosis), as: UTF8.self)
    }

    @Test("Members are in order, and empty ones are omitted")
    func passing() throws {
        let url = try MediaURL.reading("https://h.example/")
        let result = ATSLoadResult(session: .testing(), address: IPAddress(parsing: "192.0.2.1"), reasons: [], url: url)
        let key = String(repeating: "A", count: 43) + "="
        #expect(
            try encode(result, .notNeeded) == #"{"schema":"attache-ats/1","url":"https://h.example/a?b=c","#
                + #""host":"h.example","address":"192.0.2.1","verdict":"pass","loads":[{"#
                + #""section":"Default ATS Secure Connection","name":"ATS Default Connection","dictionary":{},"#
                + #""result":"pass","made":true,"session":{"version":"TLSv1.2","#
                + #""suite":"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256","key":"RSA 2048","signature":"SHA256","#
                + #""pin":"\#(key)"}}],"remedy":{"kind":"not-needed"}}"#
        )
    }

    @Test("A failing load has its reasons, with the codes of the device, and a remedy to paste")
    func failing() throws {
        let url = try MediaURL.reading("https://h.example/")
        let old = TLSSession.testing(.tls11)
        let reasons = ATSEvaluator(.with()).refusals(of: old, host: url.host)
        let dictionary = ATSDictionary.with {
            $0.exceptionDomains["h.example"] = ATSDictionary.exception { $0.minimumTLSVersion = .tls11 }
        }
        let text = try encode(ATSLoadResult(session: old, reasons: reasons, url: url), .dictionary(dictionary))
        #expect(text.contains(#""apple":{"domain":"NSURLErrorDomain","code":-1200,"stream_code":-9836}"#))
        #expect(text.contains(#""remedy":{"kind":"dictionary","dictionary":{"NSExceptionDomains":{"h.example":{"#))
        #expect(text.contains(#""plist":"<key>NSAppTransportSecurity</key>\n<dict>\n"#))
        #expect(text.hasSuffix(#""server":["Do better."]}"#))
    }
}
