import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// What consoles print, and commands that send a payload: read with certainty, or named.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ConsoleTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let form: ConsoleForm
        let text: String
        /// The JSON; `nil` for a text that leaves a doubt.
        let json: String?

        init(_ form: ConsoleForm, _ text: String, _ json: String?) {
            self.form = form
            self.text = text
            self.json = json
        }

        var testDescription: String { "\(form): \(text.prefix(60))" }
    }

    static let rows = [
        Row(
            .nsLog,
            "{\n    aps =     {\n        alert = \"Caf\\U00e9 \\\"x\\\"\";\n        \"mutable-content\" = 1;\n    };\n    list =     (\n        a,\n        \"b c\"\n    );\n    n = \"<null>\";\n}\n",
            #"{"aps":{"alert":"Café \"x\"","mutable-content":1},"list":["a","b c"],"n":null}"#
        ),
        Row(
            .nsLog,
            "aps = {\n alert = x;\n};\nimage = \"https://h/a.png\";\n",
            #"{"aps":{"alert":"x"},"image":"https://h/a.png"}"#
        ),
        Row(
            .nsLog,
            "2026-01-01 10:00:00.1 App[1:2] userInfo: {\n aps = {\n alert = x;\n };\n}",
            #"{"aps":{"alert":"x"}}"#
        ),
        Row(.nsLog, "{ a = \"\\Ud83d\\Ude00\"; }", #"{"a":"😀"}"#),
        Row(.nsLog, "{ a = <0a1b>; }", nil),
        Row(.nsLog, "{ a = x y; }", nil),
        Row(.nsLog, "{ a = {", nil),
        Row(
            .swift,
            "[AnyHashable(\"aps\"): {\n    alert = Hi;\n}, AnyHashable(\"n\"): 12, AnyHashable(\"t\"): Hello, [you]]",
            #"{"aps":{"alert":"Hi"},"n":12,"t":"Hello, [you]"}"#
        ),
        Row(
            .swift,
            "Optional([AnyHashable(\"aps\"): [\"alert\": [\"title\": \"Hi\"], \"mutable-content\": 1], AnyHashable(\"e\"): [:]])",
            #"{"aps":{"alert":{"title":"Hi"},"mutable-content":1},"e":{}}"#
        ),
        Row(
            .swift,
            #"["aps": ["alert": Optional("Hi"), "ok": true], "u": nil]"#,
            #"{"aps":{"alert":"Hi","ok":true},"u":null}"#
        ),
        Row(.swift, "[AnyHashable(\"a\"): x", nil),
        Row(.swiftSource, #"["a": "x", "b": true]"#, #"{"a":"x","b":true}"#),
        Row(.swiftSource, #"userInfo = ["a": ["b": 1], "c": nil]"#, #"{"a":{"b":1},"c":null}"#),
        Row(.swiftSource, #"let a: [String: Any] = ["b": ["x"]]"#, #"{"b":["x"]}"#),
        Row(.swiftSource, #"userInfo = ["a": url]"#, nil), Row(.swiftSource, #"a = ["b": "\(c)"]"#, nil),
        Row(.pythonBytes, #"b'{"a":"\xc3\xa9 it\'s"}'"#, #"{"a":"é it's"}"#), Row(.pythonBytes, "b'x'", nil),
        Row(
            .python,
            #"{'aps': {'alert': "It's", 'ok': True, 'n': None, 'u': u'\x41\u00e9'}, 't': (1, 2.5,)}"#,
            #"{"aps":{"alert":"It's","ok":true,"n":null,"u":"Aé"},"t":[1,2.5]}"#
        ),
        Row(.python, #"{"a": True}"#, #"{"a":true}"#), Row(.python, "{'a': datetime.datetime(2026, 1, 1)}", nil),
        Row(.python, "{'a': 1, 'a': 2}", nil),
        Row(
            .javaScript,
            "{ aps: { alert: 'Hi', 'mutable-content': 1 }, // c\n list: [ 1, 2, ], u: undefined }",
            #"{"aps":{"alert":"Hi","mutable-content":1},"list":[1,2],"u":null}"#
        ),
        Row(.javaScript, "const m = { a: `b` };", #"{"a":"b"}"#), Row(.javaScript, "{ a: [Object] }", nil),
        Row(
            .javaScript,
            "await admin.messaging().send({ // x\n url: 'https://h/a.png', d: JSON.stringify({ n: 1 }) }).then((r) => {\n log(r);\n});",
            #"{"url":"https://h/a.png","d":"{\"n\":1}"}"#
        ),
        Row(.javaScript, "send(tokens, {'a': true}, other);", #"{"a":true}"#),
        Row(.javaScript, "send({ a: 1 });\nsend({ a: 2 });", nil), Row(.javaScript, "{ a: 1 } b", nil),
        Row(.javaScript, "{ a: b + 1 }", nil),
        Row(
            .variables(["token", "user.name"]),
            "const m = {\n  token,\n  notification: { title: user.name, imageUrl: 'https://h/a.png' },\n};\nawait send(m);",
            #"{"token":"token","notification":{"title":"user.name","imageUrl":"https://h/a.png"}}"#
        ),
        Row(.variables(["a.b"]), "{ tokens: [a.b, a.b] }", #"{"tokens":["a.b","a.b"]}"#),
        Row(
            .swiftSource,
            "[\n  \"a\": \"0\", // one\n  \"b\": 1,\n  // other stuff\n]",
            #"{"a":"0","b":1}"#
        ),
        Row(
            .ruby,
            #"{"aps"=>{:alert=>"x", :"mutable-content"=>1}, :n=>nil}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"n":null}"#
        ),
        Row(
            .varDump,
            "array(2) {\n  [\"a\"]=>\n  string(6) \"x\"]=>y\"\n  [\"l\"]=>\n  array(2) {\n    [0]=>\n    float(1.5)\n    [1]=>\n    NULL\n  }\n}\n",
            #"{"a":"x\"]=>y","l":[1.5,null]}"#
        ),
        Row(.varDump, "array(1) {\n  [\"a\"]=>\n  string(9) \"x\"\n}", nil),
        Row(.varDump, "array(1) {\n  [\"a\"]=>\n  *RECURSION*\n}", nil),
        Row(
            .printR,
            "Array\n(\n    [aps] => Array\n        (\n            [alert] => Hi = you\n            [n] => 1\n        )\n\n    [l] => Array\n        (\n            [0] => a\n        )\n\n)\n",
            #"{"aps":{"alert":"Hi = you","n":1},"l":["a"]}"#
        ),
        Row(.printR, "Array\n(\n    [a] => one\ntwo\n)\n", nil),
        Row(.phpSource, "['a' => 'It\\'s \\n', 'l' => array('x', 'y',)]", #"{"a":"It's \\n","l":["x","y"]}"#),
        Row(.phpSource, "$p = array (\n  'a' => \n  array (\n    0 => 1,\n  ),\n);", #"{"a":[1]}"#),
        Row(.curl, "curl -X POST https://h -H 'A: b' -d '{\"a\":\"It'\\''s\"}' | jq .", #"{"a":"It's"}"#),
        Row(.curl, "curl.exe h -d '{\"a\":1}'", #"{"a":1}"#),
        Row(.curl, "curl https://h \\\n  --data-raw \"{\\\"a\\\": 1}\"", #"{"a": 1}"#),
        Row(.curl, "curl -X POST \\\n  https://h \\\n  -d '{\"a\":1}'", #"{"a":1}"#),
        Row(.curl, "curl -d \\\r\n '{\"a\":1}' https://h", #"{"a":1}"#),
        Row(.curl, "curl --json='{\"a\":1}' https://h", #"{"a":1}"#),
        Row(.curl, "curl -sSd '{\"a\":1}' https://h", #"{"a":1}"#),
        Row(.curl, "$ curl h --data-binary @- <<'EOF'\n{\"a\":1}\nEOF\n", "{\"a\":1}\n"),
        Row(.curl, "curl -d @- https://h <<< '{\"a\":1}'", "{\"a\":1}\n"),
        Row(.curl, "curl -d @-<<<'{\"a\":1}' https://h | jq .", "{\"a\":1}\n"),
        Row(.curl, "curl <<<\"{}\" h -d '{\"a\":1}'", #"{"a":1}"#), Row(.curl, "curl h -d @- <<<", nil),
        Row(.curl, "curl h -d @- <<< text", nil),
        Row(.curl, "curl h -d @-<<EOF\n{\"a\":1}\nEOF\n", "{\"a\":1}\n"),
        Row(.curl, "curl h -d $'{\"a\":\"\\u00e9\"}'", #"{"a":"é"}"#), Row(.curl, "curl h -d @body.json", nil),
        Row(.curl, "curl https://h", nil), Row(.curl, "curl h -d a=1 -d b=2", nil), Row(.curl, "curl h -F a=b", nil),
        // What a shell does with the command.
        Row(.curl, "curl https://x/?a=1&b=2 -d '{\"a\":1}'", nil), Row(.curl, "curl h # -d '{\"a\":1}'", nil),
        Row(.curl, "curl 'https://x/?a=1&b=2' -d '{\"a\":1}' & # sent", #"{"a":1}"#),
        Row(.curl, "curl h#a -d '{\"a\":1}' # sent", #"{"a":1}"#), Row(.curl, "curl -G -d '{\"a\":1}' h", nil),
        Row(.curl, "curl -sGd '{\"a\":1}' h", nil), Row(.curl, "curl -H '-d{\"a\":1}' h", nil),
        Row(.curl, "curl --user-agent -d -o -F -sd '{\"a\":1}' h", #"{"a":1}"#),
        Row(.curl, "curl h -d @- <<EOF\n{\"a\":\"$USER\"}\nEOF\n", nil),
        Row(.curl, "curl h -d @- <<EOF\n{\"a\":\"`id`\"}\nEOF\n", nil),
        Row(.curl, "curl h -d @- <<'EOF'\n{\"a\":\"$USER\"}\nEOF\n", "{\"a\":\"$USER\"}\n"),
        Row(.curl, "curl h -d @- <<EOF | jq .\n{\"a\":\"\\\\n\\$x 5$\"}\nEOF\n", "{\"a\":\"\\n$x 5$\"}\n"),
        Row(.curl, "curl h -d '{\"a\":1", nil), Row(.curl, "curl h -d 'a=b'", nil),
        Row(.commented, "{\n // one\n \"a\": 1, /* two */ \"b\": [2],\n}", #"{"a":1,"b":[2]}"#),
        Row(.yaml, "service: notify.phone\ndata:\n  message: Hi\n", nil),
        Row(.yaml, "# sent\naps:\n  alert: Hi\n", nil),
        Row(
            .lineBreaks,
            "{\"image\": \"\n  https://h/a.png\r\n\", \"t\": \"one\ntwo\"}",
            #"{"image": "https://h/a.png", "t": "one\ntwo"}"#
        ),
        // Without its line break the key is there twice.
        Row(.lineBreaks, "{\"a\r\": 1, \"a\": 2}", nil), Row(.lineBreaks, "[\"a\nb\"]", #"["a\nb"]"#),
        Row(.curl, "curl h -d 'text'", nil),
        Row(.lineBreaksAndCommas, "{\"a\": \"b\nc\",}", #"{"a": "b\nc"}"#),
        Row(.trailingCommas, #"{"a": [1, 2, ], "b": {"c": ",}",},}"#, #"{"a": [1, 2 ], "b": {"c": ",}"}}"#),
        Row(.yaml, "- action: notify.phone\n  data:\n    message: Hi\n", nil),
        Row(.yaml, "automation:\n  - alias: a\n    trigger:\n      ...\n    action:\n", nil),
        Row(.typographic, "{\u{201C}aps\u{201D}: {}}", nil), Row(.typographic, "{\"a\": \u{201C}b\u{201D}}", nil),
    ]

    @Test("A form is told, and read where it leaves no doubt", arguments: rows)
    func forms(_ row: Row) throws {
        switch try #require(ConsoleText.read(Array(row.text.utf8))) {
        case .json(let json, let form):
            #expect(form == row.form && String(decoding: json, as: UTF8.self) == row.json)
        case .unreadable(let form, let cause):
            #expect(form == row.form && row.json == nil, "\(cause)")
            #expect(!cause.hasSuffix("."))
        case .other(_, let sentence, _): Issue.record("\(sentence)")
        }
    }

    @Test(
        "Other texts have none of the forms",
        arguments: [
            "", " ", "Hello", "<html>", "{", "[", "(", "{}", "[]", #"{"a":1}"#, #"{"a":nil}"#, #"{"a":"x" "b":1}"#,
            #"{"a":01}"#,
            "curling", "title: x", "Dear all:\nwelcome: here", "a: b\nthen text", "{\"a\":\"x\ny", "{\"a\":\"x\ny\" 1}",
            "[1, 2", #"["a", "b"#, "[,]", "{,}", "[1,,]", "f({", "if (x) { y }",
            "{\"a\":\"\u{201C}\"", "a = b", "🙂",
        ]
    )
    func others(_ text: String) { #expect(ConsoleText.read(Array(text.utf8)) == nil) }

    @Test(
        "A service that takes texts is told by its host or its headers",
        arguments: [
            ("curl -d 'Door opened' ntfy.sh/topic", true),
            ("curl -H 'Attach: https://h/a.jpg' -d x https://own/t", true),
            ("curl -d '{\"topic\":\"t\",\"attach\":\"u\"}' https://ntfy.sh", true),
            ("curl -H 'Title: Garage' -d x https://own/t", false),
            ("curl -H 'Attach: x' -d '{\"a\":1}' https://own/t", false), ("curl -d ntfy.sh https://own/t", false),
            ("curl -d x https://ntfy.sh.example.com/t", false),
        ]
    )
    func textServices(_ text: String, isOne: Bool) throws {
        let read = try #require(ConsoleText.read(Array(text.utf8)))
        if case .other(let form, _, let fix) = read {
            #expect(isOne && form == .curl && !fix.isEmpty)
        } else {
            #expect(!isOne)
        }
    }

    @Test(
        "A body that begins as JSON has its mistake named; a text has the way to what the phone receives",
        arguments: [
            (#"{"message":{"token":"t"}"#, false), (#" [{"app_id":"x"}"#, false), (#"{"a":1,"a":2}"#, false),
            ("{'a': 1}", false), ("text", true), (#""text""# + "x", true),
        ]
    )
    func brokenBodies(_ body: String, isText: Bool) throws {
        let text = "curl https://fcm.googleapis.com/v1/projects/p/messages:send -d @- <<'EOF'\n\(body)\nEOF\n"
        let read = try #require(ConsoleText.read(Array(text.utf8)))
        #expect(read.rejection.code == .payloadInvalidJSON)
        #expect((read.rejection.fix ?? "").contains("takes plain text") == isText)
        #expect(read.rejection.message.hasPrefix("This is a curl command, and its body is not JSON: "))
        if isText { return }
        guard case .other(.curl, _, let fix) = read else {
            Issue.record("The body is taken for a text.")
            return
        }
        let document = Array((body + "\n").utf8)
        let error = #expect(throws: JSONError.self) { try JSONDocument(parsing: document) }
        #expect(fix == error.map { PayloadReader.fix($0, in: document, isLine: false) })
    }

    @Test("Bytes that are no UTF-8, and more than the limit, are not read") func limits() {
        #expect(ConsoleText.read([0x7B, 0x27, 0xFF, 0x27, 0x3A, 0x31, 0x7D]) == nil)
        let long = "{'a': '" + String(repeating: "x", count: ConsoleText.byteLimit) + "'}"
        #expect(ConsoleText.read(Array(long.utf8)) == nil)
    }

    @Test(
        "Depth is bounded in every form",
        arguments: ["{a = ", "[\"a\": ", "{'a': ", "array(\"a\" => ", "Optional(", "("]
    )
    func deep(_ open: String) throws {
        let text = String(repeating: open, count: 5000)
        if case .json = ConsoleText.read(Array(text.utf8)) { Issue.record("A text of 5000 open brackets was read.") }
    }

    @Test("Line ends of a command cost linear time")
    func lineEnds() {
        let text = "curl h" + String(repeating: "\n", count: ConsoleText.byteLimit - 6)
        guard case .unreadable(.curl, _)? = ConsoleText.read(Array(text.utf8)) else {
            Issue.record("A command without a body was read.")
            return
        }
    }

    @Test("Only whole texts are read: a line of many is refused as before, and the pipeline names the form")
    func lines() throws {
        let bytes = Array("{'aps': {'alert': 'x'}}".utf8)
        let line = InputItem(source: "test", line: 1, content: .bytes(bytes), arrival: .now)
        if case .transcribed = line.transcribed().content { Issue.record("A line was read.") }
        let whole = InputItem(source: "test", content: .bytes(bytes), arrival: .now)
        guard case .failure(let rejected) = PayloadReader().read(whole) else {
            throw ConfigurationError(problems: ["read"])
        }
        #expect(rejected.reasons.map(\.code) == [.payloadInvalidJSON])
        #expect(rejected.reasons.first?.message.contains("Python") == true)
        let notification = try PayloadReader().read(whole.transcribed()).get()
        #expect(notification.findings.map(\.code) == [.payloadConsoleText] && notification.aps.body == "x")
    }

    @Test("JSON stays as it is") func json() {
        let item = InputItem(source: "test", content: .bytes(Array(#"{"aps":{}}"#.utf8)), arrival: .now)
        if case .transcribed = item.transcribed().content { Issue.record("JSON was read as another text.") }
    }

    @Test("Changed texts are answered, and what is read is JSON", arguments: rows.indices)
    func mutations(_ index: Int) throws {
        var generator = SeededGenerator(seed: UInt64(index) + 1)
        let marks = Array("{}[]()'\"=>;:,\\@$ \nAnyHashable(Optional(array(curl -d".utf8)
        for _ in 0..<300 {
            var bytes = Array(Self.rows[index].text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.insert(marks.randomElement(using: &generator) ?? 0, at: place)
                case 1 where place < bytes.count: bytes.remove(at: place)
                case 2 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                default:
                    bytes =
                        Array(bytes.prefix(place)) + bytes.suffix(Int.random(in: 0...bytes.count, using: &generator))
                }
            }
            guard case .json(let json, _) = ConsoleText.read(bytes) else { continue }
            #expect(JSONDocument.isCompleteValue(json))
        }
    }
}
