import Foundation
import LoopbackOrigin
import Testing

/// The page in a real browser, used as a person would: desktop and phone, light and dark, mouse and keyboard.
@Suite(.timeLimit(.minutes(3)))
struct BrowserTests {
    @Test("upload, verdict, media, copying, errors, token; phone width, dark, keyboard alone, contrast, no complaints")
    func page() async throws {
        let seen = try await look()

        #expect(seen.landmarks == ["banner", "contentinfo", "form", "main", "status"])
        #expect(seen.policies >= 5)
        #expect(seen.networks > 5)
        #expect(seen.uploaded)
        #expect(seen.networkHint == "Cellular, 780 kbit/s down, 200 ms round trip.")
        #expect(seen.dropped)

        #expect(seen.attached.title == "Attached: Shown with its media")
        #expect(seen.attached.stages.allSatisfy { $0.hasSuffix(" good") } && seen.attached.stages.count == 7)
        #expect(seen.attached.times.contains("body") && seen.attached.times.contains("inspect"))
        #expect(seen.attached.sentences.contains { $0.hasPrefix("policy hive · network 3g · ") })
        #expect(seen.attached.focus == "verdict-title")
        #expect(seen.attached.texts.count == 2 && seen.attached.texts[0].contains("18446744073709551617"))
        #expect(seen.picture == [160, 160])
        #expect(seen.copiedExactly)
        #expect(seen.video.title == "Attached: Shown with its media")
        #expect(seen.videoSeconds > 0)

        #expect(seen.plain.title == "Plain: Shown as plain text, without its media")
        #expect(seen.plain.codes.first == "ats.insecure-http")
        #expect(seen.plain.fixes.first?.contains("Use https") == true)
        #expect(
            seen.plain.stages
                == [
                    "payload good", "gate good", "policy bad", "fetch skipped", "inspect skipped", "attach skipped",
                    "rewrite good",
                ]
        )
        #expect(seen.untouched.title == "Untouched: Shown as sent")

        #expect(seen.notAPush.title == "The body is JSON, but not a push")
        #expect(seen.notAPush.codes == ["payload.no-aps"])
        #expect(seen.noJson.title == "The body is not JSON")
        #expect(seen.noJson.codes == ["payload.invalid-json"])
        #expect(seen.badDeadline.title == "The request is malformed")
        #expect(seen.tooLarge.title == "The body is too large")
        #expect(seen.busy.title == "The service is unavailable")
        #expect(seen.busy.sentences == ["4096 requests are waiting.", "Status 503 · try again in 3 s"])
        #expect(seen.waiting.sentences == ["Ask for fewer.", "Status 429 · try again in 2 s"])
        #expect(seen.gone.title == "The service cannot be reached")
        #expect(seen.stopped == "ask")
        #expect(seen.refused.title == "A valid bearer token is needed")
        #expect(seen.tokenFocus == "token")
        #expect(seen.admitted.title == "Attached: Shown with its media")
        #expect(seen.withoutMedia == "This service is not set to serve stored media, so they are not shown here.")
        // Neither the token nor anything else is kept.
        #expect(seen.stored == [0, 0, 0])

        #expect(seen.hostile.title == "Attached: Shown with its media")
        #expect(!seen.injected)
        #expect(seen.complaints == [])
        #expect(seen.foreignImage == ["img-src"])

        #expect(seen.stops == ["choose", "example", "payload", "policy", "network", "deadline", "token", "ask"])
        #expect(seen.keyboard.title.hasPrefix("Untouched"))
        #expect(seen.keyboard.focus == "verdict-title")
        #expect(seen.unnamed == [])
        #expect(seen.contrast == [])
        #expect(seen.darkPaper == "rgb(16, 19, 24)")
        #expect(seen.darkContrast == [])
        #expect(seen.attachedOverflow == 0)
        #expect(seen.phoneLight.allSatisfy { $0 == 0 } && seen.phoneDark.allSatisfy { $0 == 0 })
    }

    /// Screenshots go to `ATTACHE_TEST_ARTEFACTS` where that is set.
    private func look() async throws -> PageSight {
        let own = URL(filePath: NSTemporaryDirectory()).appending(path: "attache-browser-\(UUID().uuidString)")
        let given = ProcessInfo.processInfo.environment["ATTACHE_TEST_ARTEFACTS"].map {
            URL(filePath: $0).appending(path: "page")
        }
        let directory = given ?? own
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer {
            try? FileManager.default.removeItem(at: directory.appending(path: "profile"))
            try? FileManager.default.removeItem(at: own)
        }
        let token = "page-0123456789abcdef"
        var seen: PageSight?
        try await ProgramScene.with(
            ["--serve-media"],
            origin: { DemoOrigin.behaviour(for: $0.path, slowDuration: .seconds(1)) }
        ) { open in
            let files = ["tokens": token]
            let arguments = ["--token-file", "tokens", "--allow-address", "127.0.0.0/8:\(open.origin.port)"]
            try await ProgramScene.with(arguments, files: files) { guarded in
                seen = try await PageSight(
                    open: "http://127.0.0.1:\(open.port)/",
                    guarded: "http://127.0.0.1:\(guarded.port)/",
                    token: token,
                    origin: open.origin.url(),
                    directory: directory
                )
            }
        }
        return try #require(seen)
    }
}
