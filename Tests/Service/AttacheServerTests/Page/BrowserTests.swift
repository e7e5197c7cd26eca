import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// The page in a real browser, used as a user would: desktop and phone, light and dark, mouse and keyboard.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct BrowserTests {
    @Test("The page shows uploads, verdicts, media, errors and tokens, on phones, in dark mode and by keyboard")
    func page() async throws {
        let seen = try await look()

        #expect(seen.landmarks == ["banner", "contentinfo", "form", "main", "status"])
        #expect(seen.policies >= 5)
        #expect(seen.networks > 5)
        #expect(seen.uploaded)
        #expect(seen.networkHint == GoldenMessages["page.network"])
        #expect(seen.dropped)

        #expect(seen.attached.title == GoldenMessages["page.attached"])
        #expect(seen.attached.stages.allSatisfy { $0.hasSuffix(" good") } && seen.attached.stages.count == 8)
        #expect(seen.attached.times.contains("body") && seen.attached.times.contains("inspect"))
        #expect(seen.attached.sentences.contains { $0.hasPrefix("policy hive · network 3g · ") })
        #expect(seen.attached.focus == "verdict-title")
        #expect(seen.attached.texts.count == 2 && seen.attached.texts[0].contains("18446744073709551617"))
        #expect(seen.picture == [160, 2])
        #expect(seen.copiedExactly)
        #expect(seen.video.title == GoldenMessages["page.attached"])
        #expect(seen.videoSeconds > 0)

        #expect(seen.plain.title == GoldenMessages["page.plain"])
        #expect(seen.plain.codes.first == "ats.insecure-http")
        #expect(seen.plain.fixes.first?.contains(GoldenMessages["page.use-https"]) == true)
        #expect(
            seen.plain.stages
                == [
                    "payload good", "gate good", "policy bad", "fetch skipped", "inspect skipped", "attach skipped",
                    "rewrite good",
                ]
        )
        #expect(seen.oversized.codes.contains("size.too-large"))
        #expect(seen.oversizedFetch.contains("ended after ") && seen.oversizedFetch.contains("KiB ("))
        #expect(seen.unread.codes == ["gate.media-unread"])
        // The page names its own field, not an option.
        #expect(seen.unread.fixes.allSatisfy { $0.contains("the media path") && !$0.contains("--") })
        #expect(seen.read.title == GoldenMessages["page.attached"])
        #expect(seen.chosen.first == "apple" && seen.chosen.last?.hasSuffix("id1") == true)
        // What the phone shows has no path of the service's machine.
        #expect(seen.read.texts.count == 2 && !seen.read.texts[1].contains("file:"))
        #expect(seen.untouched.title == GoldenMessages["page.untouched"])
        // The banner says why, before the policy and the network.
        #expect(seen.untouchedWhy.count == 2 && seen.untouchedWhy[0].hasSuffix("."))
        #expect(
            seen.explanation == ["page/reasons.html#ats.insecure-http", "Attache: all reasons", "ats.insecure-http"]
        )

        #expect(seen.folded == [false, true, false])
        #expect(seen.asked.contains("policy hive · network 3g"))
        #expect(seen.examples.count == 26 && seen.examples.contains("A WebP") && seen.examples.contains("OneSignal"))
        #expect(seen.selection == [7, 7])
        #expect(seen.phoneOrder == ["banner", "phone", "story"])
        #expect(seen.version.contains(/attached [0-9.]+$/))

        #expect(seen.link.isFragment)
        #expect(!seen.link.requests.isEmpty)
        #expect(seen.link.requests.allSatisfy { !$0.contains("#") && !$0.contains("eyJhcHMi") })
        #expect(seen.link.payload == #"{"aps":{"alert":"Grüße 😀","mutable-content":1}}"#)
        #expect(seen.link.policy == "hive")
        #expect(!seen.link.isAsked)

        #expect(seen.appQuestions == 5)
        #expect(seen.request.first == "This is a OneSignal request")
        let received = try JSONSerialization.jsonObject(with: Data((seen.request.last ?? "").utf8)) as? [String: Any]
        #expect(
            received?["aps"] != nil && received?["att"] as? [String: String] == ["id": "http://img.example.com/a.png"]
        )
        #expect(seen.recent.count >= 2 && seen.recent[0].hasSuffix(" · Plain · Hello"))
        #expect(seen.recent[1].hasSuffix(" · Untouched · Hello"))
        #expect(seen.reopened == #"{"aps":{"alert":"Hello"}}"#)

        #expect(seen.notAPush.title == GoldenMessages["problem.not-a-push"])
        #expect(seen.notAPush.codes == ["payload.no-aps"])
        #expect(seen.noJson.title == GoldenMessages["problem.invalid-json"])
        #expect(seen.noJson.codes == ["payload.invalid-json"])
        #expect(seen.emptied.isHidden && seen.emptied.text.isEmpty)
        #expect(seen.badDeadline.title == GoldenMessages["problem.bad-request"])
        #expect(seen.tooLarge.title == GoldenMessages["problem.content-too-large"])
        #expect(seen.busy.title == "The service is unavailable")
        // Titles and first sentences of these two are in the responses of the script.
        let (busy, waiting) = (["status": "503", "seconds": "3"], ["status": "429", "seconds": "2"])
        #expect(seen.busy.sentences == ["4096 requests are waiting.", GoldenMessages["page.status", busy]])
        #expect(seen.waiting.sentences == ["Ask for fewer.", GoldenMessages["page.status", waiting]])
        #expect(seen.gone.title == GoldenMessages["page.gone"])
        #expect(seen.stopped == "ask")
        #expect(seen.refused.title == GoldenMessages["problem.unauthorized"])
        #expect(seen.tokenFocus == "token")
        #expect(seen.admitted.title == GoldenMessages["page.attached"])
        // Its media are shown although the service does not serve its store.
        #expect(seen.guardedPicture == [160, 2])
        // Neither the token nor anything else is stored.
        #expect(seen.stored == [0, 0, 0])

        #expect(seen.hostile.title == GoldenMessages["page.attached"])
        #expect(!seen.injected)
        #expect(seen.complaints == [])
        #expect(seen.foreignImage == ["img-src"])

        #expect(
            seen.stops == [
                "choose", "example", "payload", "stage", "appearance", "policy", "media", "network", "deadline",
                "token", "ask",
            ]
        )
        #expect(seen.keyboard.title.hasPrefix("Untouched"))
        #expect(seen.keyboard.focus == "verdict-title")
        #expect(seen.unnamed == [])
        #expect(seen.contrast == [])
        #expect(seen.darkPaper == "rgb(16, 19, 24)")
        #expect(seen.darkContrast == [])
        #expect(seen.attachedOverflow == 0)
        #expect(seen.phoneLight.allSatisfy { $0 == 0 } && seen.phoneDark.allSatisfy { $0 == 0 })
    }

    /// Screenshots are written to `ATTACHE_TEST_ARTEFACTS` if it is set.
    private func look() async throws -> PageSight {
        try await BrowserScript.withDirectory("page") { try await look(in: $0) }
    }

    private func look(in directory: URL) async throws -> PageSight {
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
