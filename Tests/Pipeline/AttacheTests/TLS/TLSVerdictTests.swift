import Attache
import TestWidth
import Testing

/// The whole pipeline against OpenSSL's own server: server × dictionary → outcome, reason, the device's error.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct TLSVerdictTests {
    @Test("Each server has its verdict under each dictionary", arguments: TLSVerdict.table)
    func verdict(_ row: TLSVerdict) async throws {
        try await TLSScene.with(row.origin) { scene in
            for expected in row.expectations {
                let report = try await scene.rewrite(expected.dictionary.xml)
                let description = "\(row.testDescription), \(expected.dictionary): \(report.text)"
                #expect(report.outcome == (expected.code == nil ? "attached" : "plain"), "\(description)")
                guard let code = expected.code else { continue }
                #expect(report.codes.first == code, "\(description)")
                #expect(report.appleCode == expected.apple, "\(description)")
                #expect(report.appleStreamCode == expected.stream, "\(description)")
            }
        }
    }

    @Test("A stapled revocation is a note")
    func revoked() async throws {
        try await TLSScene.with(.revoked) { scene in
            let report = try await scene.rewrite()
            #expect(report.outcome == "attached")
            #expect(report.codes.contains("fetch.certificate-revoked"), "\(report.text)")
        }
    }

    @Test("Missing timestamps are noted where they are required", arguments: [true, false])
    func transparency(isLogged: Bool) async throws {
        let dictionary = """
            <dict><key>NSExceptionDomains</key><dict><key>media.shop.com</key>
            <dict><key>NSRequiresCertificateTransparency</key><true/></dict></dict></dict>
            """
        try await TLSScene.with(isLogged ? .logged : .p256) { scene in
            let report = try await scene.rewrite(dictionary)
            #expect(report.outcome == "attached")
            #expect(report.codes.contains("ats.certificate-transparency") == !isLogged, "\(report.text)")
        }
    }

    @Test("Pins are matched against the presented chain, both lists if both are present")
    func pins() async throws {
        try await TLSScene.with(.wholeChain) { scene in
            let leaf = try await scene.authority.pin("leaf")
            let authority = try await scene.authority.pin("intermediate")
            // The server does not send its root, as usual.
            let root = try await scene.authority.pin("root")
            let other = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            let rows: [(leaf: [String], authority: [String], isAttached: Bool)] = [
                ([leaf], [], true), ([], [authority], true), ([], [root], true),
                ([other, leaf], [authority, other], true),
                ([other], [], false), ([], [other], false), ([leaf], [other], false), ([other], [authority], false),
                // The key of a leaf does not match the authority list, nor the reverse.
                ([authority], [], false), ([], [leaf], false),
            ]
            for (index, row) in rows.enumerated() {
                let pins = SampleDictionary.pins(leaf: row.leaf, authority: row.authority)
                let report = try await scene.rewrite(pins)
                #expect(report.outcome == (row.isAttached ? "attached" : "plain"), "\(index): \(report.text)")
                guard !row.isAttached else { continue }
                #expect(report.codes.first == "ats.pin-mismatch")
                #expect(report.appleCode == -1200)
                #expect(report.appleStreamCode == -9802)
            }
            // Pins relax nothing, and apply to their own host only.
            let elsewhere = try await scene.rewrite(SampleDictionary.pins(leaf: [other]), host: "www.shop.com")
            #expect(elsewhere.codes.first == "fetch.certificate")
        }
    }

    @Test("The most specific entry applies: an address before its block, a name before its parent")
    func overlapping() async throws {
        func entry(_ key: String, _ version: String, subdomains: Bool = false) -> String {
            "<key>\(key)</key><dict><key>NSExceptionMinimumTLSVersion</key><string>\(version)</string>"
                + "<key>NSIncludesSubdomains</key><\(subdomains)/></dict>"
        }
        func dictionary(_ entries: String...) -> String {
            "<dict><key>NSExceptionDomains</key><dict>\(entries.joined())</dict></dict>"
        }
        try await TLSScene.with(.tls12) { scene in
            let rows: [(host: String, dictionary: String, isAttached: Bool)] = [
                ("127.0.0.1", dictionary(entry("127.0.0.0/8", "TLSv1.3")), false),
                ("127.0.0.1", dictionary(entry("127.0.0.0/8", "TLSv1.3"), entry("127.0.0.1", "TLSv1.2")), true),
                ("127.0.0.1", dictionary(entry("127.0.0.0/8", "TLSv1.2"), entry("127.0.0.0/24", "TLSv1.3")), false),
                ("media.shop.com", dictionary(entry("shop.com", "TLSv1.3")), true),
                ("media.shop.com", dictionary(entry("shop.com", "TLSv1.3", subdomains: true)), false),
                (
                    "media.shop.com",
                    dictionary(entry("shop.com", "TLSv1.3", subdomains: true), entry("media.shop.com", "TLSv1.2")),
                    true
                ),
            ]
            for (index, row) in rows.enumerated() {
                let report = try await scene.rewrite(row.dictionary, host: row.host)
                #expect(report.outcome == (row.isAttached ? "attached" : "plain"), "\(index): \(report.text)")
                if !row.isAttached { #expect(report.codes.first == "ats.tls-version") }
            }
        }
    }

    @Test("Deprecated key names are accepted, unknown ones are warned about")
    func names() async throws {
        let dictionary = """
            <dict><key>NSMadeUp</key><true/><key>NSExceptionDomains</key><dict><key>media.shop.com</key><dict>
            <key>NSThirdPartyExceptionMinimumTLSVersion</key><string>TLSv1.0</string>
            <key>NSTemporaryExceptionRequiresForwardSecrecy</key><false/></dict></dict></dict>
            """
        try await TLSScene.with(.keyExchangeRSAOld) { scene in
            let report = try await scene.rewrite(dictionary)
            #expect(report.outcome == "attached", "\(report.text)")
            #expect(report.codes.contains("ats.unknown-key"))
            #expect(report.text.contains("NSMadeUp"))
        }
    }
}
