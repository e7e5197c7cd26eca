import AttacheDatabase
import AttacheSystem
import AttacheTesting
import Foundation
import NotificationCategories
import TestWidth
import Testing

@testable import NotificationCenterStore

@Suite("Notification store", .inProcess, .timeLimit(.minutes(1)))
struct NotificationStoreTests {
    private let scratch: ScratchCenter

    init() throws {
        scratch = try ScratchCenter()
    }

    @Test(
        "A time is read with its zone",
        arguments: [
            ("2026-11-21T16:17:13.042Z", 1_795_277_833_042), ("2026-11-21T17:17+01:00", 1_795_277_820_000),
            ("2026-11-21 16:17:00Z", 1_795_277_820_000), ("2026-11-21", nil), ("2026-13-21T16:17Z", nil), ("5m", nil),
        ] as [(String, Int?)]
    )
    func times(text: String, milliseconds: Int?) {
        #expect(UTCTime.milliseconds(text) == milliseconds)
    }

    @Test("What is stored is read again as it was", arguments: ScratchCenter.Kind.allCases)
    func roundTrip(kind: ScratchCenter.Kind) throws {
        let store = try scratch.open(kind)
        let full = request("a", trigger: .push) { content in
            content.subtitle = "S \u{202E}\u{0}\"\\"
            content.body = "B"
            content.badge = 3
            content.sound = CenterSound(name: "s.caf", isCritical: true, volume: 0.25)
            content.threadIdentifier = "t"
            content.categoryIdentifier = "c"
            content.targetContentIdentifier = ""
            content.level = .timeSensitive
            content.relevanceScore = 0.1
            content.filterCriteria = "f"
            content.launchImageName = "l"
            content.summaryArgument = "Ann"
            content.summaryArgumentCount = 2
            content.userInfo = Array(#"{"aps":{},"n":[1,2.5,null]}"#.utf8)
            content.propertyList = [1, 2, 3]
        }
        #expect(try store.post([full], at: 1_700_000_000_123).map(\.outcome) == [.delivered])
        let found = try store.delivered()
        #expect(found.map(\.request) == [full])
        #expect(found.map(\.time) == [1_700_000_000_123])
        #expect(try store.badge() == 3)
        #expect(try store.delivered("a") == found.first)
        #expect(try store.delivered("b") == nil)
    }

    @Test("The same identifier replaces, moves to the end and alerts again", arguments: ScratchCenter.Kind.allCases)
    func replacement(kind: ScratchCenter.Kind) throws {
        let store = try scratch.open(kind)
        let results = try store.post([request("a", "1"), request("b"), request("a", "2")], at: 5)
        #expect(results.map(\.isReplacement) == [false, false, true])
        let found = try store.delivered()
        #expect(found.map(\.identifier) == ["b", "a"])
        #expect(found.map(\.content.title) == ["T", "2"])
        #expect(found.map(\.alertCount) == [1, 2])
    }

    @Test("A notification without text changes the badge and is not listed")
    func silent() throws {
        let store = try scratch.open()
        let attachment = try scratch.file()
        let silent = request("a", "") {
            $0.badge = -4
            $0.attachments = [attachment]
        }
        try store.setBadge(7)
        #expect(try store.post([silent], at: 1).map(\.outcome) == [.silent])
        #expect(try store.deliveredCount() == 0)
        #expect(try store.badge() == 0)
        #expect(scratch.files.isEmpty)
    }

    @Test("Denied: pushes are not shown, and requests of the app are refused")
    func denied() throws {
        let store = try scratch.open()
        var settings = CenterSettings()
        settings.authorization = .denied
        settings.options = 7
        try store.setSettings(settings)
        #expect(try store.settings() == settings)
        #expect(settings.grantedNames == ["badge", "sound", "alert"])
        #expect(try store.post([request("a")], at: 1).map(\.outcome) == [.suppressed])
        #expect(throws: CenterFailure.self) { try store.add(request("a"), at: 1) }
        #expect(try store.deliveredCount() == 0)
    }

    @Test("Attachments are copied before their row, and leave with their notification")
    func attachments() throws {
        let store = try scratch.open()
        let (first, second) = (try scratch.file("a.png", "one"), try scratch.file("b.png", "two"))
        _ = try store.post([request("a") { $0.attachments = [first, second] }], at: 1)
        let stored = try #require(store.delivered().first).content.attachments
        #expect(stored.map(\.identifier) == ["a.png", "b.png"])
        #expect(stored.map(\.byteCount) == [3, 3])
        #expect(stored.allSatisfy { $0.path.hasPrefix(store.attachmentDirectory + "/") && $0.path.hasSuffix(".png") })
        #expect(try String(contentsOfFile: stored[1].path, encoding: .utf8) == "two")
        #expect(FileManager.default.fileExists(atPath: first.path))
        // The replacement keeps the first by its stored path.
        _ = try store.post([request("a") { $0.attachments = [stored[0]] }], at: 2)
        #expect(scratch.files.map { "\(store.attachmentDirectory)/\($0)" } == [stored[0].path])
        #expect(try store.removeDelivered(["a", "a", "b"]) == 1)
        #expect(scratch.files.isEmpty)
    }

    @Test("A missing file is left out of a push and refuses a request of the app, which leaves no copy")
    func missingFile() throws {
        let store = try scratch.open()
        let good = try scratch.file()
        let bad = CenterAttachment(identifier: "x", typeIdentifier: "public.png", path: "\(scratch.directory)/none.png")
        let both = request("a") { $0.attachments = [good, bad] }
        #expect(throws: CenterFailure.self) { try store.add(both, at: 1) }
        #expect(try store.deliveredCount() == 0)
        #expect(scratch.files.isEmpty)
        let result = try #require(store.post([both], at: 1).first)
        #expect(result.dropped.map(\.path) == [bad.path])
        #expect(try store.delivered().first?.content.attachments.count == 1)
        // A path in the directory that no row names is no file of the centre.
        let stale = CenterAttachment(
            identifier: "y",
            typeIdentifier: "public.png",
            path: store.attachmentDirectory + "/gone.png"
        )
        #expect(try store.post([request("b") { $0.attachments = [stale] }], at: 1).first?.dropped.count == 1)
    }

    @Test("Opening removes files without a row, and no other")
    func sweep() throws {
        let store = try scratch.open()
        let attachment = try scratch.file()
        _ = try store.post([request("a") { $0.attachments = [attachment] }], at: 1)
        let orphan = "\(store.attachmentDirectory)/\(String(repeating: "0f", count: 16)).png"
        let foreign = "\(store.attachmentDirectory)/invoice.pdf"
        for path in [orphan, foreign] { try Data([1]).write(to: URL(filePath: path)) }
        let second = try scratch.open()
        #expect(!FileManager.default.fileExists(atPath: orphan))
        #expect(FileManager.default.fileExists(atPath: foreign))
        #expect(scratch.files.count == 2)
        #expect(try second.delivered() == store.delivered())
    }

    @Test("Two openings see each other's changes, and a mark shows that there are some")
    func sharing() throws {
        let (first, second) = (try scratch.open(), try scratch.open())
        let mark = try second.changeMark()
        #expect(try second.changeMark() == mark)
        _ = try first.post([request("a")], at: 1)
        #expect(try second.changeMark() != mark)
        #expect(try second.removeDelivered() == 1)
        #expect(try first.deliveredCount() == 0)
    }

    @Test("A link to the file, or to its directory, leads to the same attachments", arguments: [true, false])
    func symbolicLinks(isFile: Bool) throws {
        let real = "\(scratch.directory)/real"
        let manager = FileManager.default
        try manager.createDirectory(atPath: real, withIntermediateDirectories: true)
        let link = "\(scratch.directory)/link"
        // A link to a file that does not exist is refused; one to its directory is not.
        if isFile { _ = try NotificationStore(.file("\(real)/center.sqlite")) }
        try manager.createSymbolicLink(atPath: link, withDestinationPath: isFile ? "real/center.sqlite" : "real")
        let first = try NotificationStore(.file(isFile ? link : "\(link)/center.sqlite"))
        let attachment = try scratch.file()
        _ = try first.post([request("a") { $0.attachments = [attachment] }], at: 1)
        let second = try NotificationStore(.file("\(real)/center.sqlite"))
        let path = try #require(second.delivered().first?.content.attachments.first?.path)
        #expect(manager.contents(atPath: path) == Data("bytes".utf8))
        #expect(try first.delivered() == second.delivered())
        #expect(first.filePath == second.filePath)
        // A path through the link is the centre's own file, too.
        let own = try #require(first.delivered().first).content
        _ = try second.post([request("b") { $0.attachments = own.attachments }], at: 2)
        #expect(try second.removeDelivered(["a"]) == 1)
        #expect(manager.fileExists(atPath: path))
    }

    /// What a user responded to and what is listed are together all that was posted.
    @Test func responsesNeverTakeALaterNotificationOfTheSameIdentifier() async throws {
        let (poster, user) = (try scratch.open(), try scratch.open())
        let isDone = Locked(false)
        async let seen = Self.respond(user, until: isDone)
        var replaced: Set<String> = []
        for number in 0..<300 {
            let result = try #require(try poster.post([request("a", "\(number)")], at: number).first)
            if result.isReplacement { replaced.insert("\(number - 1)") }
        }
        isDone.withLock { $0 = true }
        let titles = try await seen
        #expect(replaced.isDisjoint(with: titles))
        #expect(titles.count + replaced.count + (try poster.deliveredCount()) == 300)
    }

    private static func respond(_ store: NotificationStore, until isDone: Locked<Bool>) async throws -> [String] {
        let tap = "com.apple.UNNotificationDefaultActionIdentifier"
        var titles: [String] = []
        while !isDone.withLock({ $0 }) {
            if let response = try store.respond(to: "a", action: tap).response {
                titles.append(response.notification.content.title)
            }
            await Task.yield()
        }
        return titles
    }

    @Test("Threads of two openings that post side by side lose nothing")
    func concurrency() async throws {
        let stores = [try scratch.open(), try scratch.open()]
        try await withThrowingTaskGroup { group in
            for (part, store) in stores.enumerated() {
                group.addTask {
                    for number in 0..<100 {
                        let same = request("same")
                        _ = try store.post([request("\(part)-\(number)"), same], at: number)
                    }
                }
            }
            try await group.waitForAll()
        }
        let found = try stores[0].delivered()
        #expect(found.count == 201)
        #expect(found.last?.alertCount == 200)
    }

    @Test("Categories and their actions are replaced as a whole")
    func categories() throws {
        let store = try scratch.open()
        var reply = CenterAction(identifier: "r", title: "Reply", options: 4)
        reply.icon = "bubble"
        reply.iconIsSystemSymbol = true
        reply.textInput = .init(button: "Send", placeholder: "Text")
        let category = CenterCategory(
            identifier: "c",
            actions: [reply, CenterAction(identifier: "x", title: "Close")],
            options: 1,
            intentIdentifiers: ["i"],
            hiddenPreviewsBodyPlaceholder: "%u messages",
            summaryFormat: "%u more"
        )
        try store.setCategories([CenterCategory(identifier: "old", actions: [])])
        try store.setCategories([category])
        #expect(try store.categories() == [category])
        #expect(reply.opensApp && category.reportsDismissal)
    }

    @Test("Only the owner can read the file and the attachments")
    func modes() throws {
        let store = try scratch.open()
        let attachment = try scratch.file()
        _ = try store.post([request("a") { $0.attachments = [attachment] }], at: 1)
        let paths = [scratch.path] + scratch.files.map { "\(store.attachmentDirectory)/\($0)" }
        for path in paths {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? Int) == 0o600, "\(path)")
        }
    }

    @Test("A damaged file, and that of another program, are refused and left as they are")
    func foreign() throws {
        let bytes = Data(repeating: 7, count: 9000)
        try bytes.write(to: URL(filePath: scratch.path))
        #expect(throws: CenterFailure.self) { try scratch.open() }
        #expect(try Data(contentsOf: URL(filePath: scratch.path)) == bytes)
        try FileManager.default.removeItem(atPath: scratch.path)
        try SQLiteConnection(path: scratch.path, busyTimeout: 0).run(script: "CREATE TABLE a (b)")
        #expect(throws: CenterFailure.self) { try scratch.open() }
    }

    @Test("The directories above the file are made")
    func directories() throws {
        let store = try NotificationStore(.file("\(scratch.directory)/new/below/center.sqlite"))
        #expect(try store.badge() == 0)
    }
}
