import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// The comparison of all vendors on the page, in a real browser: wide and narrow, light and dark, by the keyboard.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ComparisonTests {
    private struct Seen: Decodable {
        let faults: [String: [String]]
        let complaints: [String]
        let stop: String
        let title: String
        let focus: String
        let roles: [String: Int]
        let unnamed: [String]
        let older: Int
        let closed: [String]
        let opened: [String]
        let reasons: [String]
        let problem: String
    }

    @Test func vendorsAreComparedOnThePage() async throws {
        let seen: Seen = try await BrowserScript.withDirectory("comparison") { directory in
            var seen: Seen?
            try await ProgramScene.with(origin: { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }) {
                scene in
                seen = try await BrowserScript.run(
                    "comparison.py",
                    ["http://127.0.0.1:\(scene.port)/", scene.origin.url("/a b.png")],
                    in: directory
                )
                #expect(scene.origin.requests.count == 1)
            }
            return try #require(seen)
        }
        #expect(seen.faults.count == 4)
        for (view, faults) in seen.faults { #expect(faults == [], "\(view)") }
        #expect(!seen.complaints.contains { !$0.contains("422 (Unprocessable") })
        #expect(seen.stop == "compare")
        #expect(seen.title.contains(/^Shown on wifi by \d+ of \d+ policies$/))
        #expect(seen.focus == "verdict-title")
        #expect(seen.roles["table"] == 1)
        #expect(seen.roles["rowheader", default: 0] > 30)
        #expect(seen.roles["columnheader", default: 0] > 2)
        #expect(seen.unnamed == [])
        // A space in a URL is read by iOS 17 only.
        #expect(seen.older > 10)
        #expect(seen.closed == ["false", "True"])
        #expect(seen.opened == ["true", "False"])
        #expect(!seen.reasons.isEmpty)
        #expect(seen.problem == "The payload names no media file")
    }
}
