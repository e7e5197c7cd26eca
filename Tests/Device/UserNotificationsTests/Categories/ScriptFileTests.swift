import PolicyFiles
import TestWidth
import Testing

@testable import NotificationCategories

@Suite("Script files", .inProcess, .timeLimit(.minutes(1)))
struct ScriptFileTests {
    private static func read(steps: String, file: String = "script.yaml") -> ScriptFile {
        read("schema: attache-script/1\nsteps:\n\(steps)\n", file: file)
    }

    private static func read(_ text: String, file: String = "script.yaml") -> ScriptFile {
        ScriptFile(Array(text.utf8), file: file)
    }

    /// The line and column of the first problem of a script with these steps.
    private static func place(_ steps: String) -> [Int] {
        let problem = read(steps: steps).problems.first
        return [problem?.line ?? 0, problem?.column ?? 0]
    }

    @Test("Every step is read, with its line")
    func steps() throws {
        let text = """
            - deliver: {payload: {aps: {alert: A}}, id: a, sent-before: 5m}
            - schedule: {id: b, after: 10s, title: T, badge: 1}
            - wait: 1.5h
            - long-press
            - long-press: a
            - tap: pay
            - choose: {segment: 20, in: amount}
            - toggle: tip
            - tap-action: Reply
            - tap-action: {name: Reply, text: Yes}
            - tap-notification
            - answer-sheet: agree
            - tap-media-button:
            - dismiss
            - close
            - clear
            - expect: {stage: none, badge: 0, buttons: [], elements: {a: x, b: null}, rotations: {a: -20.5}, alphas: {a: 0.5}}
            """
        let file = Self.read(steps: text)
        #expect(file.problems.isEmpty)
        let script = try #require(file.script)
        #expect(script.steps.map(\.mark.line) == Array(3...19))
        let kinds: Set<ScriptStep.Kind> = Set(script.steps.map(\.kind))
        #expect(kinds == Set(ScriptStep.Kind.allCases))
        guard case .expect(let checks)? = script.steps.last?.action else {
            Issue.record("The last step is no expectation")
            return
        }
        let expected: [ScriptValue] = [
            .text("none"), .number(0), .texts([]), .text("x"), .nothing, .number(-20.5), .number(0.5),
        ]
        #expect(checks.map(\.expected) == expected)
        #expect(checks.suffix(2).map(\.subject) == [.rotation("a"), .alpha("a")])
        #expect(checks.last?.mark == FileMark(line: 19, column: 107))
    }

    @Test("null is nothing, in every part")
    func nothing() throws {
        for part in ScriptPart.allCases {
            let file = Self.read(steps: "- expect: {\(part.rawValue): null}")
            guard case .expect(let checks)? = file.script?.steps.first?.action else {
                Issue.record("\(part.rawValue): \(file.problems.map(\.description))")
                continue
            }
            let nothing: [ScriptValue] = [.text("none"), .text(""), .texts([]), .number(0), .flag(false), .nothing]
            #expect(checks.count == 1 && nothing.contains(checks[0].expected), "\(part.rawValue)")
        }
        #expect(Self.read(steps: "- expect: {rotations: {a: null}, alphas: {a: null}}").problems.isEmpty)
    }

    @Test("An inline payload is JSON")
    func payload() throws {
        let file = Self.read(steps: "- deliver: {payload: {aps: {alert: \"A\\n\"}, a: [1, 2.5, true, null, '3', nan]}}")
        guard case .deliver(let push)? = file.script?.steps.first?.action else {
            Issue.record("There is no push")
            return
        }
        let text = String(decoding: push.payload, as: UTF8.self)
        #expect(text == #"{"aps":{"alert":"A\n"},"a":[1,2.5,true,null,"3","nan"]}"#)
    }

    @Test(
        "A mistake has its line and column",
        arguments: [
            ("- delive: a", [3, 3]), ("- expand", [3, 3]), ("- wait", [3, 3]), ("- wait: 10", [3, 9]),
            ("- wait: -1s", [3, 9]), ("- wait: 8785h", [3, 9]), ("- wait: [1s]", [3, 9]), ("- dismiss: now", [3, 12]),
            ("- {tap: a, toggle: b}", [3, 12]), ("- 7", [3, 3]), ("- [tap]", [3, 3]),
            ("- tap: ''", [3, 8]), ("- tap: true", [3, 8]), ("- choose: {segment: a}", [3, 3]),
            ("- choose: {segment: a, in: b, at: c}", [3, 31]), ("- answer-sheet: yes", [3, 17]),
            ("- deliver: /nowhere.json", [3, 12]), ("- deliver: {}", [3, 3]),
            ("- deliver: {file: a, payload: {}}", [3, 3]),
            ("- deliver: {payload: [1]}", [3, 22]), ("- deliver: {payload: {a: +5}}", [3, 26]),
            ("- deliver: {payload: {a: 0x1F}}", [3, 26]), ("- schedule: {id: a}", [3, 3]),
            ("- schedule: {id: a, after: 0s}", [3, 28]), ("- schedule: {id: a, after: 59s, repeats: true}", [3, 28]),
            ("- expect:", [3, 3]), ("- expect: {}", [3, 3]), ("- expect: {titel: A}", [3, 12]),
            ("- expect: {badge: -1}", [3, 19]), ("- expect: {buttons: A}", [3, 21]),
            ("- expect: {buttons: [[A]]}", [3, 22]), ("- expect: {stage: open}", [3, 19]),
            ("- expect: {custom-view: 1}", [3, 25]), ("- expect: {elements: [a]}", [3, 22]),
            ("- expect: {rotations: {a: x}}", [3, 27]), ("- expect: {response-option: stay}", [3, 29]),
            ("- expect: {alphas: {a: half}}", [3, 24]), ("- expect: {alphas: 1}", [3, 20]),
            ("- expect: {alphas: {}}", [3, 12]), ("- expect: {badge: 1, rotations: {}}", [3, 22]),
            ("- expect: {elements: {}}", [3, 12]), ("- expect: {alphas: {a: 5}}", [3, 24]),
            ("- expect: {alphas: {a: 1, b: -0.01}}", [3, 30]), ("- expect: {alphas: {a: 1.01}}", [3, 24]),
        ] as [(String, [Int])]
    )
    func mistakes(steps: String, place: [Int]) {
        #expect(Self.place(steps) == place)
        let file = Self.read(steps: steps)
        #expect(file.script == nil)
        #expect(file.problems.allSatisfy { !$0.fix.isEmpty && !$0.message.isEmpty })
    }

    @Test(
        "Boundaries of times and of numbers",
        arguments: [
            "- wait: 8784h", "- schedule: {id: a, after: 60s, repeats: true}", "- schedule: {id: a, after: 1ms}",
            "- expect: {alphas: {a: 0, b: 1, c: 1.0}, rotations: {a: 720}}",
        ]
    )
    func limits(steps: String) {
        #expect(Self.read(steps: steps).script != nil)
    }

    @Test(
        "A root that is no script",
        arguments: [
            "", "[]", "steps: []", "schema: attache-script/1", "schema: attache-script/2\nsteps: []",
            "schema: attache-script/1\nsteps: {}", "schema: attache-script/1\nsteps: []\nstep: []", "a: &b c", "\u{0}",
        ]
    )
    func roots(text: String) {
        let file = Self.read(text)
        #expect(file.script == nil && !file.problems.isEmpty)
    }

    @Test("10,000 steps are read, and one more is not", arguments: [(10_000, true), (10_001, false)])
    func manySteps(count: Int, isRead: Bool) {
        let file = Self.read(steps: String(repeating: "- dismiss\n", count: count))
        #expect((file.script?.steps.count == count) == isRead)
        #expect(file.problems.isEmpty == isRead)
    }

    @Test("Thousands of mistakes are a hundred problems, and the number of the others")
    func manyMistakes() {
        let file = Self.read(steps: String(repeating: "- dismis\n", count: 10_000))
        #expect(file.problems.count == 101)
        #expect(file.problems.last?.message.contains("9900") == true)
    }

    @Test("Nested lists and mappings are a problem, and no crash", arguments: ["[", "{a: ", "- "])
    func nesting(opening: String) {
        let deep = "- deliver: {payload: {a: " + String(repeating: opening, count: 10_000)
        #expect(Self.read(steps: deep).script == nil)
        #expect(Self.read(steps: String(repeating: opening, count: 5000)).script == nil)
        let json = "{\"schema\":\"attache-script/1\",\"steps\":" + String(repeating: "[", count: 100_000)
        #expect(Self.read(json, file: "script.json").script == nil)
    }

    @Test("A JSON file is a script too")
    func json() {
        let text = #"{"schema":"attache-script/1","steps":["long-press",{"wait":"10s"},{"expect":{"badge":1}}]}"#
        #expect(Self.read(text, file: "script.json").script?.steps.count == 3)
    }
}
