import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ContentSecurityPolicyTests {
    private func hash(_ bytes: [UInt8]) -> String {
        let digits = Array(SHA256Digest(of: bytes).hexadecimal)
        let digest = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0
        }
        return "sha256-\(Data(digest).base64EncodedString())"
    }

    @Test("The policy allows only the style and the script of the page")
    func hashes() {
        #expect(ContentSecurityPolicy.scriptHash == hash(PackageResources.report_js))
        #expect(ContentSecurityPolicy.styleHash == hash(PackageResources.report_css))
    }

    @Test("The page references no other host, and its script does not end early")
    func selfContained() throws {
        let page = try HTMLReport().text(of: SampleRun(count: 0))
        #expect(page.contains("content=\"default-src 'none'; script-src 'sha256-"))
        #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("url("))
        #expect(!String(decoding: PackageResources.report_js, as: UTF8.self).contains("</"))
    }
}
