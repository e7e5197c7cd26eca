/// A text that is no payload, and says what is wrong: lines of a log, errors of a build, the source of an extension.
///
/// A row speaks only of what its words say. Sources: the reports of users in the trackers of Home Assistant, Notifee, OneSignal
/// and .NET; `UNError.h`.
struct KnownText {
    /// The bytes that are looked at.
    private static let limit = 16 << 10

    let sentence: String
    let fix: String

    /// Finds what a text says; `nil` for one with nothing known.
    static func find(in bytes: [UInt8]) -> KnownText? {
        let text = bytes.prefix(limit).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let row = rows.lazy.first { row in row.marks.allSatisfy { text.firstIndex(of: $0) != nil } }
        return NotificationError.find(in: bytes.prefix(limit))
            ?? row.map { KnownText(sentence: $0.sentence, fix: $0.fix) }
    }

    private struct Row {
        /// The words, in lower case, of which the text has all.
        let marks: [StaticString]
        let sentence: String
        let fix: String
    }

    /// The most specific first.
    private static let rows = homeAssistant + logs + builds + sources

    private static let homeAssistant = [
        Row(
            marks: ["failed to load attachment", "appears to be offline"],
            sentence:
                "Home Assistant's app writes this into a push when the phone cannot reach the server that has the "
                + "attachment.",
            fix:
                "Give the app an external URL of the server, such as one from Home Assistant Cloud, and open that URL "
                + "in Safari on the phone. On the server's own network, turn off local push in the app, or write "
                + "\"lazy\": true in attachment."
        ),
        Row(
            marks: ["failed to load attachment", "404"],
            sentence:
                "Home Assistant's app writes this into a push when the server answers 404: it has no file at that path.",
            fix:
                "Write /local/ for the folder /config/www, and restart the server after you make the folder. A camera "
                + "snapshot is missing until the server has written it; send the push after that."
        ),
        Row(
            marks: ["failed to load attachment", "url was invalid"],
            sentence: "Home Assistant's app writes this into a push when it cannot make a URL from the text that the "
                + "push names.",
            fix: "Begin it with https:// or with a slash, fill in its templates, and percent-encode spaces."
        ),
        Row(
            marks: ["failed to load attachment", "unrecognized attachment file type"],
            sentence:
                "Home Assistant's app writes this into a push when iOS does not recognise the type of the loaded file.",
            fix:
                "Write content-type in attachment, such as jpeg, png, gif or mpeg4. Open the URL in Safari on the "
                + "phone: it must be a picture, a sound or a video, not a web page."
        ),
        Row(
            marks: ["failed to load attachment", "response could not be serialized"],
            sentence:
                "Home Assistant's app writes this into a push when the response to its request was empty or damaged.",
            fix:
                "Open the URL in Safari on the phone. A camera may send an empty response: write a snapshot first, and "
                + "send the push with its path."
        ),
    ]

    private static let logs = [
        Row(
            marks: ["invalid iosnotificationattachment", "attachment.url"],
            sentence:
                "Notifee shows no notification: the attachment's url is undefined or empty. It must be a text or a "
                + "picture of require().",
            fix: "Pass the https URL as a string, or a picture by require(). Do not use WebP: iOS does not attach it."
        ),
        Row(
            marks: ["no service extension record found for app"],
            sentence:
                "iOS found no service extension in the installed app: the build lacks it, or it needs a newer iOS than this phone has.",
            fix: "Check the build that is on the phone: attache app check App.ipa."
        ),
        Row(
            marks: ["no extension available for bundle"],
            sentence:
                "iOS found no service extension in the installed app: the build lacks it, or it needs a newer iOS than this phone has.",
            fix: "Check the build that is on the phone: attache app check App.ipa."
        ),
        Row(
            marks: ["connection to service named", "failed to load aot module"],
            sentence:
                "The extension crashes when it starts: it cannot load its code (AOT module), and iOS loses the connection to it "
                + "(4097).",
            fix: "Go back to the version of the .NET SDK that worked, delete the folders bin and obj, and build again."
        ),
        Row(
            marks: ["connection to service named", "4097"],
            sentence: "iOS lost the connection to the extension's process (4097), which likely crashes when it starts.",
            fix:
                "Look for a crash of the extension in Xcode (Devices and Simulators, View Device Logs). Go back to the "
                + "version of the SDK that worked."
        ),
        Row(
            marks: ["did not mutate content for notification request", "will deliver original content"],
            sentence:
                "The extension likely crashed: iOS started it, its process ended early, and the push is shown as sent.",
            fix: "Look for its crash log. The usual causes are a missing framework or a faulty build."
        ),
        Row(
            marks: ["received remote notification request", "hasmutablecontent: 1"],
            sentence:
                "This is a log of the phone: the push arrived with mutable-content, so iOS looks for the app's service extension.",
            fix:
                "Look for the extension's name in the lines that follow. If no line has it, attache app check App.ipa "
                + "says what the app lacks."
        ),
        Row(
            marks: ["received remote notification request", "hasmutablecontent: 0"],
            sentence:
                "This is a log of the phone: the push arrived without mutable-content, so iOS starts no service extension.",
            fix: "Set \"mutable-content\": 1 in \"aps\"."
        ),
        Row(
            marks: ["springboard", "[u ", ":m (null)]"],
            sentence: "This is a log of the phone, not a payload.",
            fix:
                "Filter Console by the extension's name and paste those lines here. If there are none, attache app check App.ipa says "
                + "what the app lacks."
        ),
    ]

    private static let builds =
        [
            Row(
                marks: ["is unavailable", "app extension"],
                sentence: "The extension compiles code that only an app may run, such as the app's plugins.",
                fix:
                    "In the Podfile, give the extension's target only the pods that it needs, such as "
                    + "Firebase/Messaging: no inherit! :complete, and no Flutter or React Native plugins. attache app "
                    + "check finds this mistake."
            )
        ]
        + ["<isappextension>", "xamarin.ios.appextension.csharp.targets", "<usemaui>"].map { (mark: StaticString) in
            Row(
                marks: [mark],
                sentence:
                    "This is a .NET project file. The extension needs a separate SDK-style project with "
                    + "IsAppExtension. Remove any import of Xamarin.iOS.AppExtension.CSharp.targets: it is from "
                    + "Xamarin, and fails.",
                fix: "Check that the .ipa contains PlugIns/NAME.appex: attache app check App.ipa."
            )
        }

    private static let sources = [
        ["unnotificationserviceextension", "class "], ["unnotificationserviceextension", "import "],
        ["unnotificationserviceextension", "@interface"], ["didreceivenotificationrequest:", "withcontenthandler"],
        ["func didreceive(", "withcontenthandler"], ["#import", "@interface notificationservice"],
        ["#import", "@implementation notificationservice"],
    ].map { (marks: [StaticString]) in
        Row(
            marks: marks,
            sentence: "This is the source of a notification service extension.",
            fix: "attache app check . checks the project around it; attache explain needs the payload."
        )
    }
}
