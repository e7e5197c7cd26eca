import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

/// The documentation names the same stages and codes as the code.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct DocumentationTests {
    private let package = Checkout.root

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: package.appending(path: path)), as: UTF8.self)
    }

    @Test func everyReasonIsDocumented() throws {
        let text = try text("Sources/Pipeline/Attache/Attache.docc/Reasons.md")
        for code in ReasonCode.allCases {
            let permanent = code.isPermanent ? "yes" : "no"
            #expect(text.contains("| `\(code)` | \(code.severity.rawValue) | \(permanent) |"), "\(code)")
            if let apple = code.apple { #expect(text.contains("| \(apple.domain) \(apple.code) |"), "\(code)") }
        }
        let documented = text.matches(of: /\| `([a-z]+\.[a-z0-9-]+)` \|/).map { String($0.1) }
        #expect(documented == ReasonCode.allCases.map(\.rawValue))
    }

    @Test func stagesAreListedInOrder() throws {
        // The table of stages is the first table of the page.
        let rows = try text("Sources/Pipeline/Attache/Attache.docc/ThePipeline.md").matches(of: /(?m)^\| ([a-z]+) \|/)
            .map { String($0.1) }
        #expect(rows.first == "stage")
        #expect(Array(rows.dropFirst().prefix(8)) == StageName.allCases.map(\.rawValue))
    }

    @Test func readmeExplainsTheCommonCauses() throws {
        let readme = try text("README.md")
        let section = try #require(readme.components(separatedBy: "## Why is there no picture?").dropFirst().first)
        let table = section.prefix { $0 != "#" }
        let codes = table.matches(of: /\| `([a-z]+\.[a-z0-9-]+)` \|/).map { String($0.1) }
        #expect(codes.count == 11)
        #expect(codes.allSatisfy { code in ReasonCode.allCases.contains { $0.rawValue == code } })
        let troubleshooting = try text("Sources/Pipeline/Attache/Attache.docc/Troubleshooting.md")
        #expect(codes.allSatisfy { troubleshooting.contains("`\($0)`") })
    }

    @Test(arguments: ["README.md", ".packaging/examples/README.md"])
    func everyLinkOfThePageHasATarget(_ page: String) throws {
        let links = try text(page).matches(of: /\]\(([^):#]+)\)/).map { String($0.1) }
        let folder = package.appending(path: page).deletingLastPathComponent()
        #expect(links.count > 2)
        for link in links {
            let path = folder.appending(path: link).standardizedFileURL.path(percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: path), "\(link)")
        }
    }
}
