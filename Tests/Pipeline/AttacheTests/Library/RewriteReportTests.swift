import Attache
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// Reports read back as another process would.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct RewriteReportTests {
    @Test func attachedResultRoundTrips() async throws {
        try await LibraryScene.run { scene in
            let more = #","n":[9223372036854775809,0.10,1e400,"\u00e9\/"],"z":1"#
            let payload = """
                {"id":"a\\u00e9","payload":{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"mutable-content":1,\
                "badge":3,"sound":{"critical":1,"name":"bell","volume":0.5},"thread-id":"t","category":"c",\
                "interruption-level":"time-sensitive","relevance-score":0.25,"target-content-id":"w"}\(more),\
                "media_url":"\(scene.origin.url("/a.png?x=1"))"}}
                """
            let result = await scene.attache.rewrite(payload)
            let report = try RewriteReport(json: result.json())
            #expect(report.id?.description == #""a\u00e9""#)
            #expect(report.source == "payload")
            #expect(report.outcome == .attached)
            #expect(report.policy == "hive")
            #expect(report.network == "wifi")
            #expect(report.payload?.bytes == result.payload)
            #expect(report.headline == nil)
            #expect(report.reasons.map(\.code) == result.reasons.map(\.code.rawValue))
            let content = try #require(report.content)
            #expect(content.userInfo.bytes == result.payload)
            #expect(content.userInfo.description.contains(more))
            #expect([content.title, content.subtitle, content.body] == ["T", "S", "B"])
            #expect(content.badge == 3)
            #expect(content.sound?.name == "bell")
            #expect(content.sound?.isCritical == true)
            #expect(content.sound?.volume == 0.5)
            #expect([content.threadIdentifier, content.categoryIdentifier] == ["t", "c"])
            #expect(content.interruptionLevel == "time-sensitive")
            #expect(content.relevanceScore == 0.25)
            #expect(content.targetContentIdentifier == "w")
            let attachment = try #require(content.attachments.first)
            let stored = try #require(result.attachments.first)
            #expect(attachment.url == "file://\(stored.path)")
            #expect(attachment.sha256 == stored.sha256)
            #expect(attachment.byteCount == stored.byteCount)
            #expect([attachment.type, attachment.mime] == [stored.typeIdentifier, stored.mimeType])
            #expect([attachment.type, attachment.fileExtension] == ["public.png", "png"])
            #expect(attachment.pixels?.count == 2)
            #expect(attachment.source == stored.sourceURL)
            #expect(report.timing.total > .zero)
            #expect(report.timing[.firstByte] != nil)
            #expect(report.timing.device != nil)
        }
    }

    @Test func fallbackKeepsItsReason() async throws {
        try await LibraryScene.run(handler: { _ in .status(404) }) { scene in
            let result = await scene.attache.rewrite(scene.payload("/a.png"))
            let report = try RewriteReport(json: result.json())
            let headline = try #require(report.headline)
            #expect(report.outcome == .plain)
            #expect(headline.code == "fetch.status")
            #expect(headline.severity == .block)
            #expect(headline.isPermanent)
            #expect(headline.message == result.headline?.message)
            #expect(report.content?.attachments == [])
            #expect(report.payload?.description == #"{"aps":{"alert":"Hi","mutable-content":1}}"#)
        }
    }

    @Test func deviceErrorIsIncluded() async throws {
        try await LibraryScene.run { scene in
            let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"http://img.example.com/a.png"}"#
            let report = try RewriteReport(json: await scene.attache.rewrite(payload).json())
            #expect(report.headline?.apple?.domain == "NSURLErrorDomain")
            #expect(report.headline?.apple?.code == -1022)
        }
    }

    @Test func rejectionHasNoContent() async throws {
        try await LibraryScene.run { scene in
            let report = try RewriteReport(json: await scene.attache.rewrite("[]").json())
            #expect(report.outcome == .rejected)
            #expect(report.content == nil)
            #expect(report.payload == nil)
            #expect(report.headline?.code == "payload.not-object")
            #expect(report.timing[.body] == nil)
        }
    }

    private static let start = #"{"schema":"attache/1","source":"s","outcome":"#

    /// Invalid reports: the text, the key of the expected message, and the reported path.
    private static let noReports: [(text: String, key: String, path: String)] = [
        ("{", "json.position", ""), ("[]", "rewrite-report.no-object", ""),
        ("{}", "rewrite-report.missing", "$.schema"),
        (#"{"schema":"attache/2"}"#, "rewrite-report.schema", ""),
        (
            #"{"schema":"attache/1","outcome":"plain","timing":{"total_ms":1}}"#, "rewrite-report.missing",
            "$.source"
        ),
        (start + #""fine","timing":{"total_ms":1}}"#, "rewrite-report.not", "$.outcome"),
        (start + #""plain"}"#, "rewrite-report.missing", "$.timing"),
        (start + #""plain","timing":{}}"#, "rewrite-report.missing", "$.timing.total_ms"),
        (
            start + #""plain","content":{},"timing":{"total_ms":1}}"#, "rewrite-report.missing",
            "$.content.userInfo"
        ),
        (
            start + #""plain","content":{"userInfo":{},"badge":"1"},"timing":{"total_ms":1}}"#,
            "rewrite-report.not", "$.content.badge"
        ),
        (
            start + #""plain","reasons":[{"code":7}],"timing":{"total_ms":1}}"#, "rewrite-report.not",
            "$.reasons[0].code"
        ),
        (start + #""plain","reasons":[7],"timing":{"total_ms":1}}"#, "rewrite-report.not", "$.reasons"),
    ]

    @Test(arguments: noReports.indices)
    func invalidReportIsRejected(_ row: Int) {
        let (text, key, path) = Self.noReports[row]
        let values = ["path": path, "schema": "attache/2", "line": "1", "column": "2"]
        let problem = GoldenMessages[key, values]
        let error = #expect(throws: RewriteReportError.self) { try RewriteReport(json: Array(text.utf8)) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }

    @Test func unknownMembersAreIgnored() throws {
        let text =
            Self.start + #""plain","new":[1],"reasons":[{"code":"new.code","severity":"note","permanent":false,"#
            + #""message":"M."}],"timing":{"total_ms":1.5,"new_ms":2}}"#
        let report = try RewriteReport(json: Array(text.utf8))
        #expect(report.reasons.map(\.code) == ["new.code"])
        #expect(report.timing.total == .microseconds(1500))
    }
}
