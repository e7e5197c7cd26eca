import AttacheCore

/// The payloads of a trial.
struct TrialPayloads: Sendable {
    /// The situations, in the order of the pushes.
    static let situations = ["good", "again", "404", "no key", "hanging"]
    private static let keys = [
        "/image", "/image_url", "/imageUrl", "/image-url", "/attachment-url", "/attachment", "/media-url", "/mediaUrl",
        "/media_url", "/photo_url", "/picture", "/thumbnail", "/data/attachment-url", "/data/image",
        "/fcm_options/image", "/aps/attachment-url", "/aps/image", "/aps/alert/image", "/media/url",
    ]

    let keys: [String]

    func texts(port: Int, module: String) -> [[UInt8]] {
        let good = "http://127.0.0.1:\(port)/photo-\(module).jpg"
        let urls = [
            good, good, "http://127.0.0.1:\(port)/missing-\(module).jpg", nil,
            "http://127.0.0.1:\(port)/slow-\(module).jpg",
        ]
        return urls.map(text)
    }

    private func text(_ url: String?) -> [UInt8] {
        var root = TrialMember()
        for (path, value) in [
            ("/aps/alert/title", "\"Title\""), ("/aps/alert/body", "\"Body\""), ("/aps/mutable-content", "1"),
        ] { root.set(path.split(separator: "/"), value) }
        if let url { for key in Self.keys + keys { root.set(key.split(separator: "/"), "\"\(url)\"") } }
        var writer = JSONWriter()
        root.write(to: &writer)
        return writer.bytes
    }
}

/// An object or a value of a payload.
private struct TrialMember {
    private var members: [(key: String, value: TrialMember)] = []
    private var text: String?

    mutating func set(_ path: [Substring], _ value: String) {
        guard let key = path.first.map(String.init) else {
            // A key that is an object already stays one.
            if members.isEmpty { text = value }
            return
        }
        guard text == nil else { return }
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].value.set(Array(path.dropFirst()), value)
        } else {
            var member = TrialMember()
            member.set(Array(path.dropFirst()), value)
            members.append((key, member))
        }
    }

    func write(to writer: inout JSONWriter) {
        if let text { return writer.raw(text.utf8) }
        writer.beginObject()
        for (key, value) in members {
            writer.key(key)
            value.write(to: &writer)
        }
        writer.endObject()
    }
}
