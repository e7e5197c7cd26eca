import AttacheTesting
import Foundation
import NotificationDrawing
import NotificationPicture
import TestWidth
import Testing

extension DrawingTests {
    /// The pictures of Tests/Pictures/References, which were looked at, beside those of now; the fonts are those of .ci/setup.
    ///
    /// `ATTACHE_RECORD_PICTURES=1` writes them anew; look at them before they are committed.
    @Suite(.inProcess, .timeLimit(.minutes(1)))
    struct ReferencePictureTests {
        struct Case: Sendable, CustomTestStringConvertible {
            let name: String
            /// The place among the samples; `nil` for the mixed one.
            let language: Int?
            let stage: PictureRequest.Stage
            let appearance: PictureRequest.Appearance
            var device = PictureRequest.Device.iphone
            var form = PictureMedium.Form.pixels

            var testDescription: String { name }
        }

        static let cases = [
            Case(name: "banner-en-light", language: 0, stage: .banner, appearance: .light),
            Case(name: "list-ja-dark", language: 9, stage: .list, appearance: .dark),
            Case(name: "expanded-ar-light", language: 5, stage: .expanded, appearance: .light),
            Case(name: "expanded-ipad-dark", language: 1, stage: .expanded, appearance: .dark, device: .ipad),
            Case(name: "group-hi-dark", language: 7, stage: .group, appearance: .dark),
            Case(name: "audio-ko-light", language: 10, stage: .expanded, appearance: .light, form: .audio),
            Case(name: "banner-mixed-dark", language: nil, stage: .banner, appearance: .dark),
            Case(name: "expanded-mixed-light", language: nil, stage: .expanded, appearance: .light),
            Case(name: "error-th-light", language: 8, stage: .expanded, appearance: .light, form: .error),
        ]

        /// The mean difference of a channel that other builds of the libraries may have.
        private static let tolerance = 1.5

        @Test(arguments: cases)
        func pictureIsAsItWas(_ row: Case) throws {
            let sample = row.language.map { SampleTexts.languages[$0] } ?? SampleTexts.mixed
            let medium = PictureMedium(form: row.form, label: "M4A · 1.2 MiB", ratio: 1.6)
            let notification = sample.notification(medium: medium, actions: SampleTexts.actions)
            var request = PictureRequest(
                row.stage == .group ? [notification, notification, notification] : [notification]
            )
            (request.stages, request.appearances) = ([row.stage], [row.appearance])
            (request.device, request.locale, request.scale) = (row.device, sample.locale, 1)
            let picture = try #require(PictureDrawer.draw(request, pixels: [SampleTexts.pixels]))
            let file = Checkout.root.appending(path: "Tests/Pictures/References/\(row.name).png")
            if ProcessInfo.processInfo.environment["ATTACHE_RECORD_PICTURES"] != nil {
                try Data(picture.bytes).write(to: file)
            }
            let (now, then) = (try pixels(picture.bytes), try pixels(Array(Data(contentsOf: file))))
            #expect(now.width == then.width && now.height == then.height)
            let sum = zip(now.bytes, then.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(sum) / Double(now.bytes.count) < Self.tolerance)
        }

        private func pixels(_ png: [UInt8]) throws -> PicturePixels {
            let question = try #require(PictureProtocol.Question(frame: PictureProtocol.question(png, .png, time: 0)))
            return try #require(MediaDecoder.decode(question))
        }
    }
}
