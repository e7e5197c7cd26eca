import AttacheCore
import LoopbackOrigin

struct DemoCase: Sendable {
    /// The payload's way of naming its media.
    enum Dialect: Sendable {
        case hive
        case firebase
        case community
    }

    let title: String
    let dialect: Dialect
    let network: String
    let path: DemoPath
    var isMutable = true
    var hasActions = false
    /// The time limit in milliseconds, or `nil` for the default of 30 s.
    var deadline: Int?

    func input(port: Int) -> [UInt8] {
        let url = "http://127.0.0.1:\(port)\(path.rawValue)"
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("network", network)
        writer.member("deadline_ms", deadline)
        writer.key("payload")
        writer.raw(Array(payload(url).utf8))
        writer.endObject()
        return writer.bytes
    }

    private func payload(_ url: String) -> String {
        let flag = isMutable ? #","mutable-content":1"# : ""
        let category = hasActions ? #","category":"CONFIRM_CATEGORY""# : ""
        let aps = #""aps":{"alert":{"title":"Raid starts","body":"Join now"}\#(flag)\#(category)}"#
        switch dialect {
        case .hive: return #"{\#(aps),"hive":{"mediaUrl":"\#(url)"}}"#
        case .firebase: return #"{\#(aps),"fcm_options":{"image":"\#(url)"},"gcm.message_id":"1700000000000000"}"#
        case .community: return #"{\#(aps),"data":{"attachment-url":"\#(url)"}}"#
        }
    }

    /// All cases, successful ones first.
    static let all: [DemoCase] = [
        DemoCase(title: "a PNG", dialect: .hive, network: "wifi", path: .photoPNG),
        DemoCase(title: "a JPEG", dialect: .firebase, network: "3g", path: .photoJPEG),
        DemoCase(title: "an animated GIF", dialect: .community, network: "wifi", path: .animationGIF),
        DemoCase(title: "an MP4 on Wi-Fi", dialect: .hive, network: "wifi", path: .clipMP4),
        DemoCase(title: "the same on 3G", dialect: .hive, network: "3g", path: .clipMP4),
        DemoCase(title: "an AVI, and buttons", dialect: .hive, network: "wifi", path: .clipAVI, hasActions: true),
        DemoCase(title: "a PNG without extension", dialect: .firebase, network: "3g", path: .noExtension),
        DemoCase(title: "a PNG named .jpg", dialect: .community, network: "wifi", path: .photoNamedJPEG),
        DemoCase(title: "a redirect to a PNG", dialect: .hive, network: "wifi", path: .redirect),
        DemoCase(title: "HTML named .png", dialect: .hive, network: "wifi", path: .pageNamedPNG),
        DemoCase(title: "11 MB", dialect: .firebase, network: "wifi", path: .hugeJPEG),
        DemoCase(title: "a WebP", dialect: .community, network: "wifi", path: .pictureWebP),
        DemoCase(title: "a truncated PNG", dialect: .hive, network: "wifi", path: .truncatedPNG),
        DemoCase(title: "a slow origin", dialect: .firebase, network: "wifi", path: .slowPNG, deadline: 2000),
        DemoCase(title: "a redirect to http", dialect: .hive, network: "wifi", path: .redirectToHTTP),
        DemoCase(title: "a missing file", dialect: .community, network: "wifi", path: .missingPNG),
        DemoCase(title: "no mutable-content", dialect: .hive, network: "wifi", path: .photoPNG, isMutable: false),
        DemoCase(title: "a phone that is offline", dialect: .hive, network: "offline", path: .photoPNG),
    ]
}
