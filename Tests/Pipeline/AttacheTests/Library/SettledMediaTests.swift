import Attache
import AttacheCore
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// The outcome of pushes with several media, and of those that name copies.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SettledMediaTests {
    private func push(_ members: String) -> String { #"{"aps":{"alert":"Hi","mutable-content":1},\#(members)}"# }

    /// What this machine may not load says nothing of the other medium.
    @Test func unpredictedMediumLeavesTheOther() async throws {
        try await LibraryScene.run(configure: { $0.policy = "onesignal" }) { scene in
            let media = #""a":"\#(scene.origin.url("/a.png"))","b":"http://127.0.0.1:1/b.png""#
            let result = await scene.attache.rewrite(push(#""os_data":{"i":"1","att":{\#(media)}}"#))
            #expect(result.outcome == .attached && result.attachments.count == 1)
            #expect(result.device?.shown == nil)
        }
    }

    /// The second of two media has a name that iOS does not attach; the first is shown.
    @Test func droppedMediumIsLeftOut() async throws {
        let type = "application/octet-stream"
        try await LibraryScene.run(
            configure: { $0.policy = "onesignal" },
            handler: { _ in .file(SampleMedia.photoPNG.bytes, type: type) }
        ) { scene in
            let media = #""a":"\#(scene.origin.url("/a.png"))","b":"\#(scene.origin.url("/b"))""#
            let result = await scene.attache.rewrite(push(#""os_data":{"i":"1","att":{\#(media)}}"#))
            #expect(result.outcome == .attached && result.attachments.count == 1)
            #expect(result.device?.shown == .media)
            #expect(result.reasons.contains { $0.code.rawValue.hasPrefix("device.") && $0.pointer == "/os_data/att/b" })
        }
    }

    /// A copy is judged with the payload that names it: Expo's extension names every file `.jpg`.
    @Test(arguments: [true, false])
    func videoUnderTheNameOfPicture(hasCopies: Bool) async throws {
        try await LibraryScene.run(
            configure: { configuration in
                configuration.policy = "expo"
                if hasCopies { configuration.rehost = "https://cdn.example.com/p/" }
            },
            handler: { _ in .file(SampleMedia.clipMP4.bytes, type: "video/mp4") }
        ) { scene in
            let url = scene.origin.url("/a.mp4")
            let result = await scene.attache.rewrite(push(#""body":{"_richContent":{"image":"\#(url)"}}"#))
            #expect(result.outcome == .plain && result.attachments.isEmpty)
            #expect(result.reasons.first?.code == .deviceNotDrawn)
            #expect(result.reasons.first?.pointer == "/body/_richContent/image")
        }
    }
}
