import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// Texts that are no payload and say what is wrong, and code of which the values are not known.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct KnownTextTests {
    @Test(
        "Variables that decide what is shown are named, and nothing is judged",
        arguments: [
            ("{ a: b }", ["b"]), ("{ aps: { alert: 'x' }, ...rest }", ["...rest"]),
            ("{ tokens: [t], data, apns: { fcmOptions: { imageUrl: u.avatar } } }", ["data", "u.avatar"]),
            ("x.sendMulticast({\n  notification: p.notification,\n});\n", ["p.notification"]),
        ]
    )
    func variables(_ text: String, names: [String]) throws {
        guard case .other(.javaScript, let sentence, let fix)? = ConsoleText.read(Array(text.utf8)) else {
            Issue.record("The text is judged.")
            return
        }
        #expect(names.allSatisfy { sentence.contains($0) } && !sentence.contains("tokens") && fix.hasSuffix("."))
    }

    /// Each beginning of a URL was once read to the end of the text.
    @Test("A text with thousands of beginnings of URLs is read in time")
    func beginningsOfURLs() {
        let text = "UNErrorDomain 101 " + String(repeating: "http", count: 4000) + " https://h/a.webp"
        #expect(KnownText.find(in: Array(text.utf8))?.sentence.contains("UNErrorDomain 101") == true)
    }

    @Test("A page that names codes in examples is no error")
    func page() {
        let text = "# Codes\n\nBy size:\n\nsize.too-large (UNErrorDomain 102)\n"
        #expect(KnownText.find(in: Array(text.utf8)) == nil)
    }

    /// Texts that say what is wrong, and a word of the answer to each.
    static let known = [
        (
            "NotifeeCore: {\n id = a;\n url = \"https://h/a.jpeg\";\n}: Error Domain=UNErrorDomain Code=101 \"Unrecognized\"",
            "ends in .jpeg"
        ),
        ("Error Domain=UNErrorDomain Code=101 \"x\" https://h/a.webp?x=1", "ends in .webp"),
        (
            "[ERROR:flutter/x.cc(41)] PlatformException(Error 100, Invalid attachment file URL, UNErrorDomain, null)",
            "file.path"
        ),
        ("Error Domain=UNErrorDomain Code=100 \"Invalid attachment file URL\"", "load it first"),
        ("The operation couldn\u{2019}t be completed. (UNErrorDomain error 102.)", "too large"),
        ("UNErrorDomain 105", "decode"),
        ("No service extension record found for app", "attache app check App.ipa"),
        ("x: No extension available for bundle dev.attache.news", "attache app check App.ipa"),
        (
            "- [u 7A:m (null)] Code=4097 \"connection to service named a.b\"\n- error: Failed to load AOT module 'Microsoft.iOS'",
            "AOT"
        ),
        ("Domain=NSCocoaErrorDomain Code=4097 \"connection to service named a.b\"", "likely"),
        (
            "SpringBoard [a] Received remote notification request X [ hasMutableContent: 1 pushType: Alert]",
            "with mutable-content"
        ),
        (
            "SpringBoard [a] Received remote notification request X [ hasMutableContent: 0 pushType: Alert]",
            "without mutable-content"
        ),
        (
            "[a] Did not mutate content for notification request X, will deliver original content\n"
                + "SpringBoard [a] Received remote notification request X [ hasMutableContent: 1 ]",
            "crash log"
        ),
        ("default\t21:10:05\tSpringBoard\t[u B4F1:m (null)] [com.reda", "log of the phone"),
        (
            "[Error: notifee.displayNotification(*) invalid IOSNotificationAttachment. 'attachment.url' expected]",
            "undefined or empty"
        ),
        (
            "import UserNotifications\nclass A: UNNotificationServiceExtension {\n var x: [String: Any] = [:]\n}",
            "source"
        ),
        ("#import \"A.h\"\n@interface NotificationService ()\n", "source"),
        ("'sharedApplication' is unavailable: not available on iOS (App Extension)\n/p/A.m:1:2", "inherit!"),
        ("<ItemGroup>\n<IsAppExtension>true</IsAppExtension>\n</ItemGroup>", "SDK-style"),
        (
            "Failed to load attachment - URLSessionTask failed: The Internet connection appears to be offline",
            "external URL"
        ),
        ("Failed to load attachment - Response status code was unacceptable: 404.", "/local/"),
        ("Failed to load Attachment\nThe given URL was invalid", "https://"),
        ("Failed to load attachment\nUnrecognized attachment file type", "content-type"),
        ("Failed to load attachment\nResponse could not be serialized, input data was nil or zero length.", "empty"),
    ]

    @Test("A line of a log, an error of a build and the source of an extension have an answer", arguments: known)
    func knownTexts(_ text: String, word: String) throws {
        let read = try #require(ConsoleText.read(Array(text.utf8)))
        guard case .other(nil, let sentence, let fix) = read else {
            Issue.record("\(read)")
            return
        }
        #expect("\(sentence) \(fix)".contains(word), "\(sentence) \(fix)")
        #expect(sentence.hasSuffix(".") && fix.hasSuffix(".") && read.rejection.code == .payloadInvalidJSON)
    }

    @Test(
        "A local notification of Notifee is no push",
        arguments: [
            "notifee.displayNotification({\n title: 'A', android: { channelId, },\n ios: { attachments: [{ url: u }] } });",
            #"[{"id":"a","thumbnailHidden":false,"url":"file:///var/a.png"}]"#,
            #"{"title":"A","android":{"channelId":"c"},"ios":{"attachments":[{"url":"https://h/a.png"}]}}"#,
        ]
    )
    func localNotifications(_ text: String) throws {
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now).transcribed()
        guard case .failure(let rejected) = PayloadReader().read(item) else {
            Issue.record("It is judged as a push.")
            return
        }
        let message = try #require(rejected.reasons.first?.message)
        #expect(
            message.hasPrefix(LocalNotification.sentence) && message.contains("bundle") == text.contains("file:")
        )
    }

    @Test(
        "A list that is no list of attachments is no object",
        arguments: ["[]", "[1]", #"[{"url":"https://h/a.png","typeHint":"x"}]"#]
    )
    func lists(_ text: String) {
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .failure(let rejected) = PayloadReader().read(item) else { return }
        #expect(rejected.reasons.map(\.code) == [.payloadNotObject])
    }
}
