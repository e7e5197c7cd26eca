import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ReasonCodeTests {
    @Test func everyCodeIsUniqueAndWellFormed() {
        let names = ReasonCode.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(name.wholeMatch(of: /[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name)")
        }
    }

    @Test(arguments: [
        (ReasonCode.atsInsecureHTTP, -1022), (.networkOffline, -1009), (.fetchHostNotFound, -1003),
        (.fetchConnect, -1004), (.fetchConnectionLost, -1005), (.fetchTLS, -1200), (.fetchCertificate, -1202),
        (.fetchRedirects, -1007), (.typeExtensionUnsupported, 101), (.sizeTooLarge, 102), (.attachStoreFailed, 104),
    ])
    func codesCarryAppleErrors(_ code: ReasonCode, apple: Int) {
        #expect(code.apple?.code == apple)
        #expect(code.apple?.domain == (apple < 0 ? "NSURLErrorDomain" : "UNErrorDomain"))
    }

    @Test func allCasesIsComplete() {
        // The list has a section for each stage; a code added without its entry shows as a wrong count.
        let counts = Dictionary(grouping: ReasonCode.allCases, by: { String($0.stage) }).mapValues(\.count)
        #expect(
            counts == [
                "payload": 18, "gate": 12, "url": 6, "egress": 3, "ats": 10, "network": 4, "fetch": 22, "type": 13,
                "size": 2, "attach": 4, "device": 7, "lint": 1,
            ]
        )
    }
}
