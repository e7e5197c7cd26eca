import AttacheCore
import TestWidth
import Testing

@testable import AttacheLint

/// `--fix`: what is mended, and that every other byte stays.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PayloadFixerTests {
    private func fixed(_ text: String, isPortable: Bool = false) throws -> (text: String, codes: [LintCode]) {
        let fixer = PayloadFixer(try LintScene.linter(isPortable: isPortable))
        let fixed = fixer.fixed(Array(text.utf8))
        return (String(decoding: fixed.bytes, as: UTF8.self), fixed.codes)
    }

    private static let url = #""https://img.attache.dev/a.png""#

    @Test(
        arguments: [
            // The flag, written like the members around it.
            (
                #"{"aps":{"alert":"Hi"},"image":\#(url)}"#,
                #"{"aps":{"alert":"Hi","mutable-content":1},"image":\#(url)}"#
            ),
            (
                "{\n  \"aps\" : {\n    \"alert\" : \"Hi\"\n  },\n  \"image\" : \(url)\n}\n",
                "{\n  \"aps\" : {\n    \"alert\" : \"Hi\",\n    \"mutable-content\" : 1\n  },\n  \"image\" : \(url)\n}\n"
            ),
            (
                #"{"mutable-content":1,"aps":{"alert":"Hi"},"n":1.0e0}"#,
                #"{"aps":{"alert":"Hi","mutable-content":1},"n":1.0e0}"#
            ),
            (#"{"aps":{"mutable_content":true, "alert":"Hi"}}"#, #"{"aps":{"mutable-content":1, "alert":"Hi"}}"#),
            (
                #"{"aps":{"alert":{"body":"Hi","mutable-content":1}}}"#,
                #"{"aps":{"alert":{"body":"Hi"},"mutable-content":1}}"#
            ),
            (
                #"{"aps":{"alert":"Hi"},"gcm.notification.mutable-content":"1"}"#,
                #"{"aps":{"alert":"Hi","mutable-content":1},"gcm.notification.mutable-content":"1"}"#
            ),
            (
                #"{"aps":{"alert":"Hi","mutable-content":"1"},"image":\#(url)}"#,
                #"{"aps":{"alert":"Hi","mutable-content":1},"image":\#(url)}"#
            ),
            // Keys.
            (
                #"{"aps":{"alert":"Hi","mutable-content":1,"fcm_options":{"image":\#(url), "x":0.10}},"é":"\u00e9"}"#,
                #"{"aps":{"alert":"Hi","mutable-content":1},"é":"\u00e9","fcm_options":{"image":\#(url), "x":0.10}}"#
            ),
            (
                #"{"aps":{"alert":"Hi","mutable-content":1},"mediaURL":\#(url)}"#,
                #"{"aps":{"alert":"Hi","mutable-content":1},"mediaUrl":\#(url)}"#
            ),
            // URLs.
            (
                #"{"aps":{"alert":"Hi","mutable-content":1},"image":" https://img.attache.dev/a b/ä.png\n"}"#,
                #"{"aps":{"alert":"Hi","mutable-content":1},"image":"https://img.attache.dev/a%20b/%C3%A4.png"}"#
            ),
            // An envelope.
            (
                #"{"id":7,"payload":{"aps":{"alert":"Hi"},"image":\#(url)}}"#,
                #"{"id":7,"payload":{"aps":{"alert":"Hi","mutable-content":1},"image":\#(url)}}"#
            ),
        ]
    )
    func payloadIsMended(_ text: String, _ expected: String) throws {
        let (mended, codes) = try fixed(text)
        #expect(mended == expected)
        #expect(!codes.isEmpty)
        #expect(try fixed(mended).codes == [])
    }

    /// What needs a decision, or would change the meaning of a URL, stays.
    @Test(
        arguments: [
            #"{"aps":{"alert":"Hi","mutable-content":1},"image":"http://img.attache.io/a.png"}"#,
            #"{"aps":{"alert":"Hi","mutable-content":1},"image":"https://img.attache.dev/A.JPG"}"#,
            #"{"aps":{"alert":"Hi","mutable-content":0},"image":\#(url)}"#,
            #"{"aps":{"alert":"Hi"},"mutable-content":0,"image":\#(url)}"#,
            #"{"aps":{"alert":"Hi","mutable-content":1},"image":"https://img.attache.dev/a%20b c.png"}"#,
            #"{"aps":{"alert":"Hi","mutable-content":1},"image":"https://img.attache.dev/{{x}} y.png"}"#,
            #"{"aps":{"alert":"Hi","mutable-content":1,"image":\#(url)},"image":7}"#,
            #"{"aps":{"alert":"Hi"},"aps":{}}"#, "", "{", "[]",
        ]
    )
    func otherPayloadStays(_ text: String) throws {
        let (mended, codes) = try fixed(text)
        #expect(mended == text)
        #expect(codes == [])
    }

    @Test func portableProfileWritesTheNumber() throws {
        let text = #"{"aps":{"alert":"Hi","mutable-content":true},"image":\#(Self.url)}"#
        #expect(try fixed(text).codes == [])
        #expect(try fixed(text, isPortable: true).codes == [.notPortable])
    }

    @Test func ignoredFindingIsNotMended() throws {
        let text = #"{"aps":{"alert":"Hi"},"image":\#(Self.url)}"#
        let linter = try LintScene.linter(ignored: ["lint.mutable-content-missing": "the app adds it"])
        #expect(PayloadFixer(linter).fixed(Array(text.utf8)).codes == [])
        let result = linter.lint(LintScene.item(text))
        #expect(result.findings.isEmpty && result.ignoredCount == 1)
    }

    /// A text that is mended, and yet is not a deliverable push, is rejected by the same judgement.
    @Test(arguments: [
        (#"{"aps":{"alert":"Hi"}}"#, false), (#"{"aps":7}"#, true), ("", true),
        (#"{"mutable-content":1,"aps":{"alert":"Hi"}}"#, false),
    ])
    func rejection(_ text: String, isRejected: Bool) throws {
        let fixer = PayloadFixer(try LintScene.linter())
        #expect(fixer.fixed(Array(text.utf8)).isRejected == isRejected)
    }
}
