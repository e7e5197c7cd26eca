import AppProject
import AttacheCore

/// What to look at in the app when a push is good and the phone still does not show what it should.
enum AppAdvice {
    private static let general = "If the phone still shows none: attache app check, or the page Troubleshooting."
    /// The vendors whose libraries come with Flutter, React Native or Expo.
    private static let crossPlatform: Set = ["Firebase", "Notifee", "Expo"]

    /// The sentences for a result; of those whose fault is known only a camera's late picture has one.
    static func lines(_ result: RewriteResult) -> [String] {
        (result.outcome == .attached ? lines(vendor: result.deviceVendor) : snapshot(result)) + sender(result)
    }

    /// A camera's picture that is not there yet.
    private static func snapshot(_ result: RewriteResult) -> [String] {
        guard result.deviceVendor == "Home Assistant",
            result.reasons.contains(where: { $0.code == .fetchStatus && $0.status == 404 })
        else { return [] }
        return [
            "A snapshot of a camera is missing until the server has written it: send the push after that, such as after a delay."
        ]
    }

    private static func lines(vendor: String?) -> [String] {
        guard let vendor else { return [general] }
        if vendor == "Home Assistant" {
            return [
                "If the phone still shows none: the app loads pictures, also those of other hosts, only while it reaches its own "
                    + "Home Assistant server. Give the app an external URL of the server, such as that of Home Assistant Cloud.",
                "On the network of the server pushes come by local push. If nothing arrives there, write \"lazy\": true in "
                    + "attachment, or turn local push off in the app.",
            ]
        }
        var lines = [general]
        if let library = VendorLibrary.all.first(where: { $0.name == vendor }) {
            lines.append("The service extension of the app must have \(library.cure), and call it.")
        } else if crossPlatform.contains(vendor) {
            lines.append(
                "The app needs a service extension. A Flutter, React Native or Expo app has none until you add its target; in Expo, "
                    + "a config plugin adds it."
            )
            lines.append(
                "While the app is open, its library may show a copy of the push without the picture: update the library, or let "
                    + "iOS present the push."
            )
        }
        return lines
    }

    /// A sender's picture, which Notifee makes a communication notification of.
    ///
    /// Source: Apple, implementing communication notifications; Notifee, reference of `communicationInfo`.
    private static func sender(_ result: RewriteResult) -> [String] {
        guard let content = result.content, let document = try? JSONDocument(parsing: Array(content.userInfo)),
            let options = document.root["notifee_options"]
        else { return [] }
        // FCM's data has only strings.
        let text = options.string.flatMap { try? JSONDocument(parsing: Array($0.utf8)) }
        guard (text?.root ?? options)["ios"]?["communicationInfo"]?.kind == .object else { return [] }
        return [
            "communicationInfo makes a communication notification. Its picture of the sender needs the app's entitlement "
                + "com.apple.developer.usernotifications.communication, and INSendMessageIntent in NSUserActivityTypes; without "
                + "them iOS shows none and says nothing."
        ]
    }
}
