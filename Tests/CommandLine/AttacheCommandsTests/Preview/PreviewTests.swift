import Attache
import AttacheCommandLine
import AttacheCore
import AttacheLint
import AttacheReports
import AttacheTesting
import Foundation
import LoopbackOrigin
import NotificationPicture
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

/// Sketches, pages, terminals, and the pictures of results.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PreviewTests {
    private static var sketch: PreviewSketch { PreviewSketch(limits: PictureRequest.Limits()) }

    static let texts = [
        "Short", "", String(repeating: "word ", count: 4_000), String(repeating: "W", count: 20_000),
        "宝石を集めて" + "門の前に急げ。",
        "line\nline\nline\nline\nline\nline", "\u{1B}[31mred\u{7}", "👨‍👩‍👧‍👦 family", "\u{202E}evil",
    ]

    /// Every line of a sketch has the same width, and none controls the terminal.
    @Test(arguments: texts, PictureRequest.Stage.allCases)
    func sketchIsARectangle(_ text: String, _ stage: PictureRequest.Stage) {
        let medium = PictureMedium(form: .placeholder, label: "PNG · 12 KiB", ratio: 1.5)
        let actions = [
            PictureAction(title: text, isDestructive: true),
            PictureAction(title: "Reply", input: PictureAction.TextInput(placeholder: text, button: "")),
        ]
        for medium in [nil, medium] {
            let notification = PictureNotification(
                title: text,
                subtitle: text,
                body: text,
                medium: medium,
                actions: actions
            )
            let lines = Self.sketch.text(notification, stage).split(separator: "\n")
            #expect(Set(lines.map { TextWidth.columns(of: String($0)) }) == [52], "\(lines)")
            #expect(lines.count < 40)
            #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
    }

    @Test func sketchCutsTheBody() {
        let notification = PictureNotification(title: "T", body: "one\ntwo\nthree\nfour\nfive")
        #expect(!Self.sketch.text(notification, .banner).contains("three"))
        #expect(Self.sketch.text(notification, .banner).contains("two …"))
        #expect(Self.sketch.text(notification, .list).contains("four …"))
        #expect(Self.sketch.text(notification, .expanded).contains("five"))
    }

    @Test(
        arguments: [
            (["TERM": "xterm-kitty"], TerminalPicture.Method.kitty), (["TERM_PROGRAM": "iTerm.app"], .iTerm),
            (["TERM": "foot"], .sixel),
            (["TERM": "xterm-256color"], nil), ([:], nil), (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], nil),
        ] as [([String: String], TerminalPicture.Method?)]
    )
    func terminalIsKnown(_ environment: [String: String], method: TerminalPicture.Method?) {
        #expect(TerminalPicture.method(environment) == method)
    }

    @Test func piecesForKittyAreShort() {
        let text = TerminalPicture.kitty(Array(repeating: 7, count: 10_000))
        let pieces = text.split(separator: "\u{1B}_G").map { $0.split(separator: ";")[1].dropLast(2) }
        #expect(pieces.count == 4)
        #expect(pieces.allSatisfy { $0.count <= 4096 })
        #expect(text.contains("m=0;"))
    }

    /// Two pixels in two colours: each colour has its bit in its column.
    @Test func sixelsHaveTheirColours() {
        let text = TerminalPicture.sixel([0, 0, 255, 255, 255, 0, 0, 255], width: 2, height: 1)
        #expect(text.hasPrefix("\u{1B}Pq\"1;1;2;1"))
        #expect(text.hasSuffix("#5?@$#180@?-\u{1B}\\\n"))
    }

    @Test func pageIsCompleteInItself() {
        let picture = PreviewPage.Picture(
            png: [1, 2, 3],
            report: PictureReport(),
            scale: 3,
            stage: .banner,
            appearance: .dark,
            description: "\"><script>alert(1)</script>"
        )
        let page = String(decoding: PreviewPage.html([picture], title: "</title><b>", language: "\"x"), as: UTF8.self)
        #expect(page.contains("data:image/png;base64,AQID"))
        #expect(!page.contains("<script") && !page.contains("<b>") && !page.contains("lang=\"\"x"))
        #expect(!page.contains("http://") && !page.contains("https://"))
    }

    @Test(arguments: ["a.png", "a.SVG", "/x.y/a.html"])
    func formIsReadFromTheName(_ path: String) throws {
        #expect(try PreviewOutput(path).path == path)
    }

    @Test(arguments: ["a", "a.jpg", "png", "a.png/b", ""])
    func otherNamesAreRefused(_ path: String) {
        #expect(throws: ConfigurationError.self) { try PreviewOutput(path) }
    }

    private static let buttons = #""custom":{"i":"1"},"buttons":[{"i":"a","n":"Buy"}]"#

    /// An extension of the vendor makes its buttons; the policy of another vendor means another extension, and without
    /// `mutable-content` none runs.
    @Test(arguments: [
        ("onesignal", 1, ["Buy"]), ("apple", 1, ["Buy"]), ("apple", 0, []), ("fcm", 1, []), ("hive", 1, []),
    ])
    func buttonsOfThePayloadAreDrawn(_ policy: String, mark: Int, titles: [String]) async throws {
        let payload = #"{"aps":{"alert":"Hi","mutable-content":\#(mark)},\#(Self.buttons)}"#
        var configuration = AttacheConfiguration()
        configuration.policy = policy
        let result = try await withAttache(configuration: configuration) { await $0.rewrite(payload) }
        let content = try #require(PreviewContent(result, time: "now"))
        #expect(mark == 0 || result.policy == policy)
        #expect(content.notification.actions.map(\.title) == titles)
    }

    /// A box for media that are not loaded is where the media would be: with a category only the thumbnail shows.
    @Test(arguments: [("", PictureMedium.Place.everywhere), (#""category":"SALE","#, .thumbnailOnly)])
    func placeOfMediaThatAreNotLoaded(_ category: String, place: PictureMedium.Place) async throws {
        let payload = #"""
            {"aps":{\#(category)"alert":"Hi","mutable-content":1},"hive":{"mediaUrl":"http://127.0.0.1:1/a.png"}}
            """#
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        let result = try await withAttache(configuration: configuration) { await $0.rewrite(payload) }
        let content = try #require(PreviewContent(withoutMedia: result, time: "now", language: "en"))
        #expect(content.notification.medium?.form == .placeholder && content.notification.medium?.place == place)
    }

    private static let languages = [
        "Raid starts", "Der Überfall beginnt", "يبدأ الهجوم الآن", "ההתקפה מתחילה", "レイドが始まる", "突袭开始", "레이드 시작",
        "Рейд начинается",
        "การบุกเริ่มแล้ว", "रेड शुरू", "Η επιδρομή αρχίζει", "Cuộc đột kích bắt đầu",
    ]

    /// The payloads of every vendor in twelve languages, through the pipeline, in all stages: nothing crashes, all text is in
    /// its box, and the picture agrees with the prediction.
    @Test func corpusIsDrawn() async throws {
        let origin = try LoopbackOrigin.start(routes: ["/a.png": .file(SampleMedia.photoPNG.bytes, type: "image/png")])
        defer { origin.stop() }
        var configuration = AttacheConfiguration()
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.url("preview")
        configuration.storeDirectory = store.path
        let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let program = PictureProgram(path: directory.appending(path: PictureProgram.name).path(percentEncoded: false))
        let media = PreviewMedia(program: program, options: ThumbnailOptions())
        let url = "http://127.0.0.1:\(origin.port)/a.png"
        let results = try await withAttache(configuration: configuration) { attache in
            var results: [RewriteResult] = []
            for policy in attache.policies.policies {
                guard let bytes = MediumPayload.bytes(of: url, policy: policy.name, among: attache.policies) else {
                    continue
                }
                for text in Self.languages {
                    let payload = String(decoding: bytes, as: UTF8.self).replacing(
                        "A notification with one media file",
                        with: text
                    )
                    results.append(await attache.rewrite(payload))
                }
            }
            return results
        }
        #expect(results.count >= 300)
        var withMedia = 0
        for result in results {
            var content = try #require(PreviewContent(result, app: nil, time: "now"))
            let pixels = media.complete(&content)
            let shown = result.device?.shown
            #expect(
                (content.notification.medium != nil)
                    == (shown == .media || shown == .errorPicture || shown == .nothing
                        || shown == nil && !result.attachments.isEmpty)
            )
            withMedia += pixels == nil ? 0 : 1
            var request = PictureRequest([content.notification])
            request.stages = PictureRequest.Stage.allCases
            request.format = .svg
            let picture = try program.draw(request, pixels: pixels.map { [$0] } ?? [])
            #expect(picture.report.texts.count >= 12)
            #expect(picture.report.texts.allSatisfy { $0.fits && $0.missingGlyphs == 0 })
        }
        #expect(withMedia > 50)
    }
}
