import AttacheSystem
import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// `attache deliver` and `attache center`.
@Suite("Notification centre commands", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CenterProgramTests {
    /// A directory with a centre's file, which is removed after the test.
    final class Scratch: Sendable {
        private let directory: ScratchDirectory
        var path: String { directory.path }
        var center: String { path + "/center.sqlite" }
        var store: String { path + "/store" }

        init() throws {
            directory = try ScratchDirectory()
        }

        /// The names of the stored attachments.
        var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: center + ".attachments")) ?? [] }

        func run(
            _ arguments: [String],
            input: String = ""
        ) async throws -> (end: ProgramEnd, output: String, errors: String) {
            let program = try PipedProgram(arguments + ["--center", center])
            program.write(input)
            program.closeInput()
            let output = String(decoding: await program.readRest(), as: UTF8.self)
            return (await program.wait(), output, await program.standardError)
        }

        func deliver(_ payload: String, _ options: [String] = []) async throws -> (
            end: ProgramEnd, output: String, errors: String
        ) {
            try await run(["deliver", "--store", store] + options, input: payload)
        }
    }

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func pushesAreListedReplacedAndRemoved() async throws {
        let first = try await scratch.deliver(#"{"aps":{"alert":{"title":"One"},"badge":3}}"#, ["--collapse-id", "x"])
        #expect(first.end == .exited(0))
        #expect(first.output == "delivered  x  \"One\"\n")
        let second = try await scratch.deliver(#"{"aps":{"alert":"Two"}}"#, ["--collapse-id", "x", "--json"])
        let object = try #require(objects(second.output).first)
        #expect(object["outcome"] as? String == "delivered")
        #expect(object["replaced"] as? Bool == true)
        _ = try await scratch.deliver(#"{"aps":{"alert":"Urgent","interruption-level":"critical","thread-id":"t"}}"#)

        let list = try objects(try await scratch.run(["center", "list", "--json"]).output)
        #expect(list.map { ($0["content"] as? [String: Any])?["body"] as? String } == ["Urgent", "Two"])
        #expect(list.last?["alerts"] as? Int == 2)
        #expect(try await scratch.run(["center", "badge"]).output == "3\n")
        #expect(try await scratch.run(["center", "badge", "0"]).output == "0\n")
        let groups = try objects(try await scratch.run(["center", "groups", "--json"]).output)
        #expect(groups.map { $0["thread"] as? String } == ["t", ""])
        let shown = try await scratch.run(["center", "show", "x"])
        #expect(shown.output.contains("Two"))
        #expect(try await scratch.run(["center", "remove", "x", "none"]).output == "1 removed\n")
        #expect(try await scratch.run(["center", "clear", "--json"]).output == "{\"removed\":1}\n")
        #expect(try await scratch.run(["center", "list"]).output == "No notifications.\n")
    }

    @Test func mediaAreCopiedAndRemovedWithTheNotification() async throws {
        let png = SampleMedia.photoPNG.bytes
        let origin = try LoopbackOrigin.start(routes: ["/a.png": .file(png, type: "image/png")])
        defer { origin.stop() }
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url("/a.png"))"}"#
        let options = ["--allow-address", "127.0.0.0/8:\(origin.port)", "--policy", "hive", "--collapse-id", "m"]
        let posted = try await scratch.deliver(payload, options)
        #expect(posted.output == "delivered  m  \"Hi\"  with public.png\n", "\(posted.errors)")
        let name = try #require(scratch.files.first)
        let copy = try Data(contentsOf: URL(filePath: "\(scratch.center).attachments/\(name)"))
        #expect(Array(copy) == png)
        #expect(try await scratch.run(["center", "tap", "m"]).end == .exited(0))
        #expect(scratch.files.isEmpty)
    }

    @Test(
        arguments: [
            ("not json", [], 3), (#"{"aps":{"alert":"Hi"},"x":1}"#, [], 0),
            (#"{"aps":{"content-available":1,"badge":4}}"#, [], 0),
            (
                #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"http://127.0.0.1:1/a.png"}"#,
                ["--fail-on-fallback"], 4
            ),
            ("{}", ["--collapse"], 2),
        ] as [(String, [String], Int32)]
    )
    func exitCodes(payload: String, options: [String], status: Int32) async throws {
        #expect(try await scratch.deliver(payload, options).end == .exited(status))
    }

    @Test(arguments: [[], ["--collapse-id", ""]])
    func aPushWithoutIdentifierGetsAUniqueOne(options: [String]) async throws {
        let payload = #"{"headers":{"apns-collapse-id":""},"payload":{"aps":{"alert":"Hi"}}}"#
        for _ in 0..<2 { _ = try await scratch.deliver(payload, options) }
        let list = try objects(try await scratch.run(["center", "list", "--json"]).output)
        let identifiers = Set(list.compactMap { $0["identifier"] as? String })
        #expect(identifiers.count == 2)
        #expect(identifiers.allSatisfy { UUID(uuidString: $0) != nil })
    }

    private static let permissions: [(words: [String], status: Int32, granted: [String], badge: String)] = [
        ([], 0, [], "3"), (["--authorization", "authorized"], 0, ["badge", "sound", "alert"], "3"),
        (["--authorization", "authorized", "--grant", "alert"], 0, ["alert"], "0"),
        (["--authorization", "provisional", "--grant", "badge"], 0, ["badge"], "3"),
        (["--authorization", "denied", "--grant", "badge"], 2, [], "3"), (["--grant", "badge"], 2, [], "3"),
        (["--authorization", "authorized", "--grant", "bagde"], 2, [], "3"),
    ]

    @Test("A permission grants what is asked for, and a badge only with its own", arguments: permissions)
    func permission(_ row: (words: [String], status: Int32, granted: [String], badge: String)) async throws {
        let changed = try await scratch.run(["center", "settings", "--json"] + row.words)
        #expect(changed.end == .exited(row.status))
        let settings = try await scratch.run(["center", "settings", "--json"])
        #expect(try objects(settings.output).first?["granted"] as? [String] == row.granted)
        _ = try await scratch.deliver(#"{"aps":{"alert":"Hi","badge":3}}"#, [])
        #expect(try await scratch.run(["center", "badge"]).output == "\(row.badge)\n")
    }

    @Test func whatWasGrantedStays() async throws {
        let settings = ["center", "settings", "--json"]
        for words in [["--authorization", "authorized", "--grant", "sound"], ["--authorization", "denied"]] {
            #expect(try await scratch.run(settings + words).end == .exited(0))
        }
        let again = try await scratch.run(settings + ["--authorization", "authorized"])
        #expect(try objects(again.output).first?["granted"] as? [String] == ["sound"])
        let none = try await scratch.run(settings + ["--authorization", "not-determined"])
        #expect(try objects(none.output).first?["granted"] as? [String] == [])
    }

    @Test func deniedPushesAreSuppressed() async throws {
        let settings = try await scratch.run(["center", "settings", "--authorization", "denied", "--json"])
        #expect(try objects(settings.output).first?["authorization"] as? String == "denied")
        let posted = try await scratch.deliver(#"{"aps":{"alert":"Hi"}}"#, ["--json"])
        #expect(posted.end == .exited(0))
        #expect(try objects(posted.output).first?["outcome"] as? String == "suppressed")
        #expect(try await scratch.run(["center", "list"]).output == "No notifications.\n")
    }

    @Test func responsesTakeTheButtonsOfTheCategory() async throws {
        let file = scratch.path + "/categories.json"
        let categories = #"[{"identifier":"C","actions":[{"identifier":"REPLY","title":"Reply","textButton":"Send"}]}]"#
        try Data(categories.utf8).write(to: URL(filePath: file))
        #expect(try await scratch.run(["center", "settings", "--categories", file]).end == .exited(0))
        _ = try await scratch.deliver(#"{"aps":{"alert":"Hi","category":"C"}}"#, ["--collapse-id", "a"])
        #expect(try await scratch.run(["center", "tap", "a", "--action", "OTHER"]).end == .exited(2))
        #expect(try await scratch.run(["center", "tap", "a", "--action", "REPLY"]).end == .exited(2))
        #expect(try await scratch.run(["center", "tap", "b"]).end == .exited(2))
        let tapped = try await scratch.run(["center", "tap", "a", "--action", "REPLY", "--text", "Yes", "--json"])
        let object = try #require(objects(tapped.output).first)
        #expect(object["text"] as? String == "Yes")
        #expect(object["reachesApp"] as? Bool == true)
        #expect(object["opensApp"] as? Bool == false)
    }

    @Test("The files of attache categories, in a language", arguments: [("ko", "참가"), ("fr", "Join")])
    func categoryFilesAreRegistered(language: String, title: String) async throws {
        let actions = #""JOIN_ID":{"title":{"en":"Join","ko":"참가"},"options":["foreground"]}"#
        let files = [
            (
                "categories.yaml",
                "schema: attache-categories/1\nactions: {\(actions)}\ncategories: {RAID: [JOIN_ID]}\n", 1
            ),
            ("hive_push_actions.json", #"{"actions":{\#(actions)},"categories":{"RAID":["JOIN_ID"]}}"#, 10),
        ]
        for (name, text, count) in files {
            try Data(text.utf8).write(to: URL(filePath: "\(scratch.path)/\(name)"))
            let settings = ["center", "settings", "--categories", "\(scratch.path)/\(name)", "--language", language]
            let set = try await scratch.run(settings + ["--json"])
            #expect(set.end == .exited(0), "\(set.errors)")
            #expect((try objects(set.output).first?["categories"] as? [Any])?.count == count)
            _ = try await scratch.deliver(#"{"aps":{"alert":"Hi","category":"RAID"}}"#, ["--collapse-id", "a"])
            let shown = try await scratch.run(["center", "show", "a"])
            #expect(shown.output.contains("JOIN_ID: \(title) (foreground)"))
        }
    }

    @Test(
        "The buttons of a vendor's payload, unless the app has another extension or the extension does not run",
        arguments: [
            ("", #","mutable-content":1"#, "emarsys.a"), ("emarsys", #","mutable-content":1"#, "emarsys.a"),
            ("hive", #","mutable-content":1"#, ""), ("", "", ""),
        ]
    )
    func vendorsButtons(policy: String, member: String, category: String) async throws {
        let payload = """
            {"aps":{"alert":"Sale"\(member)},"ems":{"actions":[{"id":"shop","title":"Shop","type":"OpenExternalUrl",
            "url":"https://shop.example.com"},{"id":"no","title":"No","type":"Dismiss"}]}}
            """.replacing("\n", with: " ")
        let options = ["--collapse-id", "a"] + (policy.isEmpty ? [] : ["--policy", policy])
        #expect(try await scratch.deliver(payload, options).end == .exited(0))
        let shown = try objects(try await scratch.run(["center", "show", "a", "--json"]).output).first
        let content = try #require(shown?["content"] as? [String: Any])
        #expect(content["categoryIdentifier"] as? String ?? "" == category)
        #expect((content["category"] as? [String: Any] != nil) == !category.isEmpty)
        let tapped = try await scratch.run(["center", "tap", "a", "--action", "shop", "--json"])
        #expect(tapped.end == .exited(category.isEmpty ? 2 : 0))
        if !category.isEmpty { #expect(try objects(tapped.output).first?["opensApp"] as? Bool == true) }
    }

    @Test(arguments: ["[{}]", "{}", "[", #"[{"identifier":"C","actions":[{}]}]"#])
    func badCategoriesAreRefused(text: String) async throws {
        let file = scratch.path + "/categories.json"
        try Data(text.utf8).write(to: URL(filePath: file))
        #expect(try await scratch.run(["center", "settings", "--categories", file]).end == .exited(2))
    }

    @Test func aFileThatIsNoCentreIsAnError() async throws {
        try Data(repeating: 7, count: 9000).write(to: URL(filePath: scratch.center))
        for command in [["center", "list"], ["deliver"]] {
            let run = try await scratch.run(command, input: #"{"aps":{"alert":"Hi"}}"#)
            #expect(run.end == .exited(1))
            #expect(run.errors.contains("invalid notification centre \(scratch.center)"))
        }
    }

    @Test func watchShowsChangesOnATerminal() async throws {
        let terminal = try TerminalProgram(
            BuiltProgram.path("attache"),
            ["center", "watch", "--center", scratch.center]
        )
        try await terminal.wait(for: "0 notifications, badge 0")
        _ = try await scratch.deliver(#"{"aps":{"alert":{"title":"Live"},"badge":2}}"#, ["--collapse-id", "w"])
        try await terminal.wait(for: "1 notification, badge 2")
        try await terminal.wait(for: "Live")
        terminal.interrupt()
        // Back on the first screen, with the cursor.
        try await terminal.wait(for: "\u{1B}[?25h\u{1B}[?1049l")
        #expect(try await terminal.wait() == 0)
    }

    @Test func watchWritesALineForEachChange() async throws {
        let watch = try PipedProgram(["center", "watch", "--json", "--center", scratch.center])
        for title in ["1", "2"] {
            _ = try await scratch.deliver(#"{"aps":{"alert":"\#(title)"}}"#, ["--collapse-id", "w"])
            let line = await watch.readLine()
            #expect(try objects(line).first?["event"] as? String == (title == "1" ? "delivered" : "replaced"))
        }
        _ = try await scratch.run(["center", "clear"])
        #expect(try objects(await watch.readLine()).first?["event"] as? String == "removed")
        watch.send(SIGTERM)
        #expect(await watch.wait() == .exited(0))
    }

    /// Two programs post and are killed at many instants; each continues after the last line that it printed.
    @Test func killedProgramsLoseAndDoubleNothing() async throws {
        let png = SampleMedia.photoPNG.bytes
        // A medium for each notification, and not for all at once, so that the program is still at work when it is killed.
        let limits = Locked(["a": 0, "b": 0])
        let origin = try LoopbackOrigin.start { request in
            let (part, number) = (request.path.dropFirst().prefix(1), Int(request.path.filter(\.isNumber)) ?? 0)
            while limits.withLock({ $0[String(part)] ?? 0 }) <= number { usleep(1000) }
            return .file(png, type: "image/png")
        }
        defer {
            limits.withLock { $0 = ["a": .max, "b": .max] }
            origin.stop()
        }
        let count = 200
        let kills = try await withThrowingTaskGroup(of: Int.self) { group in
            for part in ["a", "b"] {
                group.addTask { try await post(part, count, origin, limits) }
            }
            return try await group.reduce(0, +)
        }
        #expect(kills == 12)
        let list = try objects(try await scratch.run(["center", "list", "--json"]).output)
        let identifiers = list.compactMap { $0["identifier"] as? String }
        let expected = ["a", "b"].flatMap { part in (0..<count).map { "\(part)-\($0)" } }
        #expect(identifiers.sorted() == expected.sorted())
        let paths = list.flatMap { ($0["content"] as? [String: Any])?["attachments"] as? [[String: Any]] ?? [] }
            .compactMap { $0["path"] as? String }
        #expect(paths.count == 2 * count)
        #expect(Set(paths) == Set(scratch.files.map { "\(scratch.center).attachments/\($0)" }))
    }

    /// Posts notifications and kills the program until all lines were printed.
    ///
    /// - Parameters:
    ///   - part: What the identifiers begin with.
    ///   - count: The number of notifications.
    ///   - origin: The origin of their media.
    ///   - limits: The number of media of each part that it sends.
    /// - Returns: The number of kills.
    /// - Throws: `SystemCallError` when the program does not start.
    private func post(
        _ part: String,
        _ count: Int,
        _ origin: LoopbackOrigin,
        _ limits: Locked<[String: Int]>
    ) async throws -> Int {
        var (next, kills) = (0, 0)
        while next < count {
            let input = "\(scratch.path)/\(part).ndjson"
            let lines = (next..<count).map { number in
                let medium = origin.url("/\(part)-\(number).png")
                let payload =
                    #"{"aps":{"alert":"\#(part) \#(number)","mutable-content":1},"media_url":"\#(medium)"}"#
                return #"{"headers":{"apns-collapse-id":"\#(part)-\#(number)"},"payload":\#(payload)}"# + "\n"
            }
            try Data(lines.joined().utf8).write(to: URL(filePath: input))
            // After some lines, so that a fast machine has done as much as a slow one.
            let goal = kills < 6 ? Int.random(in: 1...25) : count - next
            limits.withLock { $0[part] = next + goal }
            // No more jobs than the origin has permits: others past the goal could hold all of them, and wait there.
            let program = try PipedProgram([
                "deliver", "--json", "--ndjson", "--policy", "hive", "--store", "\(scratch.store)-\(part)",
                "--allow-address", "127.0.0.0/8:\(origin.port)", "--center", scratch.center, "--deadline", "600s",
                "--jobs", "8", input,
            ])
            var printed = 0
            while printed < goal, case let line = await program.readLine(), line.hasSuffix("\n") {
                #expect(line.contains(#""outcome":"delivered""#))
                printed += 1
            }
            if printed == goal, kills < 6 {
                program.send(SIGKILL)
                kills += 1
                // What it printed before it was killed is acknowledged too.
                let rest = String(decoding: await program.readRest(), as: UTF8.self)
                printed += rest.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            }
            _ = await program.wait()
            next += printed
        }
        return kills
    }
}
