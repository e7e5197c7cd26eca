import AppProject
import AttacheCore

/// What to look at in the app when a push is good and the phone still does not show what it should.
enum AppAdvice {
    private static let general =
        "If the phone still shows no picture, run attache app check in the app's folder, or see Troubleshooting: Check the app."
    private static let server =
        "If the phone still shows no picture: the app loads pictures only while it reaches its own Home Assistant "
        + "server, even pictures from other hosts. Give the app an external URL of the server, such as one from Home "
        + "Assistant Cloud. If it worked before, update the app, then restart the phone: some releases of the app "
        + "showed no pictures."
    private static let localPush =
        "At home the app gets pushes by local push. If pictures are missing only at home (iOS 16.4 did this), turn off "
        + "local push in the app, or write \"lazy\": true in attachment."
    private static let localServer =
        "Attache does not check a server on your own network. The app loads the file on that network; outside it, the "
        + "phone cannot reach the server."
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
        if result.outcome == .attached { return [general] }
        guard result.reasons.contains(where: { $0.code == .gateMutableContentMissing }) else { return [] }
        // A request of Customer.io may have a picture only where Firebase's extension reads it.
        return [need(result.shape?.hasPrefix("customerio") ?? false ? "Customer.io" : result.deviceVendor)]
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

    /// The app of Home Assistant has its extension; what it may lack is a way to the server.
    private static func homeAssistant(_ result: RewriteResult) -> [String] {
        if result.outcome == .attached || result.device?.notes.contains(where: { $0.code == .otherURL }) ?? false {
            return [server, localPush]
        }
        let codes = result.reasons.map(\.code).filter(localCodes.contains)
        if !codes.isEmpty { return codes.contains { $0 != .atsInsecureHTTP } ? [localServer, localPush] : [localPush] }
        // A camera's picture that is not there yet.
        guard result.reasons.contains(where: { $0.code == .fetchStatus && $0.status == 404 }) else { return [] }
        return [
            "A camera snapshot is missing until the server has written it. Send the push after that, such as after a "
                + "delay."
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
            "communicationInfo makes a communication notification. The sender's picture needs the app's entitlement "
                + "com.apple.developer.usernotifications.communication, and INSendMessageIntent in "
                + "NSUserActivityTypes. Without them iOS shows no picture and reports no error."
        ]
    }
}
