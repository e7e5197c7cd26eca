import Attache
import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// `attache ats` against OpenSSL's own server: sixteen real loads and their conclusions.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ATSDiagnosticsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let origin: SecureOrigin
        /// The sixteen loads in order: P passes, f fails.
        let loads: String
        /// The exception in the smallest dictionary: `all` for arbitrary loads, `none`, or an empty string when no
        /// exception is needed.
        let remedy: String
        let advice: [String]

        init(_ name: String, _ origin: SecureOrigin, _ loads: String, _ remedy: String, _ advice: [String] = []) {
            testDescription = name
            self.origin = origin
            self.loads = loads
            self.remedy = remedy
            self.advice = advice
        }
    }

    private static let rows = [
        Row("TLS 1.3", .tls13, "PPPPPPPPPPPPPPPP", ""),
        Row("TLS 1.2", .tls12, "PPfPPPPPfPPPfPPP", ""),
        Row("TLS 1.1", .tls11, "fPffPPffffPPffPP", "TLSv1.1", ["advice.enable"]),
        Row("TLS 1.0", .tls10, "fPfffPfffffPfffP", "TLSv1.0", ["advice.enable"]),
        Row("RSA key exchange", .keyExchangeRSA, "fPffffPPfPPPfPPP", "secrecy", ["advice.suites"]),
        Row(
            "RSA key exchange over TLS 1.0",
            .keyExchangeRSAOld,
            "fPfffffffffPfffP",
            "TLSv1.0 secrecy",
            ["advice.enable", "advice.suites"]
        ),
        Row("DHE", .keyExchangeDHE, "fPfffffPfffffPPP", "secrecy http", ["advice.suites"]),
        Row("RSA 1024", .rsa1024, "ffffffffffffffff", "none", ["advice.certificate"]),
        Row("expired", .expired, "ffffffffffffffff", "none", ["advice.certificate-invalid"]),
    ]

    private func diagnose(_ scene: TLSScene, plist: String? = nil) async throws -> ATSDiagnostics.Report {
        var configuration = scene.configuration
        configuration.infoPlist = plist
        return try await ATSDiagnostics.run(scene.url(), configuration: configuration)
    }

    private func words(_ remedy: ATSRemedy) -> String {
        switch remedy {
        case .notNeeded: return ""
        case .none: return "none"
        case .undetermined: return "undetermined"
        case .dictionary(let dictionary):
            guard let rules = dictionary.exceptionDomains["media.shop.com"] else { return "all" }
            let version = rules.minimumTLSVersion == .tls12 ? nil : rules.minimumTLSVersion.rawValue
            let words = [
                version, rules.requiresForwardSecrecy ? nil : "secrecy", rules.allowsInsecureHTTPLoads ? "http" : nil,
            ]
            return words.compactMap { $0 }.joined(separator: " ")
        }
    }

    @Test("Sixteen loads find the smallest remedy and the server's part", arguments: rows)
    func loads(_ row: Row) async throws {
        try await TLSScene.with(row.origin) { scene in
            let diagnosis = try await diagnose(scene).diagnosis
            #expect(diagnosis.rows.map { $0.result.passes ? "P" : "f" }.joined() == row.loads)
            #expect(diagnosis.rows.allSatisfy { $0.result.isMade })
            #expect(words(diagnosis.remedy) == row.remedy)
            #expect(diagnosis.passes == (row.remedy.isEmpty))
            #expect(diagnosis.advice.count == row.advice.count, "\(diagnosis.advice)")
            for (sentence, key) in zip(diagnosis.advice, row.advice) {
                #expect(sentence.hasPrefix(GoldenMessages[key]), "\(diagnosis.advice)")
            }
        }
    }

    @Test("The printed remedy lets the picture attach when it is applied")
    func remedyHolds() async throws {
        try await TLSScene.with(.keyExchangeDHE) { scene in
            guard case .dictionary(let dictionary) = try await diagnose(scene).diagnosis.remedy else {
                Issue.record("There is no remedy.")
                return
            }
            let value = dictionary.propertyList.split(separator: "\n").dropFirst().joined()
            #expect(try await scene.rewrite(value).outcome == "attached")
            #expect(try await scene.rewrite().outcome == "plain")
        }
    }

    @Test("The extension's own dictionary is tried in addition to the sixteen, and its suspicious keys are reported")
    func own() async throws {
        try await TLSScene.with(.tls11) { scene in
            let plist = try scene.plist(
                SampleDictionary.tls11.xml.replacing(
                    "</dict>",
                    with: "<key>NSMadeUp</key><true/></dict>",
                    maxReplacements: 1
                )
            )
            let report = try await diagnose(scene, plist: plist)
            #expect(report.diagnosis.own?.passes == true)
            #expect(!report.diagnosis.passes)
            #expect(report.warnings.count == 1)
            #expect(report.warnings.first?.contains("NSMadeUp") == true)
        }
    }

    @Test("When no connection succeeds, one load counts for all")
    func unconnected() async throws {
        try await TLSScene.with(.p256) { scene in
            var configuration = scene.configuration
            configuration.allowedAddresses = ["127.0.0.0/8:1"]
            let url = "https://media.shop.com:1/photo.png"
            let diagnosis = try await ATSDiagnostics.run(url, configuration: configuration).diagnosis
            #expect(diagnosis.rows.count == 16)
            #expect(diagnosis.rows.map(\.result.isMade) == [true] + Array(repeating: false, count: 15))
            #expect(diagnosis.rows.allSatisfy { $0.result.reasons.first?.code == .fetchConnect })
            #expect(diagnosis.remedy == .none)
        }
    }

    @Test("A stopped diagnosis is incomplete")
    func stopped() async throws {
        try await TLSScene.with(.p256) { scene in
            let report = try await ATSDiagnostics.run(
                scene.url(),
                configuration: scene.configuration,
                mayContinue: { false }
            )
            #expect(report.diagnosis.rows.isEmpty)
            #expect(!report.diagnosis.isComplete)
        }
    }

    @Test("An invalid URL is a usage error")
    func badURL() async throws {
        await #expect(throws: ConfigurationError.self) {
            try await ATSDiagnostics.run("ftp://media.shop.com/", configuration: AttacheConfiguration())
        }
    }
}
