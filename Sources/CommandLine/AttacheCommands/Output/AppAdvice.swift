import AppProject
import AttacheCore

/// What to look at in the app when a push is good and the phone still does not show what it should.
enum AppAdvice {
    private static let general =
        "If the phone still shows no picture, run attache app check in the app's folder; the page Troubleshooting has more."
    private static let trace =
        "To see if the extension runs: filter Console by its name, or let it change the title of each push."
    private static let server =
        "If the phone still shows none: the app loads pictures, also those of other hosts, only while it reaches its own "
        + "Home Assistant server. Give the app an external URL of the server, such as that of Home Assistant Cloud. If it worked before, "
        + "update the app, then restart the phone: some releases of the app showed no pictures."
    private static let localPush =
        "At home the app gets pushes by local push. If pictures are missing only there (iOS 16.4 did this), turn local push off in the "
        + "app or write \"lazy\": true in attachment."
    private static let localServer =
        "A server on your own network is not checked here: the app loads the file there, and outside that network the phone cannot reach it."
    /// The vendors whose libraries come with Flutter, React Native or Expo.
    private static let crossPlatform: Set = ["Firebase", "Notifee", "Expo"]
    /// What is said of a URL that only the network of the user's server may reach.
    private static let localCodes: Set<ReasonCode> = [
        .urlHostLocal, .atsLocalHTTP, .atsInsecureHTTP, .egressAddressDenied,
    ]

    /// The sentences for a result: what the app needs for a push that is good, or that lacks only the flag.
    static func lines(_ result: RewriteResult) -> [String] {
        vendorLines(result) + sender(result)
    }

    private static func vendorLines(_ result: RewriteResult) -> [String] {
        if result.deviceVendor == "Home Assistant" { return homeAssistant(result) }
        // A request of Customer.io may have a picture only where Firebase's extension reads it.
        let vendor = result.shape?.hasPrefix("customerio") ?? false ? "Customer.io" : result.deviceVendor
        if result.outcome == .attached {
            let lines = [general, trace, need(vendor)]
            return crossPlatform.contains(vendor ?? "") ? lines + [copy] : lines
        }
        return result.reasons.contains { $0.code == .gateMutableContentMissing } ? [need(vendor)] : []
    }

    /// The extension and its library, which no payload can replace.
    private static func need(_ vendor: String?) -> String {
        if let library = VendorLibrary.all.first(where: { $0.name == vendor }) {
            return "The app needs a service extension that links \(library.cure) and calls it."
        }
        return
            "The app needs a service extension. A Flutter, React Native or Expo app has none until you add its target; in Expo, "
            + "a config plugin adds it."
    }

    private static let copy =
        "While the app is open, its library may show a copy of the push without the picture: update the library, or let iOS present the push."

    /// The app of Home Assistant has its extension; what it may lack is a way to the server.
    private static func homeAssistant(_ result: RewriteResult) -> [String] {
        if result.outcome == .attached || result.device?.notes.contains(where: { $0.code == "other-url" }) ?? false {
            return [server, localPush]
        }
        let codes = result.reasons.map(\.code).filter(localCodes.contains)
        if !codes.isEmpty { return codes.contains { $0 != .atsInsecureHTTP } ? [localServer, localPush] : [localPush] }
        // A camera's picture that is not there yet.
        guard result.reasons.contains(where: { $0.code == .fetchStatus && $0.status == 404 }) else { return [] }
        return [
            "A snapshot of a camera is missing until the server has written it: send the push after that, such as after a delay."
        ]
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
