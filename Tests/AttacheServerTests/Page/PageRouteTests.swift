import AttacheCore
import AttacheTesting
import Testing

@testable import AttacheServer

/// The page's files as they are served.
@Suite(.timeLimit(.minutes(1)))
struct PageRouteTests {
    @Test func thePageMayLoadNothingButItsOwnFiles() async throws {
        let page = try #require(await PageService.run { try $0.get("/") })
        #expect(page.status == 200)
        #expect(page[header: "Content-Type"] == "text/html; charset=utf-8")
        #expect(page[header: "X-Content-Type-Options"] == "nosniff")
        #expect(page[header: "Referrer-Policy"] == "no-referrer")
        let policy = try #require(page[header: "Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(!policy.contains("unsafe"))
        #expect(!page.text.contains("<style") && !page.text.contains(" style=") && !page.text.contains(" onclick="))
    }

    @Test func everyFileThatThePageNamesIsThere() async throws {
        let named = PageFiles.parts.values.map { String(decoding: $0.bytes, as: UTF8.self) }.flatMap { text in
            text.matches(of: /from "\.\/([a-z.]+)"/).map { String($0.1) }
        }
        let page = String(decoding: PageFiles.page.bytes, as: UTF8.self)
        let linked = page.matches(of: /"page\/([a-z.]+)"/).map { String($0.1) }
        #expect(Set(named + linked) == Set(PageFiles.parts.keys))
        try await PageService.run { service in
            for (name, file) in PageFiles.parts {
                let part = try #require(try service.get("/page/\(name)"))
                #expect(part.status == 200)
                #expect(part.body == file.bytes)
                #expect(part[header: "Content-Type"] == file.mediaType)
            }
        }
    }

    @Test func aFileThatIsKnownIsNotSentAgain() async throws {
        let tag = PageFiles.page.tag
        try await PageService.run { service in
            for (known, status) in [(tag, 304), ("W/\(tag)", 304), ("\"x\", \(tag)", 304), ("\"x\"", 200)] {
                let page = try #require(try service.get("/", headers: ["If-None-Match: \(known)"]))
                #expect(page.status == status, "\(known)")
                #expect(page[header: "ETag"] == tag)
            }
        }
    }

    @Test func otherFilesAreAProblem() async throws {
        let part = try #require(await PageService.run { try $0.get("/page/page.html") })
        #expect(part.status == 404)
        #expect(part[header: "Content-Type"] == "application/problem+json")
        #expect(part.text.contains("urn:attache:problem:not-found"))
    }

    @Test func nobodyNeedsATokenForThePage() async throws {
        try await withTokenFile("one 0123456789abcdef") { file in
            try await PageService.run {
                $0.tokenFile = file
            } body: { service in
                for (path, status) in [("/", 200), ("/page/page.css", 200), ("/v1/policies", 401)] {
                    let response = try #require(try service.get(path))
                    #expect(response.status == status, "\(path)")
                }
            }
        }
    }

    @Test func theListsNameEveryPolicyAndNetwork() async throws {
        let lists = try #require(await PageService.run { try $0.get("/v1/policies") })
        #expect(lists.status == 200)
        for network in Network.presets { #expect(lists.text.contains("{\"name\":\"\(network.name)\",\"kind\":")) }
        #expect(lists.text.contains("{\"name\":\"hive\",\"summary\":"))
        #expect(lists.text.contains("\"down_bits_per_second\":780000,"))
    }

    @Test(arguments: StageName.allCases.filter { $0 != .emit })
    func thePageTellsTheStagesInThePipelinesWords(_ stage: StageName) throws {
        let story = try #require(PageFiles.parts["story.js"])
        #expect(String(decoding: story.bytes, as: UTF8.self).contains("[\"\(stage.rawValue)\", \"\(stage.question)\","))
    }
}
