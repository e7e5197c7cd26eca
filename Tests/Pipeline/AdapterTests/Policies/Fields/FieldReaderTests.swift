import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import PolicyFiles

@Suite("Field reader", .inProcess, .timeLimit(.minutes(1)))
struct FieldReaderTests {
    private struct Menu: Sendable, Equatable {
        struct Dish: Sendable, Equatable {
            var price = 0
        }

        enum Day: String, CaseIterable {
            case monday
            case tuesday
        }

        var name = ""
        var day = Day.monday
        var dish = Dish()
        var sides: [String] = []
        var note: String? = "old"
        var sizes: [Int] = []
        var time = Duration.zero
        var isOpen = false
        var share = 0.0
    }

    private static let keys: [FieldKey<Menu>] = [
        FieldKey("name", \.name, .text, required: "add a name"),
        FieldKey("day", \.day, .word),
        FieldKey("dish", \.dish, keys: dish),
        FieldKey("sides", \.sides, .set(of: .text)),
        FieldKey("note", \.note, .optional(.text)),
        FieldKey("sizes", \.sizes, .list(of: .size)),
        FieldKey("time", \.time, .duration(.seconds(1)...(.seconds(7200)))),
        FieldKey("open", \.isOpen, .boolean),
        FieldKey("share", \.share, .number(0...1)),
    ]
    private static let dish: [FieldKey<Menu.Dish>] = [FieldKey("price", \.price, .integer(1...99))]

    private static func read(_ text: String, file: String = "menu.yaml") -> (menu: Menu, problems: [PolicyProblem]) {
        let marked = MarkedFile(Array(text.utf8), file: file)
        var reader = FieldReader(file: file)
        for problem in marked.problems { reader.report(problem) }
        var menu = Menu()
        if let root = marked.root { reader.read(Field(root), keys, into: &menu) }
        return (menu, reader.problems)
    }

    @Test("A table reads every kind of value, in YAML and in JSON")
    func everything() {
        var expected = Menu()
        expected.name = "42"
        expected.day = .tuesday
        expected.dish.price = 7
        expected.sides = ["a", "b"]
        expected.note = nil
        expected.sizes = [10_000_000, 1]
        expected.time = .milliseconds(1500)
        expected.isOpen = true
        expected.share = 0.5
        let yaml = """
            name: 42
            day: tuesday
            dish: { price: 7 }
            sides: [a, b]
            note: ~
            sizes: [10MB, 1B]
            time: 1.5s
            open: true
            share: 0.5
            """
        let json = #"""
            {"name": "42", "day": "tuesday", "dish": {"price": 7}, "sides": ["a", "b"], "note": null,
             "sizes": ["10MB", "1B"], "time": "1.5s", "open": true, "share": 0.5}
            """#
        for (text, file) in [(yaml, "menu.yaml"), (json, "menu.json")] {
            let (menu, problems) = Self.read(text, file: file)
            #expect(problems.isEmpty, "\(problems)")
            #expect(menu == expected)
        }
    }

    @Test(
        "A mistake has its kind, the place of its value, and its path in both forms",
        arguments: [
            ("day: monda", FieldFault.value, 6, "day", "/day"), ("day: [monday]", .wrongKind, 6, "day", "/day"),
            ("dish: { price: 100 }", .value, 16, "dish.price", "/dish/price"),
            ("dish: { price: '7' }", .wrongKind, 16, "dish.price", "/dish/price"),
            ("dish: { pirce: 7 }", .unknownKey, 9, "dish.pirce", "/dish/pirce"),
            ("dish: 7", .wrongKind, 7, "dish", "/dish"), ("dish:", .wrongKind, 6, "dish", "/dish"),
            ("sides: a", .wrongKind, 8, "sides", "/sides"), ("sides: [a, {}]", .wrongKind, 12, "sides[1]", "/sides/1"),
            ("sides: [a, a]", .value, 12, "sides[1]", "/sides/1"), ("note: true", .wrongKind, 7, "note", "/note"),
            ("sizes: [10]", .value, 9, "sizes[0]", "/sizes/0"), ("time: 3h", .value, 7, "time", "/time"),
            ("time: 999ms", .value, 7, "time", "/time"), ("time: 5", .value, 7, "time", "/time"),
            ("open: yes", .wrongKind, 7, "open", "/open"), ("share: 1.01", .value, 8, "share", "/share"),
            ("share: half", .wrongKind, 8, "share", "/share"),
            ("a.b/c~d: 1", .unknownKey, 1, "\"a.b/c~d\"", "/a.b~1c~0d"),
        ]
    )
    func mistakes(line: String, fault: FieldFault, column: Int, keyPath: String, pointer: String) {
        let problems = Self.read("name: x\n\(line)\n").problems
        #expect(problems.map(\.fault) == [fault], "\(problems)")
        #expect(problems.map(\.mark) == [FileMark(line: 2, column: column)])
        #expect(problems.map(\.keyPath) == [keyPath])
        #expect(problems.map(\.path.pointer) == [pointer])
        #expect(problems.allSatisfy { !$0.message.isEmpty && !$0.fix.isEmpty })
    }

    @Test(
        "A word that is nearly right gets the right one, and any other the list",
        arguments: [
            ("dya: x", "problem.did-you-mean", ["name": "day"]),
            ("day: tusday", "problem.did-you-mean", ["name": "tuesday"]),
            ("day: never", "problem.known-here", ["names": "monday, tuesday"]),
            ("open: on", "problem.write-true", [:]),
        ]
    )
    func advice(line: String, message: String, names: [String: String]) {
        #expect(Self.read("name: x\n\(line)\n").problems.map(\.fix) == [GoldenMessages[message, names]])
    }

    @Test("A missing key is reported at its mapping, with what to write")
    func missing() {
        let problems = Self.read("day: monday").problems
        #expect(problems.map(\.fault) == [.missingKey] && problems.map(\.fix) == ["add a name"])
        #expect(problems.map(\.mark) == [FileMark.start])
        #expect(Self.read("[]").problems.map(\.fault) == [.wrongKind])
    }

    @Test("Unusable elements are left out, and the others are read")
    func partial() {
        let (menu, problems) = Self.read("name: x\nsizes: [1B, 2, 3B]\nday: never\nopen: true")
        #expect(menu.sizes == [1, 3] && menu.isOpen && menu.day == .monday)
        #expect(problems.map(\.line) == [2, 3])
    }

    @Test("Of many problems the first hundred are kept, and the others counted", arguments: [100, 101, 20_000])
    func many(count: Int) {
        let problems = Self.read("name: x\n" + (0..<count).map { "nmae\($0): 1\n" }.joined()).problems
        #expect(problems.count == min(count, 101))
        guard count > 100 else { return }
        let last = problems.last
        #expect(last?.fault == .more && last?.severity == .block && last?.line == nil)
        #expect(last?.message.contains("\(count - 100)") == true)
    }

    @Test("A schema has each key once, with its kind, range and sentence")
    func schema() throws {
        let text = SchemaWriter.document("menu", title: "A menu", "What there is to eat.") { $0.object(Self.keys) }
        let root = try JSONDocument(parsing: Array(text.utf8)).root
        #expect(root["$id"]?.string == "urn:attache:schema:menu" && root["title"]?.string == "A menu")
        #expect(root["required"]?.text.contains("\"name\"") == true && root["additionalProperties"]?.boolean == false)
        let properties = try #require(root["properties"])
        #expect(properties.members.map(\.key) == Self.keys.map(\.name))
        #expect(properties["day"]?["enum"]?.elements.compactMap(\.string) == ["monday", "tuesday"])
        let price = properties["dish"]?["properties"]?["price"]
        #expect(price?["minimum"]?.integer == 1 && price?["maximum"]?.integer == 99)
        #expect(root["$defs"]?.members.map(\.key) == ["text", "size", "duration"])
    }
}
