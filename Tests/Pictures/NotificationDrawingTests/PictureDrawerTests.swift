import NotificationDrawing
import NotificationPicture
import TestWidth
import Testing

extension DrawingTests {
    /// What is drawn, measured from the layout.
    @Suite(.inProcess, .timeLimit(.minutes(1)))
    struct PictureDrawerTests {
        private func draw(
            _ sample: SampleTexts.Sample,
            _ stages: [PictureRequest.Stage] = PictureRequest.Stage.allCases,
            change: (inout PictureRequest) -> Void = { _ in }
        ) throws -> (bytes: [UInt8], report: PictureReport) {
            let medium = PictureMedium(form: .pixels, ratio: 1.6)
            let notification = sample.notification(medium: medium, actions: SampleTexts.actions)
            var request = PictureRequest([notification, notification, notification])
            request.stages = stages
            request.locale = sample.locale
            request.scale = 1
            change(&request)
            return try #require(PictureDrawer.draw(request, pixels: [SampleTexts.pixels, nil, nil]))
        }

        @Test(arguments: SampleTexts.languages)
        func textsOfAllScriptsStayInTheirBoxes(_ sample: SampleTexts.Sample) throws {
            let report = try draw(sample).report
            #expect(report.texts.count > 20)
            for text in report.texts {
                #expect(text.fits, "\(text)")
                #expect(text.missingGlyphs == 0, "\(text)")
            }
        }

        @Test(arguments: SampleTexts.hostile)
        func hostileTextsStayInTheirBoxes(_ sample: SampleTexts.Sample) throws {
            for text in try draw(sample).report.texts { #expect(text.fits, "\(text)") }
        }

        /// The body of a banner has two lines, and that of the list four; both are switches.
        @Test(arguments: [(PictureRequest.Stage.banner, 2, 5), (.list, 4, 9), (.banner, 3, 7), (.list, 3, 6)])
        func bodyIsCutAtItsLines(_ stage: PictureRequest.Stage, lines: Int, paragraphs: Int) throws {
            func body(_ count: Int) throws -> PictureReport.Text {
                let sample = SampleTexts.Sample(
                    locale: "en",
                    title: "T",
                    body: Array(repeating: "x", count: count).joined(separator: "\n")
                )
                let report = try draw(sample, [stage]) {
                    $0.limits.bannerLines = lines
                    $0.limits.listLines = lines
                }
                .report
                return try #require(report.texts.first { $0.role == "\(stage.rawValue).body" })
            }
            let (whole, one) = (try body(lines), try body(1))
            #expect(!whole.isCut)
            let cut = try body(lines + 1)
            #expect(cut.isCut)
            #expect(try body(paragraphs).used[3] == whole.used[3])
            #expect((whole.used[3] / one.used[3]).rounded() == Double(lines))
        }

        @Test func limitOfButtonsHolds() throws {
            let roles = try draw(SampleTexts.languages[0], [.banner, .expanded, .list]).report.texts.map(\.role)
            #expect(roles.count { $0 == "banner.button" } == 2)
            #expect(roles.count { $0 == "expanded.button" } == 3)
            #expect(!roles.contains("list.button"))
            #expect(roles.contains("expanded.placeholder"))
        }

        /// On a screen that runs from right to left the time is on the left.
        @Test(arguments: [("en", false), ("ar", true), ("he-IL", true), ("az-Arab", true), ("ur-Latn", false)])
        func screenIsMirrored(_ locale: String, isMirrored: Bool) throws {
            let sample = SampleTexts.Sample(locale: locale, title: "T", body: "B")
            let texts = try draw(sample, [.banner]).report.texts
            let time = try #require(texts.first { $0.role == "banner.time" })
            let title = try #require(texts.first { $0.role == "banner.title" })
            #expect((time.box[0] < title.box[0]) == isMirrored)
        }

        /// A push without a title shows the app's name.
        @Test func missingTitleIsTheName() throws {
            let sample = SampleTexts.Sample(locale: "en", title: "", body: "B")
            #expect(try draw(sample, [.banner]).report.texts.contains { $0.role == "banner.title" })
        }

        @Test func hiddenThumbnailLeavesRoomForText() throws {
            let notification = SampleTexts.languages[0].notification(medium: PictureMedium(form: .pixels))
            var hidden = notification
            hidden.hideThumbnail()
            let widths = try [notification, hidden].map { notification in
                let picture = try #require(
                    PictureDrawer.draw(PictureRequest([notification]), pixels: [SampleTexts.pixels])
                )
                return try #require(picture.report.texts.first { $0.role == "banner.body" }).box[2]
            }
            #expect(widths[1] - widths[0] == 50)
        }

        /// The card of a push whose content extension shows buttons in the place of the medium.
        @Test func thumbnailOnlyLeavesTheExpandedNotificationWithoutItsMedium() throws {
            var notification = SampleTexts.languages[0].notification(medium: PictureMedium(form: .pixels, ratio: 1))
            func height(_ stage: PictureRequest.Stage) throws -> Int {
                var request = PictureRequest([notification])
                request.stages = [stage]
                return try #require(PictureDrawer.draw(request, pixels: [SampleTexts.pixels])).report.height
            }
            let (banner, expanded) = (try height(.banner), try height(.expanded))
            notification.medium?.place = .thumbnailOnly
            #expect(try height(.banner) == banner)
            let small = try height(.expanded)
            #expect(small < expanded)
            // The thumbnail takes room from the texts, as in the banner.
            func bodyWidth() throws -> Double {
                var request = PictureRequest([notification])
                request.stages = [.expanded]
                let picture = try #require(PictureDrawer.draw(request, pixels: [SampleTexts.pixels]))
                return try #require(picture.report.texts.first { $0.role == "expanded.body" }).box[2]
            }
            let narrow = try bodyWidth()
            notification.medium = nil
            #expect(try bodyWidth() - narrow == 50)
        }

        /// A text of one line is not as high as the thumbnail, which the card holds all the same.
        @Test func cardHoldsTheThumbnailOfAShortText() throws {
            var notification = PictureNotification(
                body: "B",
                medium: PictureMedium(form: .pixels, place: .thumbnailOnly)
            )
            func report() throws -> PictureReport {
                var request = PictureRequest([notification])
                request.stages = [.expanded]
                request.scale = 1
                return try #require(PictureDrawer.draw(request, pixels: [SampleTexts.pixels])).report
            }
            let withThumbnail = try report()
            notification.medium = nil
            let plain = try report()
            let line = try #require(plain.texts.first { $0.role == "expanded.body" }).box[3]
            #expect(line < 40)
            #expect(abs(Double(withThumbnail.height - plain.height) - (40 - line)) <= 1)
        }

        @Test func picturesHaveTheirFormats() throws {
            let sample = SampleTexts.languages[0]
            let png = try draw(sample, [.banner])
            #expect(png.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let question = try #require(
                PictureProtocol.Question(frame: PictureProtocol.question(png.bytes, .png, time: 0))
            )
            let pixels = try #require(MediaDecoder.decode(question))
            #expect(pixels.width == png.report.width && pixels.height == png.report.height)
            let raw = try draw(sample, [.banner]) { $0.format = .pixels }
            #expect(raw.bytes.count == raw.report.width * raw.report.height * 4)
            let svg = String(decoding: try draw(sample, [.banner]) { $0.format = .svg }.bytes, as: UTF8.self)
            #expect(svg.contains("<svg"))
            // Text is outlines, and nothing is loaded.
            #expect(!svg.contains("<text") && !svg.contains("http://img") && !svg.contains("font-family"))
        }

        @Test func equalRequestsAreEqualPictures() throws {
            #expect(try draw(SampleTexts.languages[9]).bytes == draw(SampleTexts.languages[9]).bytes)
        }

        @Test func requestSurvivesJSON() throws {
            var request = PictureRequest([SampleTexts.languages[5].notification(actions: SampleTexts.actions)])
            request.stages = [.group, .list]
            request.appearances = [.dark, .light]
            request.limits.listLines = 7
            request.scale = 1.25
            request.notifications[0].medium = PictureMedium(
                form: .placeholder,
                label: "MP4",
                ratio: 1.5,
                isVideo: true,
                clip: PictureMedium.Clip(x: 0.25, y: 0, width: 0.5, height: 1),
                place: .thumbnailOnly
            )
            #expect(try PictureRequest(json: request.json) == request)
            let report = try draw(SampleTexts.languages[0]).report
            #expect(try PictureReport(json: report.json) == report)
        }
    }
}
