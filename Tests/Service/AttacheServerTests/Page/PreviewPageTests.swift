import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// The picture beside the payload, in a real browser: wide and narrow, light and dark, by the keyboard.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PreviewPageTests {
    private struct Typed: Decodable {
        let shown: [String]
        let status: String
    }

    private struct Seen: Decodable {
        let firstPaint: [String]
        let faults: [String: [String]]
        let complaints: [String]
        let typed: [String]
        let sides: [Double]
        let stops: [String]
        let expanded: [String]
        let darkOnly: [String]
        let policy: Int
        let requests: Int
        let last: String
        let half: Typed
        let nothing: Typed
        let hostile: Typed
        let injected: Bool
        let sketch: String
        let sketchLabel: String
        let cure: String
    }

    @Test func pictureIsRedrawnAsOneTypes() async throws {
        var address = ""
        let seen: Seen = try await BrowserScript.withDirectory("preview") { directory in
            var seen: Seen?
            try await ProgramScene.with(origin: { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }) {
                scene in
                address = "http://127.0.0.1:\(scene.port)/"
                seen = try await BrowserScript.run(
                    "preview.py",
                    [address, scene.origin.url("/photo.png")],
                    in: directory
                )
                // Typing loads nothing; the first check does, and the others have its verdict.
                #expect(scene.origin.requests.count == 1)
            }
            return try #require(seen)
        }
        #expect(!seen.firstPaint.isEmpty && seen.firstPaint.allSatisfy { $0.hasPrefix(address) })
        #expect(!seen.firstPaint.contains { $0.contains("/v1/preview") })
        #expect(seen.faults.count == 5)
        for (view, faults) in seen.faults { #expect(faults == [], "\(view)") }
        #expect(seen.complaints == [])
        #expect(seen.typed.count == 2 && seen.typed[0].contains("Raid starts; Guild hall; By hand"))
        #expect(seen.sides[0] < seen.sides[1])
        #expect(seen.stops == ["stage", "appearance"])
        #expect(seen.expanded.count == 2 && seen.expanded[0].contains("as expanded"))
        #expect(seen.darkOnly.count == 1)
        #expect(seen.policy > 30)
        #expect(seen.requests <= 3)
        #expect(seen.last.contains("second"))
        #expect(seen.half.status.contains("not JSON") && seen.half.shown[0].contains("second"))
        #expect(seen.nothing.shown.isEmpty && !seen.nothing.status.isEmpty)
        #expect(seen.hostile.shown.first?.contains("<script>") == true && !seen.injected)
        #expect(seen.sketch.contains("│") && seen.sketch.contains("As a sketch"))
        #expect(seen.sketchLabel.contains("As a sketch") && !seen.sketchLabel.contains("│"))
        #expect(seen.cure.contains("attache-preview"))
    }
}
