import Attache
import AttacheCore
import Foundation
import NotificationPicture
import TestWidth
import Testing

@testable import AttacheCommands
@testable import AttacheReports
@testable import CommandSupport
@testable import DeviceCommands

/// The pictures of a page: one for each shape of push, whatever the order in which pushes end.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PushShapesTests {
    private let program: String

    init() throws {
        let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        program = directory.appending(path: PictureProgram.name).path(percentEncoded: false)
    }

    /// Pushes of three shapes: a title or none, and one that shows nothing.
    private func results() async throws -> [RewriteResult] {
        try await withAttache { attache in
            var results: [RewriteResult] = []
            for index in 1...9 {
                let alert = index % 3 == 0 ? #""Only a body \#(index)""# : #"{"title":"Raid \#(index)","body":"Join"}"#
                var result = await attache.rewrite(#"{"aps":{"alert":\#(alert)}}"#)
                result.origin = ItemSource("a.ndjson", line: index)
                results.append(result)
            }
            results.append(await attache.rewrite(#"{"aps":{"content-available":1}}"#))
            return results
        }
    }

    private func summary(_ results: [RewriteResult]) -> RunSummary {
        let shapes = PushShapes()
        for result in results { shapes.add(result) }
        var summary = RunSummary()
        shapes.draw(into: &summary, with: program)
        return summary
    }

    @Test func eachShapeIsDrawnOnce() async throws {
        let summary = summary(try await results())
        #expect(summary.pictures.map(\.itemCount) == [6, 3])
        #expect(summary.pictures.map(\.source) == ["a.ndjson#1", "a.ndjson#3"])
        #expect(summary.pictures[0].description.contains("Raid 1; Join"))
        #expect(summary.pictures.allSatisfy { $0.url.hasPrefix("data:image/svg+xml;base64,") && $0.width == 393 })
        // The page follows the reader's appearance.
        #expect(summary.pictures.allSatisfy { $0.darkURL?.hasPrefix("data:image/svg+xml;base64,") == true })
        #expect(summary.pictures.allSatisfy { $0.darkURL != $0.url })
        #expect(summary.pictureNotice == nil)
    }

    /// Items end in any order, and the page is the same.
    @Test func orderOfEndsIsIndifferent() async throws {
        let results = try await results()
        let first = summary(results)
        #expect(summary(results.reversed()).pictures == first.pictures)
        #expect(summary(results.shuffled()).pictures == first.pictures)
    }

    @Test func numberOfPicturesIsBounded() async throws {
        let shapes = PushShapes()
        try await withAttache { attache in
            for index in 0..<20 {
                shapes.add(await attache.rewrite(#"{"aps":{"alert":"Hi","category":"C\#(index)"}}"#))
            }
        }
        var summary = RunSummary()
        shapes.draw(into: &summary, with: program)
        #expect(summary.pictures.count == PushShapes.pictureLimit)
        #expect(summary.pictureNotice?.contains("of 20 shapes") == true)
    }

    @Test func resumedRunSaysWhyNothingIsDrawn() {
        var summary = RunSummary()
        PushShapes().draw(into: &summary, with: program)
        #expect(summary.pictureNotice == nil)
        summary.resumedCount = 3
        PushShapes().draw(into: &summary, with: program)
        #expect(summary.pictures.isEmpty && summary.pictureNotice?.contains("--fresh") == true)
    }

    @Test func missingProgramIsSaid() async throws {
        let shapes = PushShapes()
        for result in try await results() { shapes.add(result) }
        var summary = RunSummary()
        shapes.draw(into: &summary, with: nil)
        #expect(summary.pictures.isEmpty && summary.pictureNotice?.contains("attache-preview") == true)
    }
}
