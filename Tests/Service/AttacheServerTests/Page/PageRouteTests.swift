import AttacheCore
import NIOCore
import TestWidth
import Testing

@testable import AttacheServer

/// The page's files, as served.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PageRouteTests {
    @Test func pageMayLoadOnlyItsOwnFiles() async throws {
        try await ProgramScene.with { scene in
            let page = try await scene.ask("/")
            #expect(page.status == 200)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["x-content-type-options"] == "nosniff")
            #expect(page.headers["referrer-policy"] == "no-referrer")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
            #expect(!policy.contains("unsafe"))
            #expect(!page.text.contains("<style") && !page.text.contains(" style=") && !page.text.contains(" onclick="))
        }
    }

    @Test func everyReferencedFileExists() async throws {
        let named = PageFiles.parts.values.map { String(decoding: $0.content.readableBytesView, as: UTF8.self) }.flatMap
        { text in
            text.matches(of: /from "\.\/([a-z.]+)"/).map { String($0.1) }
        }
        let page = String(decoding: PageFiles.page.content.readableBytesView, as: UTF8.self)
        let linked = page.matches(of: /"page\/([a-z.]+)"/).map { String($0.1) }
        #expect(Set(named + linked) == Set(PageFiles.parts.keys))
        try await ProgramScene.with { scene in
            for (name, file) in PageFiles.parts {
                let part = try await scene.ask("/page/\(name)")
                #expect(part.status == 200)
                #expect(Array(part.body) == Array(file.content.readableBytesView))
                #expect(part.headers["content-type"] == file.mediaType)
            }
        }
    }

    @Test(arguments: ReasonCode.allCases)
    func everyReasonHasAnExplanation(_ code: ReasonCode) throws {
        let page = try #require(PageFiles.parts["reasons.html"])
        let text = String(decoding: page.content.readableBytesView, as: UTF8.self)
        #expect(
            text.contains("<div id=\"\(code.rawValue)\"><code>\(code.rawValue)</code><small>\(code.severity.rawValue)")
        )
    }

    @Test func knownFileIsNotSentAgain() async throws {
        let tag = PageFiles.page.tag.text
        try await ProgramScene.with { scene in
            for (known, status) in [(tag, 304), ("W/\(tag)", 304), ("\"x\", \(tag)", 304), ("\"x\"", 200)] {
                let page = try await scene.ask("/", ["If-None-Match: \(known)"])
                #expect(page.status == status, "\(known)")
                #expect(page.headers["etag"] == tag)
                #expect(page.body.isEmpty == (status == 304))
            }
        }
    }

    @Test func unknownFilesAreAProblem() async throws {
        try await ProgramScene.with { scene in
            let part = try await scene.ask("/page/page.html")
            #expect(part.status == 404)
            #expect(part.headers["content-type"] == "application/problem+json")
            #expect(part.text.contains("urn:attache:problem:not-found"))
        }
    }

    @Test func pageNeedsNoToken() async throws {
        let files = ["tokens": "one 0123456789abcdef\n"]
        try await ProgramScene.with(["--token-file", "tokens"], files: files) { scene in
            for (path, status) in [("/", 200), ("/page/page.css", 200), ("/v1/policies", 401)] {
                let answer = try await scene.ask(path)
                #expect(answer.status == status, "\(path)")
            }
        }
    }

    @Test func listsNameEveryPolicyAndNetwork() async throws {
        try await ProgramScene.with { scene in
            let lists = try await scene.ask("/v1/policies")
            #expect(lists.status == 200)
            for network in Network.presets {
                #expect(lists.text.contains("{\"name\":\"\(network.name)\",\"kind\":"))
            }
            #expect(lists.text.contains("{\"name\":\"hive\",\"summary\":"))
            #expect(lists.text.contains("\"down_bits_per_second\":780000,"))
        }
    }

    @Test(arguments: StageName.allCases.filter { $0 != .emit })
    func pageUsesPipelineStageNames(_ stage: StageName) throws {
        let story = try #require(PageFiles.parts["story.js"])
        let text = String(decoding: story.content.readableBytesView, as: UTF8.self)
        #expect(text.contains("[\"\(stage.rawValue)\", \""))
    }
}
