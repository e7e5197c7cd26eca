import AttacheCore
import Foundation
import Testing

/// The documentation names the same stages and codes as the code.
@Suite(.timeLimit(.minutes(5)))
struct DocumentationTests {
    private let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: package.appending(path: path)), as: UTF8.self)
    }

    @Test func everyReasonIsDocumented() throws {
        let text = try text("Sources/Attache/Attache.docc/Reasons.md")
        for code in ReasonCode.allCases {
            let permanent = code.isPermanent ? "yes" : "no"
            #expect(text.contains("| `\(code)` | \(code.severity.rawValue) | \(permanent) |"), "\(code)")
            if let apple = code.apple { #expect(text.contains("| \(apple.domain) \(apple.code) |"), "\(code)") }
        }
        let documented = text.matches(of: /\| `([a-z]+\.[a-z0-9-]+)` \|/).map { String($0.1) }
        #expect(documented == ReasonCode.allCases.map(\.rawValue))
    }

    @Test(arguments: ["README.md", "Sources/Attache/Attache.docc/ThePipeline.md"])
    func stagesAreListedInOrder(_ path: String) throws {
        // The table of stages is the first table of each page.
        let rows = try text(path).matches(of: /(?m)^\| ([a-z]+) \|/).map { String($0.1) }
        #expect(rows.first == "stage")
        #expect(Array(rows.dropFirst().prefix(8)) == StageName.allCases.map(\.rawValue))
    }
}
