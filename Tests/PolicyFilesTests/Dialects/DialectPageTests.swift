import Foundation
import Testing

@Suite("The page about dialects", .timeLimit(.minutes(5)))
struct DialectPageTests {
    @Test("The page is what the policies and the samples say")
    func current() throws {
        let page = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Attache/Attache.docc/Dialects.md")
        if ProcessInfo.processInfo.environment["ATTACHE_DIALECTS"] != nil {
            try Data(DialectPage.text.utf8).write(to: page)
        }
        let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        #expect(written == DialectPage.text, "Generate it: ATTACHE_DIALECTS=1 swift test --filter DialectPage")
    }
}
