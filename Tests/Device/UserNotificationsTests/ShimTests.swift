import CoreServices
import ExtensionSupport
import Intents
import LoopbackOrigin
import TestWidth
import Testing
import UserNotifications

@Suite("Modules of Apple", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ShimTests {
    @Test("A message has its level and category, with and without private values")
    func logger() {
        let category = UUID().uuidString
        let logger = Logger(subsystem: "test", category: category)
        logger.info("count \(3) of \("secret") for \("all", privacy: .public)")
        logger.error("hex \(255, format: .hex) and \(1.5, format: .fixed(precision: 2), privacy: .private)")
        logger.log(level: .fault, "\(true)\("x", align: .right(columns: 3))|")
        let records = LogRecord.all.filter { $0.category == category }
        #expect(records.map(\.level) == [.info, .error, .fault] && records.allSatisfy { $0.subsystem == "test" })
        #expect(records.map(\.message) == ["count 3 of secret for all", "hex ff and 1.50", "true  x|"])
        #expect(
            records.map(\.redactedMessage) == [
                "count 3 of <private> for all", "hex ff and <private>", "true<private>|",
            ]
        )
    }

    @Test(
        "A format takes its arguments in order",
        arguments: [
            ("plain 100%%", [], "plain 100%", "plain 100%"),
            ("%{public}@ has %d", ["a", 2], "a has 2", "a has 2"), ("%@!", ["a"], "a!", "<private>!"),
            ("%{PUBLIC}@", ["a"], "a", "a"), ("%{private}d", [7], "7", "<private>"),
            ("%.2f %x %ld", [1.5, 255, 3], "1.50 ff 3", "1.50 ff 3"), ("%{public,network:in_addr}s", ["h"], "h", "h"),
            ("%d %d", [1], "1 <decode: missing data>", "1 <decode: missing data>"), ("%", [], "", ""),
        ] as [(StaticString, [any CVarArg & Sendable], String, String)]
    )
    func formats(format: StaticString, arguments: [any CVarArg & Sendable], open: String, redacted: String) {
        let category = UUID().uuidString
        let log = OSLog(subsystem: "", category: category)
        switch arguments.count {
        case 0: os_log(format, log: log)
        case 1: os_log(format, log: log, arguments[0])
        case 2: os_log(format, log: log, type: .debug, arguments[0], arguments[1])
        default: os_log(.debug, log: log, format, arguments[0], arguments[1], arguments[2])
        }
        let records = LogRecord.all.filter { $0.category == category }
        #expect(records.map(\.message) == [open] && records.map(\.redactedMessage) == [redacted])
    }

    @Test("A disabled log takes nothing")
    func disabled() {
        let text = UUID().uuidString
        os_log("%{public}@", log: .disabled, text)
        #expect(!OSLog.disabled.isEnabled(type: .fault) && !LogRecord.all.contains { $0.message == text })
    }

    private static func message() -> INSendMessageIntent {
        let sender = INPerson(
            personHandle: INPersonHandle(value: nil, type: .unknown),
            nameComponents: nil,
            displayName: "Kim",
            image: nil,
            contactIdentifier: nil,
            customIdentifier: "7"
        )
        return INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .outgoingMessageText,
            content: "Hello",
            speakableGroupName: INSpeakableString(spokenPhrase: "Group"),
            conversationIdentifier: "c",
            serviceName: nil,
            sender: sender,
            attachments: nil
        )
    }

    @Test("Content updated from a message is mutable where it was, keeps everything, and can change")
    func communication() throws {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.userInfo = ["k": "v"]
        content.threadIdentifier = "t"
        let updated = try #require(try content.updating(from: Self.message()) as? UNMutableNotificationContent)
        // The people of the message are new; all else is as before.
        #expect(updated != content && updated.title == "T" && updated.threadIdentifier == "t")
        updated.body = "B"
        #expect(content.body.isEmpty && updated.userInfo["k"] as? String == "v")
    }

    @Test("An intent has an image for each parameter, and a donation is listed until it is removed")
    func donations() async throws {
        let intent = Self.message()
        let image = INImage(imageData: Data([1]))
        intent.setImage(image, forParameterNamed: \.sender)
        #expect(intent.image(forParameterNamed: \.sender) === image)
        #expect(intent.image(forParameterNamed: \.speakableGroupName) == nil)
        intent.donationMetadata = INSendMessageIntentDonationMetadata()
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.groupIdentifier = UUID().uuidString
        try await interaction.donate()
        let identifier = interaction.identifier
        #expect(INInteraction.donations.contains { $0.identifier == identifier && $0.direction == .incoming })
        INInteraction.delete(with: interaction.groupIdentifier ?? "")
        #expect(!INInteraction.donations.contains { $0.identifier == identifier })
    }

    @Test("An image is made of the bytes of a picture only, and returns them unchanged")
    func images() throws {
        let image = try #require(UIImage(data: Data(SampleMedia.photoJPEG.bytes)))
        #expect(image.pngData() == Data(SampleMedia.photoJPEG.bytes) && image.scale == 1)
        #expect(image.jpegData(compressionQuality: 0.1) == image.pngData())
        #expect(UIImage(data: Data(SampleMedia.pageHTML.bytes)) == nil && UIImage(data: Data()) == nil)
        #expect(UIImage(contentsOfFile: "/missing") == nil && UIImage(named: "missing") == nil)
    }

    @Test("The size of an image is that of its header, in points")
    func imageSize() throws {
        let header: [UInt8] = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 40, 0, 30, 0, 0, 0, 0]
        let image = try #require(UIImage(data: Data(header)))
        #expect(image.size == CGSize(width: 40, height: 30))
        #expect(UIImage(data: Data(header), scale: 2)?.size == CGSize(width: 20, height: 15))
        #expect(UIImage(data: Data(header.prefix(6)))?.size == .zero)
    }

    @Test(
        "A language without a region has that of most of its speakers",
        arguments: [
            ("de", "de-DE", "de_DE", "en_DE"), ("pt-BR", "pt-BR", "pt_BR", "en_BR"),
            ("zh-Hans", "zh-Hans-CN", "zh-Hans_CN", "en_CN"), ("en_GB", "en-GB", "en_GB", "en_GB"),
            ("xx", "xx", "xx", "en"),
        ]
    )
    func languages(text: String, name: String, locale: String, english: String) {
        let language = DeviceLanguage(text)
        #expect(language.name == name && language.localeIdentifier(of: nil) == locale)
        #expect(language.localeIdentifier(of: "en") == english)
    }

    @Test("A path of keys leads through dictionaries and arrays")
    func keyPaths() {
        let alert: [String: Any] = ["title": "T", "args": ["a", "b"]]
        let payload: [AnyHashable: Any] = ["aps": ["alert": alert], "n": 3, "list": [["a": 1], ["b": 2]]]
        let dictionary = payload as NSDictionary
        #expect(dictionary.value(forKeyPath: "aps.alert.title") as? String == "T")
        #expect(dictionary.value(forKeyPath: "n") as? Int == 3 && dictionary.value(forKeyPath: "n.a") == nil)
        #expect(dictionary.value(forKeyPath: "aps.none.title") == nil)
        let values = dictionary.value(forKeyPath: "list.a") as? [Any]
        #expect(values?.count == 2 && values?.first as? Int == 1 && values?.last is NSNull)
        let changed = NSMutableDictionary(dictionary: ["a": 1, "b": 2])
        changed.setValue(3, forKey: "a")
        changed.setValue(nil, forKey: "b")
        #expect(changed.count == 1 && changed["a"] as? Int == 3)
    }

    @Test("An expiring activity runs once, and is not about to end")
    func expiringActivity() async {
        let isExpired = await withCheckedContinuation { done in
            ProcessInfo.processInfo.performExpiringActivity(withReason: "test") { done.resume(returning: $0) }
        }
        #expect(!isExpired && !ProcessInfo.processInfo.isLowPowerModeEnabled)
    }

    @Test("The folders of a URL are those of the home folder, and the time of Core Foundation is that of Foundation")
    func names() {
        let folders = [URL.documentsDirectory, .libraryDirectory, .cachesDirectory, .applicationSupportDirectory]
        let parts = ["Documents", "Library", "Library/Caches", "Library/Application Support"]
        #expect(folders.map(\.path) == parts.map { NSHomeDirectory() + "/" + $0 })
        let time = CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate
        #expect(time <= 0 && time > -60)
        let data = Data([1]) as CFData
        #expect(data.length == 1)
    }

    @Test("A notification between processes is recorded, and a mapped read is one that may be mapped")
    func foundation() {
        let name = UUID().uuidString
        let center = CFNotificationCenterGetDarwinNotifyCenter()
        CFNotificationCenterPostNotification(center, CFNotificationName(name as CFString), nil, nil, true)
        #expect(CFNotificationCenter.postedNames.contains(name))
        #expect(Data.ReadingOptions.mappedRead == .mappedIfSafe)
        let number = autoreleasepool { 3 }
        #expect(number == 3 && kUTTypePNG as String == "public.png")
    }

    @Test("A rectangle has the dictionary of Core Graphics, and is made of one with all numbers")
    func geometry() throws {
        let rectangle = CGRect(x: 0.25, y: 0, width: 1, height: 0.5)
        let dictionary = rectangle.dictionaryRepresentation
        #expect(dictionary.object(forKey: "X") as? Double == 0.25 && dictionary.count == 4)
        #expect(CGRect(dictionaryRepresentation: dictionary) == rectangle)
        #expect(CGPoint(dictionaryRepresentation: rectangle.origin.dictionaryRepresentation) == rectangle.origin)
        #expect(CGSize(dictionaryRepresentation: rectangle.size.dictionaryRepresentation) == rectangle.size)
        #expect(rectangle.debugDescription == "(0.25, 0.0, 1.0, 0.5)" && CGSize.zero.debugDescription == "(0.0, 0.0)")
        #expect(CGPoint(x: 1, y: 2).debugDescription == "(1.0, 2.0)")
        let whole: [String: Any] = ["X": 0.25, "Y": 0, "Width": 1, "Height": 0.5]
        #expect(CGRect(dictionaryRepresentation: NSDictionary(dictionary: whole)) == rectangle)
        for key in whole.keys {
            var broken = whole
            broken[key] = nil
            #expect(CGRect(dictionaryRepresentation: NSDictionary(dictionary: broken)) == nil)
            broken[key] = "1"
            #expect(CGRect(dictionaryRepresentation: NSDictionary(dictionary: broken)) == nil)
        }
    }
}
