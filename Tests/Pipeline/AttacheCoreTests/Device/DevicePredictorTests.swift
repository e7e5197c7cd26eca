import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheMedia

@Suite("Device predictor", .inProcess, .timeLimit(.minutes(1)))
struct DevicePredictorTests {
    private static let good = ResponseFacts(
        finalURL: "https://h.ex/a.png",
        contentType: "image/png",
        byteCount: 1000,
        isWhole: true,
        format: .png
    )

    private func predict(
        _ media: [DeviceMedium],
        payload: String = "{}",
        on network: Network = .wifi,
        fallsBack: Bool = false,
        _ change: (inout DeviceRules) -> Void = { _ in }
    ) throws -> DeviceVerdict {
        var rules = DeviceRules()
        rules.vendor = "V"
        rules.certainty = .code
        rules.naming = [.url]
        change(&rules)
        let source = rules
        var policy = Policy(name: "v", device: source)
        policy.payload.fallsBack = fallsBack
        let predictor = try #require(DevicePredictor(policy: policy, network: network))
        return predictor.predict(try JSONDocument(parsing: Array(payload.utf8)), media: media)
    }

    private func medium(
        _ url: String = "https://h.ex/a.png",
        _ facts: ResponseFacts? = good,
        time: Duration? = nil,
        ending: DeviceMedium.Ending = .completed
    ) -> DeviceMedium {
        DeviceMedium(MediaReference(text: url, location: "$['a']"), facts: facts, time: time, ending: ending)
    }

    @Test("A policy without device rules predicts nothing")
    func noRules() {
        #expect(DevicePredictor(policy: Policy(name: "x"), network: .wifi) == nil)
    }

    @Test(arguments: [
        (10_485_760, 101, true), (10_485_761, 102, false), (10_000_000, 0, true), (10_000_001, 0, true),
    ])
    func sizes(_ byteCount: Int, _ code: Int, isAccepted: Bool) throws {
        var facts = Self.good
        facts.byteCount = byteCount
        let verdict = try predict([medium("https://h.ex/a.png", facts)])
        #expect(verdict.media.first?.isAccepted == isAccepted)
        #expect(verdict.media.first?.error == (isAccepted ? nil : .notification(102)))
        let isBorderline = verdict.media.first?.notes.contains { $0.code == .borderlineSize }
        #expect(isBorderline == (isAccepted && byteCount > 10_000_000))
    }

    /// The length of a body that was not read is that of its header.
    @Test func announcedSizeCounts() throws {
        var facts = Self.good
        (facts.isWhole, facts.byteCount, facts.declaredLength) = (false, 4096, 20 << 20)
        #expect(try predict([medium("https://h.ex/a.png", facts)]).media.first?.error == .notification(102))
        let limited = try predict([medium("https://h.ex/a.png", facts)]) { $0.lengthLimit = 20 << 20 }
        #expect(limited.media.first?.error == .notification(102))
        let cancelled = try predict([medium("https://h.ex/a.png", facts)]) { $0.lengthLimit = (20 << 20) - 1 }
        #expect(cancelled.media.first?.error == nil && cancelled.media.first?.isAccepted == false)
    }

    /// An attached file that is no picture is drawn as nothing. Whether one of a format that iOS does not attach is drawn is
    /// not known.
    @Test(
        arguments: [
            (MediaFormat.jpeg, DeviceVerdict.Shown.media, nil), (.webp, nil, "at-risk"),
            (.mp4, .nothing, "contested"),
            (nil, .nothing, "contested"),
        ] as [(MediaFormat?, DeviceVerdict.Shown?, String?)]
    )
    func bytes(_ format: MediaFormat?, _ shown: DeviceVerdict.Shown?, _ note: String?) throws {
        var facts = Self.good
        facts.format = format
        if format == nil { facts.description = "an HTML page" }
        let verdict = try predict([medium("https://h.ex/a.png", facts)])
        #expect(verdict.shown == shown)
        #expect(verdict.media.first?.isAccepted == true)
        #expect(verdict.media.first?.error == (shown == .nothing ? .notification(105) : nil))
        #expect(verdict.media.first?.notes.map(\.code.rawValue) == [note].compactMap(\.self))
    }

    @Test(
        arguments: [
            (DeviceRules.Failure.plain, DeviceVerdict.Shown.plain, nil), (.original, .original, nil),
            // The error picture is not of a failed transfer.
            (.errorPicture, .plain, nil), (.hang, .original, Duration.seconds(30)),
            (.alternativeText, .changedText, nil),
        ] as [(DeviceRules.Failure, DeviceVerdict.Shown, Duration?)]
    )
    func failures(_ failure: DeviceRules.Failure, _ shown: DeviceVerdict.Shown, _ delay: Duration?) throws {
        let path = try JSONPath(parsing: "$.alt")
        let failed = medium("https://h.ex/a.png", nil, ending: .failed(.url(-1003)))
        let verdict = try predict([failed], payload: #"{"alt":"A photo"}"#) {
            $0.failure = failure
            $0.alternativeText = path
        }
        #expect(verdict.shown == shown)
        #expect(verdict.delay == delay)
        #expect(verdict.decisive?.error == .url(-1003))
        #expect(verdict.texts.body == (failure == .alternativeText ? "A photo" : nil))
    }

    /// One failing medium of two: the others stay, or none does.
    @Test func severalMedia() throws {
        let media = [medium("https://h.ex/a.webp"), medium("https://h.ex/b.png")]
        let title = try JSONPath(parsing: "$.t")
        let each = try predict(media, payload: #"{"t":"New"}"#) { $0.texts.title = title }
        #expect(each.shown == .media && each.media.map(\.isAccepted) == [false, true] && each.texts.title == "New")
        let all = try predict(media, payload: #"{"t":"New"}"#) {
            $0.isAllOrNothing = true
            $0.texts.title = title
        }
        #expect(all.shown == .original && all.media.map(\.isAccepted) == [false, false] && all.texts.title == nil)
        let success = try predict(media, payload: #"{"t":"New"}"#) {
            $0.texts.title = title
            $0.texts.needsSuccess = true
        }
        #expect(success.shown == .media && success.texts.title == nil)
    }

    @Test("Of several attachments iOS shows the first", arguments: [(1, [String]()), (2, ["first-shown"])])
    func firstOfSeveral(_ count: Int, _ notes: [String]) throws {
        let media = [medium("https://h.ex/a.webp")] + (0..<count).map { medium("https://h.ex/\($0).png") }
        let verdict = try predict(media)
        #expect(verdict.shown == .media)
        #expect(verdict.notes.map(\.code.rawValue) == notes)
    }

    @Test("A later URL replaces an earlier one that fails, and is not loaded otherwise")
    func fallback() throws {
        let two = [medium("https://h.ex/a.webp"), medium("https://h.ex/b.png")]
        #expect(try predict(two, fallsBack: true).media.count == 2)
        #expect(try predict(two, fallsBack: true).shown == .media)
        #expect(try predict(Array(two.reversed()), fallsBack: true).media.count == 1)
    }

    @Test(arguments: [
        (DeviceRules.Expiry.original, DeviceVerdict.Shown.original), (.best, .plain), (.buttons, .plain),
        (.none, .original), (.app, .original), (.plain, .plain),
    ])
    func expiry(_ expiry: DeviceRules.Expiry, _ shown: DeviceVerdict.Shown) throws {
        for late in [medium(time: .seconds(31)), medium("https://h.ex/a.png", nil, ending: .late)] {
            let verdict = try predict([late]) { $0.expiry = expiry }
            #expect(verdict.shown == shown)
            #expect(verdict.delay == .seconds(30))
        }
        #expect(try predict([medium(time: .seconds(30))]) { $0.expiry = expiry }.shown == .media)
    }

    /// An extension's own time-out is a failure before iOS ends it; each attempt begins again.
    @Test(arguments: [
        (20, 1, DeviceVerdict.Shown.media, 20), (21, 1, .plain, 20), (40, 1, .plain, 20), (20, 2, .media, 20),
        (21, 2, .original, 30), (21, 3, .original, 30),
    ])
    func ownTimeout(_ seconds: Int, _ tries: Int, _ shown: DeviceVerdict.Shown, delay: Int) throws {
        let verdict = try predict([medium(time: .seconds(seconds))]) {
            $0.totalTime = .seconds(20)
            $0.tries = tries
            $0.expiry = .original
        }
        #expect(verdict.shown == shown)
        #expect(verdict.delay == .seconds(delay))
        #expect(verdict.media.first?.error == (shown == .media ? nil : .url(-1001)))
    }

    /// A load that never ends lasts as long as the extension's limit, and without one until iOS stops it.
    @Test(arguments: [(nil, 30), (12, 12), (29, 29), (30, 30), (60, 30)] as [(Int?, Int)])
    func endlessLoad(_ limit: Int?, delay: Int) throws {
        let verdict = try predict([medium("https://h.ex/a.png", nil, ending: .late)]) {
            $0.totalTime = limit.map { .seconds($0) }
            $0.expiry = .original
        }
        #expect(verdict.delay == .seconds(delay))
        #expect(verdict.shown == (delay == 30 ? .original : .plain))
    }

    @Test("What is not loaded takes no time")
    func timeOfNothing() throws {
        var large = Self.good
        large.declaredLength = 2000
        let media = [
            medium(" https://h.ex/a.png", time: .seconds(40)), medium("http://h.ex/a.png", time: .seconds(40)),
            medium(time: .seconds(40), ending: .skipped), medium(time: .seconds(40), ending: .failed(.url(-1022))),
            medium("https://h.ex/a.png", large, time: .seconds(40)), medium("https://h.ex/a.bmp", time: .seconds(40)),
        ]
        let verdict = try predict(media) {
            $0.isHTTPSOnly = true
            $0.lengthLimit = 1999
            $0.allowed = ["png"]
            $0.stopsAtUnlisted = true
        }
        #expect(verdict.delay == nil && verdict.shown == .plain)
        let low = try predict([medium(time: .seconds(40))], on: .lowData) { $0.skipsLowData = true }
        #expect(low.delay == nil && low.shown == .plain)
    }

    @Test("Small media that are loaded at the same time take the time of the longest")
    func parallelLoads() throws {
        let media = [medium(time: .seconds(20)), medium(time: .seconds(15))]
        let inTurn = try predict(media) { $0.expiry = .original }
        #expect(inTurn.shown == .original && inTurn.delay == .seconds(30))
        let together = try predict(media, on: Network(name: "fast", kind: .wifi, link: .ideal)) {
            $0.loadsTogether = true
        }
        #expect(together.shown == .media && together.delay == .seconds(20))
    }

    /// 240 kbit/s are 30,000 bytes a second: each body takes 24 s of the link's time, which the loads share.
    @Test("Large media that are loaded at the same time share the link", arguments: [(1, 26), (3, 74)])
    func sharedLink(_ count: Int, seconds: Int) throws {
        var facts = Self.good
        facts.byteCount = 720_000
        let media = Array(repeating: medium("https://h.ex/a.png", facts, time: .seconds(26)), count: count)
        let edge = Network(name: "slow", kind: .cellular, link: LinkModel(downBitsPerSecond: 240_000))
        let verdict = try predict(media, on: edge) {
            $0.loadsTogether = true
            $0.expiry = .original
        }
        #expect(verdict.shown == (seconds > 30 ? .original : .media))
        #expect(verdict.delay == .seconds(min(30, seconds)))
    }

    @Test("The best attempt has the texts that do not wait for the medium")
    func textsOfTheBestAttempt() throws {
        let title = try JSONPath(parsing: "$.t")
        for (needsSuccess, shown) in [(false, DeviceVerdict.Shown.changedText), (true, .plain)] {
            let verdict = try predict([medium(time: .seconds(31))], payload: #"{"t":"New"}"#) {
                $0.expiry = .best
                $0.texts.title = title
                $0.texts.needsSuccess = needsSuccess
            }
            #expect(verdict.shown == shown)
        }
    }

    /// A name with an unknown end may have begun in the query.
    @Test(arguments: [
        ("media.png", "media.png"), ("media.png?token=secret", "media.png…"), ("media.webp#x", "media.webp…"),
        ("media.secret", "media.…"), ("media.tmp", "media.tmp"), ("media", "media"),
        ("media.ex/x/img?id=7", "media.…"), ("a.b?c.d", "a.b…"), ("media.b&t=secret", "media.…"),
        ("media.b/c&t=secret", "media.…"), ("img?t=secret", "img…"),
    ])
    func printedName(_ name: String, _ printed: String) {
        var medium = DeviceVerdict.Medium()
        #expect(medium.printedName == nil)
        medium.fileName = name
        #expect(medium.printedName == printed)
    }

    /// Apple's table and the signatures of Airship name M4A by the type that its own type conforms to.
    @Test(arguments: [
        ("public.mpeg-4-audio", true), ("com.apple.m4a-audio", true), ("public.mpeg-4-aud", false),
    ])
    func typeOfM4A(_ hint: String, isAccepted: Bool) {
        var naming = FileNaming(fileName: "media.tmp")
        naming.typeHint = hint
        let acceptance = AttachmentAcceptance(naming, facts: nil, types: [:])
        #expect(acceptance.isAccepted == isAccepted)
        #expect(acceptance.error == (isAccepted ? nil : .notification(101)))
        let m4a = [UInt8]("\0\0\0\u{18}ftypM4A \0\0\0\0".utf8)
        #expect(SignatureTable.identifier(of: m4a) == "public.mpeg-4-audio")
        #expect(SignatureTable.identifier(of: [UInt8]("\0\0\0\u{18}ftypM4B ".utf8)) == nil)
    }

    @Test func networks() throws {
        #expect(try predict([medium()], on: .lowData) { $0.skipsLowData = true }.shown == .plain)
        #expect(try predict([medium()], on: .wifi) { $0.skipsLowData = true }.shown == .media)
        #expect(try predict([medium("http://h.ex/a.png")]) { $0.isHTTPSOnly = true }.shown == .plain)
        #expect(try predict([medium("http://h.ex/a.png")]).shown == .media)
        #expect(try predict([medium("https://h.ex/a.png", nil, ending: .skipped)]).shown == .plain)
    }

    @Test("A text that is no web URL may name another place")
    func otherURLs() throws {
        for text in ["picture.png", "/api/camera", "file:///a.png"] {
            #expect(try predict([medium(text, nil)]) { $0.otherURLs = "a file" }.shown == nil)
        }
        #expect(try predict([medium()]) { $0.otherURLs = "a file" }.shown == .media)
    }

    @Test("What this machine could not load is not predicted")
    func unknown() throws {
        let verdict = try predict([medium("https://h.ex/a.png", nil, ending: .unknown)])
        #expect(verdict.shown == nil && verdict.media.first?.isAccepted == nil)
        var writer = JSONWriter()
        verdict.write(to: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.hasPrefix(#"{"dialect":"v","notes":[{"code":"unknown-response","#))
    }

    @Test(arguments: [
        (Reason(.fetchStatus, "404"), DeviceMedium.Ending.completed), (Reason(.typeMismatch, "x"), .completed),
        (Reason(.sizeTooLarge, "x"), .completed), (Reason(.networkCellularSkip, "x"), .skipped),
        (Reason(.fetchDeadline, "x"), .late), (Reason(.egressAddressDenied, "x"), .unknown),
        (Reason(.attachStoreFull, "x"), .unknown), (Reason(.fetchHostNotFound, "x"), .failed(.url(-1003))),
        (Reason(.atsInsecureHTTP, "x"), .failed(.url(-1022))), (Reason(.fetchTruncated, "x"), .failed(.url(-1005))),
    ])
    func endings(_ reason: Reason, _ ending: DeviceMedium.Ending) {
        let medium = DeviceMedium(
            MediaReference(text: "https://h.ex/a.png", location: "$['a']"),
            MediaVerdict(reasons: [reason])
        )
        #expect(medium.ending == ending)
    }

    /// A time limit of this machine that is shorter than the extension's shows nothing about the device.
    @Test(arguments: [(true, DeviceMedium.Ending.interrupted), (false, .late)])
    func shorterTimeLimit(_ hasShorterTimeout: Bool, _ ending: DeviceMedium.Ending) throws {
        let reference = MediaReference(text: "https://h.ex/a.png", location: "$['a']")
        let reasons = [Reason(.fetchDeadline, "x")]
        let loads = [
            DeviceMedium(reference, MediaVerdict(reasons: reasons), hasShorterTimeout: hasShorterTimeout),
            DeviceMedium(
                reference,
                facts: nil,
                time: nil,
                refusals: reasons,
                hasShorterTimeout: hasShorterTimeout
            ),
        ]
        for load in loads {
            #expect(load.ending == ending)
            let verdict = try predict([load]) { $0.expiry = .original }
            #expect(verdict.shown == (hasShorterTimeout ? nil : .original))
            #expect(verdict.delay == (hasShorterTimeout ? nil : .seconds(30)))
            #expect(verdict.media.first?.notes.map(\.code.rawValue) == (hasShorterTimeout ? ["unknown-response"] : []))
        }
        // Bytes that came in time are no sign that the rest would.
        #expect(try predict([medium(ending: .interrupted)]).shown == nil)
        // What the device is known to do comes first.
        let refused = DeviceMedium(
            reference,
            facts: nil,
            time: nil,
            refusals: reasons + [Reason(.networkOffline, "x")],
            hasShorterTimeout: true
        )
        #expect(refused.ending == .failed(.url(-1009)))
    }

    @Test(arguments: [true, false])
    func resultKnowsItsTimeLimit(_ hasShorterTimeout: Bool) throws {
        var rules = DeviceRules()
        rules.expiry = .original
        let source = rules
        let deadline = Deadline(at: ContinuousClock.now)
        let policy = Policy(name: "v", device: source)
        var context = EvaluationContext(policy: policy, network: .wifi, deadline: deadline, findings: [])
        context.hasShorterTimeout = hasShorterTimeout
        let push = DevicePush(
            payload: try JSONDocument(parsing: Array("{}".utf8)),
            basis: context.basis,
            hasShorterTimeout: context.hasShorterTimeout
        )
        let reference = MediaReference(text: "https://h.ex/a.png", location: "$['a']")
        let verdict = push.verdict([reference], shared: MediaVerdict(reasons: [Reason(.fetchDeadline, "x")]))
        #expect(verdict?.shown == (hasShorterTimeout ? nil : .original))
        #expect(push.isIndependentOfPayload != hasShorterTimeout)
    }

    @Test("The member device has its members in order")
    func encoding() throws {
        var writer = JSONWriter()
        try predict([medium("https://h.ex/a.webp", time: .milliseconds(12))]).write(to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"dialect":"v","fileName":"media.webp","accepted":false,"shown":"plain","delay_ms":12,"#
                + #""error":{"domain":"UNErrorDomain","code":101}}"#
        )
    }
}
