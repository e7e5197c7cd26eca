import AttacheExtensionTesting
import AttacheTesting
import TestWidth
import Testing
import UserNotifications

/// Extensions in processes of their own; Tests/Device/ExtensionPrograms has them.
@Suite("Extensions in a process of their own", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct IsolationTests {
    private let center = UNUserNotificationCenter()
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func program(_ name: String) -> ExtensionProgram {
        var program = ExtensionProgram.built("ExtensionPrograms")
        program.name = name
        return program
    }

    private func host(
        _ name: String,
        change: (inout ExtensionProgram) -> Void = { _ in }
    ) -> ExtensionHost {
        var program = program(name)
        change(&program)
        return ExtensionHost(program: program, limits: .patient, center: center)
    }

    private func payload(_ what: String, _ more: String = "") -> String {
        #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"do":"\#(what)"\#(more)}"#
    }

    @Test(
        "A crash delivers the original and is reported; the next push gets a new process",
        arguments: [
            ("try", "SIG"), ("fatal", "no such case"), ("unwrap", "nil"), ("cast", "SIG"), ("keys", "duplicate"),
            ("segfault", "SIGSEGV"), ("exit", "exit status 3"),
        ]
    )
    func crash(what: String, word: String) async throws {
        let host = host("crashing")
        let delivered = await host.deliver(payload(what))
        #expect(delivered.outcome == .original && delivered.content.title == "T")
        let event = try #require(delivered.events.first { $0.kind == .crashed })
        #expect(event.detail.contains(word))
        // The stack trace of a trap has addresses and no names.
        #expect(!delivered.events.contains { $0.detail.contains("Current stack trace") || $0.detail.contains(" 0x0") })
        let next = await host.deliver(payload(""))
        #expect(next.outcome == .fromExtension && next.content.title == "alive")
    }

    @Test("A crash behind the call of the handler costs nothing, and is reported")
    func lateCrash() async {
        let host = host("crashing")
        let delivered = await host.deliver(payload("late"))
        #expect(delivered.outcome == .fromExtension && delivered.content.title == "before")
        let event = await delivered.event(.crashed)
        #expect(event.detail.contains("after the handler"))
        #expect(await host.deliver(payload("")).content.title == "alive")
    }

    @Test("The process finds its container, bundle and groups, and none of our variables")
    func container() async throws {
        let plist = scratch.url.appendingPathComponent("Info.plist")
        let list = """
            <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
            <key>GroupName</key><string>group.test</string><key>NSExtension</key><dict><key>NSExtensionPrincipalClass</key>
            <string>$(PRODUCT_MODULE_NAME).Service</string></dict></dict></plist>
            """
        try Data(list.utf8).write(to: plist)
        _ = unsafe setenv("SECRET_OF_THE_HOST", "secret", 1)
        let groups = scratch.url.appendingPathComponent("groups")
        let host = host("looking") { program in
            program.infoPlist = plist
            program.bundleIdentifier = "com.example.test.service"
            program.appGroupDirectory = groups
        }
        let delivered = await host.deliver(payload(""))
        let found = try #require(delivered.content.userInfo["found"] as? [String: String])
        #expect(found["bundle"] == "com.example.test.service")
        #expect(found["class"] == "looking.Service")
        #expect(found["language"] == "group.test")
        #expect(found["secret"] == "")
        for name in ["documents", "caches", "support", "group-writable"] { #expect(found[name] == "true", "\(name)") }
        let home = try #require(found["home"])
        #expect(found["temporary"]?.hasPrefix(home) == true && home != NSHomeDirectory())
        #expect(found["group"] == groups.appendingPathComponent("group.test").path)
    }

    @Test("State of the process lasts while it is reused, and that of the group always", arguments: [true, false])
    func reuse(isReused: Bool) async {
        let host = host("counting") { program in
            program.reusesProcess = isReused
            program.appGroups = ["group.test"]
        }
        var badges: [Int?] = []
        var counts: [Int?] = []
        for _ in 0..<3 {
            let content = await host.deliver(payload("")).content
            badges.append(content.badge?.intValue)
            counts.append(content.userInfo["suite"] as? Int)
        }
        #expect(badges == (isReused ? [1, 2, 3] : [1, 1, 1]))
        #expect(counts == [1, 2, 3])
    }

    @Test("Output belongs to the push that caused it, and is complete before the delivery")
    func output() async {
        let host = host("printing")
        for number in ["1", "2"] {
            let events = await host.deliver(payload(number)).events
            #expect(events.filter { $0.kind == .printed }.map(\.detail) == ["to output \(number)"])
            let logged = events.filter { $0.kind == .logged }.map(\.detail)
            #expect(logged.contains("to errors") && logged.contains { $0.hasSuffix("by NSLog") })
        }
    }

    @Test(
        "Memory is compared with the limits of devices",
        arguments: [(0, nil), (8, nil), (16, "12 MB"), (30, "24 MB")] as [(Int, String?)]
    )
    func memory(megabytes: Int, limit: String?) async {
        let delivered = await host("allocating").deliver(payload("", #","megabytes":\#(megabytes)"#))
        #expect(delivered.content.title.hasPrefix("allocated"))
        let sentence = delivered.events.first { $0.kind == .memoryExceeded }?.detail
        #expect((sentence != nil) == (limit != nil))
        if let limit { #expect(sentence?.contains(limit) == true) }
    }

    @Test(
        "The handler may be called from the main queue, the main actor, a timer of the main run loop, or after a wait in didReceive"
    )
    func queues() async {
        let host = host("queues")
        for what in ["main", "main-actor", "main-later", "main-timer", "wait"] {
            #expect(await host.deliver(payload(what)).content.title == what)
        }
    }

    @Test("The process knows the language of the device", arguments: ["pt-BR", nil])
    func language(name: String?) async {
        let delivered = await host("queues") { $0.language = name }.deliver(payload("language"))
        #expect(delivered.content.title == name ?? "none")
    }

    @Test("The content of the handler arrives with all its values")
    func values() async throws {
        let delivered = await host("values").deliver(payload("", #","push":{"a":[1,true,null]}"#))
        let content = delivered.content
        #expect([content.title, content.subtitle, content.body] == ["values", "subtitle", "body \u{1F600} \n\""])
        #expect(content.badge == 7 && content.launchImageName == "launch" && content.filterCriteria == "filter")
        let sound = UNNotificationSound.criticalSoundNamed(UNNotificationSoundName("a.caf"), withAudioVolume: 0.5)
        #expect(content.sound == sound)
        #expect(content.categoryIdentifier == "category" && content.threadIdentifier == "thread")
        #expect(content.targetContentIdentifier == "target" && content.relevanceScore == 0.25)
        #expect(content.interruptionLevel == .timeSensitive)
        #expect(content.userInfo["data"] as? Data == Data([1, 2, 255]))
        #expect(content.userInfo["date"] as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
        #expect(content.userInfo["bool"] as? Bool == true && content.userInfo["whole"] as? Double == 1)
        let list = try #require(content.userInfo["list"] as? [Any])
        #expect(list.count == 5 && list[3] is NSNull && (list[4] as? [String: Int]) == ["v": 1])
        let push = try #require(content.userInfo["push"] as? [String: Any])
        #expect((push["a"] as? [Any])?.count == 3)
        // A value that is no property list is reported.
        #expect(delivered.kinds.filter { $0 == .valueDropped }.count == 1)
    }

    @Test("Attachments are secured at the call of the handler, and a fixed file name works again")
    func attachments() async throws {
        let host = host("attaching")
        for _ in 0..<2 {
            let delivered = await host.deliver(payload("remote"))
            #expect(delivered.outcome == .fromExtension && delivered.content.subtitle == "")
            let attachment = try #require(delivered.content.attachments.first)
            #expect(delivered.content.attachments.count == 1 && attachment.type == "public.png")
            // The extension has changed its file.
            #expect(await delivered.event(.printed).detail == "changed")
            #expect(try Data(contentsOf: attachment.url) == Data("picture".utf8))
        }
    }

    @Test("A second call of the handler is reported, also from another process")
    func secondCall() async {
        // The end of the host ends the process, which may not have made its second call.
        let host = host("twice")
        let delivered = await host.deliver(payload(""))
        #expect(delivered.content.title == "first")
        _ = await delivered.event(.handlerCalledAgain)
        withExtendedLifetime(host) {}
    }

    @Test("A program that is missing, or has no such extension, is reported, and the original delivered")
    func noProgram() async {
        let missing = await host("x") { $0.executable = URL(fileURLWithPath: "/no/such/program") }.deliver(payload(""))
        #expect(missing.outcome == .original && missing.kinds.contains(.startFailed))
        let unknown = await host("unknown").deliver(payload(""))
        #expect(unknown.outcome == .original && unknown.kinds.contains(.crashed))
    }

    @Test("An Info.plist that cannot be read is named", arguments: ["<plist><dict>", "<plist><array/></plist>"])
    func brokenList(text: String) async throws {
        let plist = scratch.url.appendingPathComponent("Info.plist")
        try Data(text.utf8).write(to: plist)
        let delivered = await host("looking") { $0.infoPlist = plist }.deliver(payload(""))
        let event = await delivered.event(.startFailed)
        #expect(event.detail.hasPrefix("invalid Info.plist: \(plist.path): "))
        #expect(event.detail.hasSuffix("; use the property list of the extension, XML or binary."))
    }

    @Test("A push that no extension receives starts no process")
    func skipped() async {
        let host = host("x") { $0.executable = URL(fileURLWithPath: "/no/such/program") }
        let delivered = await host.deliver(#"{"aps":{"alert":"x"}}"#)
        #expect(delivered.kinds == [.extensionSkipped])
    }
}
