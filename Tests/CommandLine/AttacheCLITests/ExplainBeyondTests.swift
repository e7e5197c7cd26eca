import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// `attache explain` names everything that is wrong with a payload, also behind the stage that ends its walk.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(5)))
struct ExplainBeyondTests {
    private func explained(_ payload: String, _ options: [String] = []) async throws -> [String: [String]] {
        let program = try PipedProgram(["explain", "--json"] + options)
        program.write(payload)
        program.closeInput()
        var output = ""
        while case let line = await program.readLine(), !line.isEmpty { output += line }
        _ = await program.wait()
        let result = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        func codes(_ name: String) -> [String] {
            ((result[name] as? [[String: Any]]) ?? []).compactMap { $0["code"] as? String }
        }
        return ["reasons": codes("reasons"), "findings": codes("findings").sorted()]
    }

    /// A payload, the reason that ends its walk, and what is wrong besides.
    static let rows: [(String, String, [String])] = [
        // The flag is missing, and the URL has three faults of its own.
        (
            #"{"aps":{"alert":"x"},"media-url":"http://img.attache.io/a b.webp"}"#, "gate.mutable-content-missing",
            ["ats.insecure-http", "lint.url-characters", "type.extension-unsupported"]
        ),
        // The gate says itself where the flag is.
        (
            #"{"aps":{"alert":"x","mutable_content":1,"thread_id":"a"},"image":"{{image}}"}"#,
            "gate.mutable-content-missing", ["lint.aps-key-misspelt", "lint.placeholder"]
        ),
        (
            #"{"aps":{"alert":"x","mutable-content":1},"image":"{{image}}"}"#, "url.invalid", ["lint.placeholder"]
        ),
        (
            #"{"aps":{"alert":"Hi *|NAME|*"},"image":"https://img.attache.dev/%image%.png"}"#,
            "gate.mutable-content-missing", ["lint.placeholder", "lint.placeholder"]
        ),
        // A warning of the name, since the walk did not reach the file.
        (
            #"{"aps":{"alert":"x"},"image":"https://img.attache.dev/a"}"#, "gate.mutable-content-missing",
            ["lint.no-extension"]
        ),
        // What a reason says already is said once.
        (#"{"aps":{"alert":"x","mutable-content":1},"image":"http://img.attache.io/a.png"}"#, "ats.insecure-http", []),
        (#"{"aps":{"mutable-content":1},"image":"https://img.attache.dev/a.png"}"#, "gate.no-alert", []),
    ]

    @Test("The rest of a payload is judged too", arguments: rows)
    func rest(_ payload: String, reason: String, findings: [String]) async throws {
        let explained = try await explained(payload)
        #expect(explained["reasons"]?.first == reason)
        #expect(explained["findings"] == findings)
    }

    /// Inputs that need no network, words of the answer to each, and words that it must not have.
    static let answers: [(String, [String], [String])] = [
        (
            #"{"message":{"token":"t","notification":{"title":"A","body":"B"},"data":{"image":"https://img.attache.dev/a.jpg"}}}"#,
            ["gate.mutable-content-missing", "The app needs a service extension."], []
        ),
        (
            #"{"aps":{"alert":"x"},"itbl":{"messageId":"m","attachment-url":"https://img.attache.dev/a.jpg"}}"#,
            ["Iterable-iOS-AppExtensions"], []
        ),
        (
            #"{"message":{"notification":{"title":"A","image":"https://userimg-assets.customeriomail.com/a.png"}}}"#,
            ["CIO.push.image", "CustomerIO/MessagingPushAPN"], []
        ),
        // The service delivers it; only what it fills in is unknown.
        (
            #"{"campaign_id":"c","broadcast":true}"#, ["not what a phone receives", "payload.not-a-payload"],
            ["not delivered"]
        ),
        (#"{"aps":1}"#, ["not delivered at all", "payload.no-aps"], []),
        (#"{"APNS":"{"}"#, ["not delivered at all", "payload.invalid-json"], []),
        (
            #"{"action":"notify.mobile_app_x","data":{"message":"B","data":{"image":"/media/local/a.jpg"}}}"#,
            ["UNTOUCHED", "gate.media-unread", "not predicted", "external URL"], ["url.invalid", "permanent"]
        ),
        (
            "- action: notify.mobile_app_x\n  data:\n    message: B\n    data:\n      image: http://homeassistant:8123/local/a.jpg\n",
            ["a service call of Home Assistant", "local push", "lazy"], ["This is YAML"]
        ),
        ("use_blueprint:\n  path: a/b.yaml\n", ["blueprint"], []),
        (#"{"message":{"token":"t",},}"#, ["a comma before a closing bracket"], ["Found at"]),
        ("import UserNotifications\nclass A: UNNotificationServiceExtension {\n}\n", ["attache app check"], ["^"]),
    ]

    @Test("What a user gives has its answer", arguments: answers)
    func answered(_ input: String, words: [String], others: [String]) async throws {
        let program = try PipedProgram(["explain"])
        program.write(input)
        program.closeInput()
        var output = ""
        while case let line = await program.readLine(), !line.isEmpty { output += line }
        _ = await program.wait()
        let text = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for word in words { #expect(text.contains(word), "\(output)") }
        for word in others { #expect(!text.contains(word), "\(output)") }
    }

    @Test("The code of a device's error is explained as that of a reason", arguments: ["100", "101", "102", "105"])
    func deviceErrors(_ code: String) async throws {
        let program = try PipedProgram(["explain", "UNErrorDomain \(code)"])
        program.closeInput()
        #expect(await program.readLine().hasPrefix("UNErrorDomain \(code): "))
        #expect(await program.wait() == .exited(0))
    }

    @Test("A push that is shown has no findings about the name of its file")
    func shown() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        let allow = ["--allow-address", "127.0.0.0/8:\(origin.port)"]
        let url = "http://127.0.0.1:\(origin.port)/A.PNG?x=1"
        let payload = #"{"aps":{"alert":"x","mutable-content":1},"image":"\#(url)"}"#
        #expect(try await explained(payload, allow) == ["reasons": ["ats.local-http"], "findings": []])
        // But what is wrong with its text.
        let text = payload.replacing(#""x""#, with: #""Hello {{name}}""#)
        #expect(try await explained(text, allow)["findings"] == ["lint.placeholder"])
    }
}
