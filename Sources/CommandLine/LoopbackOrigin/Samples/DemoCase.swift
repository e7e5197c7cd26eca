import AttacheJSON

/// A row of `attache demo`; one with a file name is also a sample of `attache demo --write`, and of a service.
package struct DemoCase: Sendable {
    package let title: String
    let dialect: DemoDialect
    package let path: DemoPath
    var network = "wifi"
    var push = DemoPush.alert
    /// The time limit in milliseconds, or `nil` for the default of 30 s.
    var deadline: Int?
    /// The media URL in place of that of the origin.
    package var url: String?
    /// The name of its file among the samples, without `.json`.
    var sample: String?

    /// Returns an envelope with the payload; `origin` is the scheme and the host with its port.
    package func input(origin: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("network", network)
        writer.member("deadline_ms", deadline)
        writer.key("payload")
        writer.raw(Array(payload(origin: origin).utf8))
        writer.endObject()
        return writer.bytes
    }

    /// Returns the payload, or the request to a push service.
    package func payload(origin: String) -> String {
        dialect.payload(url: url ?? "\(origin)\(path.rawValue)", push: push)
    }

    /// All cases, successful ones first.
    package static let all: [DemoCase] = [
        DemoCase(title: "a PNG", dialect: .hive, path: .photoPNG, sample: "attached"),
        DemoCase(title: "a JPEG", dialect: .firebase, path: .photoJPEG, network: "3g", sample: "fcm"),
        DemoCase(title: "a PNG by OneSignal", dialect: .oneSignal, path: .photoPNG, sample: "onesignal"),
        DemoCase(title: "a GIF by Braze", dialect: .braze, path: .animationGIF, sample: "braze"),
        DemoCase(title: "a JPEG by Expo", dialect: .expo, path: .photoJPEG, sample: "expo"),
        DemoCase(title: "a PNG by Airship", dialect: .airship, path: .photoPNG, sample: "airship"),
        DemoCase(title: "an animated GIF", dialect: .community, path: .animationGIF),
        DemoCase(title: "an MP4 on Wi-Fi", dialect: .hive, path: .clipMP4),
        DemoCase(title: "the same on 3G", dialect: .hive, path: .clipMP4, network: "3g"),
        DemoCase(title: "an AVI", dialect: .hive, path: .clipAVI),
        DemoCase(title: "a PNG, and buttons", dialect: .hive, path: .photoPNG, push: .buttons, sample: "hive-buttons"),
        DemoCase(title: "a PNG without extension", dialect: .firebase, path: .noExtension, network: "3g"),
        DemoCase(title: "a PNG named .jpg", dialect: .community, path: .photoNamedJPEG),
        DemoCase(title: "a redirect to a PNG", dialect: .hive, path: .redirect),
        DemoCase(title: "HTML named .png", dialect: .hive, path: .pageNamedPNG),
        DemoCase(title: "11 MB", dialect: .firebase, path: .hugeJPEG, sample: "too-large"),
        DemoCase(title: "a WebP", dialect: .community, path: .pictureWebP, sample: "webp"),
        DemoCase(title: "a truncated PNG", dialect: .hive, path: .truncatedPNG),
        DemoCase(title: "a slow origin", dialect: .firebase, path: .slowPNG, deadline: 2000),
        DemoCase(
            title: "an http URL",
            dialect: .community,
            path: .photoPNG,
            url: DemoOrigin.redirectTarget,
            sample: "http"
        ),
        DemoCase(title: "a redirect to http", dialect: .hive, path: .redirectToHTTP),
        DemoCase(title: "a missing file", dialect: .community, path: .missingPNG),
        DemoCase(title: "no mutable-content", dialect: .hive, path: .photoPNG, push: .unflagged, sample: "no-flag"),
        DemoCase(title: "a silent push", dialect: .hive, path: .photoPNG, push: .silent, sample: "silent"),
        DemoCase(title: "a phone that is offline", dialect: .hive, path: .photoPNG, network: "offline"),
    ]

    /// The cases that are samples, each with the name of its file.
    package static let samples = all.compactMap { row in row.sample.map { (file: "\($0).json", row: row) } }

    /// The media files that samples name; one of a missing host has none.
    package static let sampleMedia: [SampleMedia] = {
        let names = Set(samples.filter { $0.row.url == nil }.map { String($0.row.path.rawValue.dropFirst()) })
        return SampleMedia.allCases.filter { names.contains($0.rawValue) }
    }()
}
