import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite("The pages about dialects", .inProcess, .timeLimit(.minutes(1)))
struct DialectPageTests {
    private static let folder = Checkout.root.appending(path: "Sources/Pipeline/Attache/Attache.docc")

    /// The pages that the policies and the samples give, by their paths in the catalogue.
    private static var pages: [String: String] {
        let articles = DialectArticle.all.map { ("Dialects/\($0.fileName)", $0.text) }
        return Dictionary(uniqueKeysWithValues: [("Dialects.md", DialectPage.text)] + articles)
    }

    @Test("The pages are what the policies and the samples say")
    func current() throws {
        let articles = Self.folder.appending(path: "Dialects")
        if ProcessInfo.processInfo.environment["ATTACHE_DIALECTS"] != nil {
            try? FileManager.default.removeItem(at: articles)
            try FileManager.default.createDirectory(at: articles, withIntermediateDirectories: true)
            for (path, text) in Self.pages { try Data(text.utf8).write(to: Self.folder.appending(path: path)) }
        }
        for (path, text) in Self.pages {
            let written = String(decoding: try Data(contentsOf: Self.folder.appending(path: path)), as: UTF8.self)
            #expect(written == text, "Generate \(path): ATTACHE_DIALECTS=1 swift test --filter DialectPage")
        }
        let found = try FileManager.default.contentsOfDirectory(atPath: articles.path(percentEncoded: false))
        #expect(found.count == Self.pages.count - 1, "A page belongs to no dialect.")
    }
}
