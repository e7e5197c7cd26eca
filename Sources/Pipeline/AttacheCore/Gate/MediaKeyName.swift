/// What the keys around a URL say about it, where the URL says nothing.
package enum MediaKeyName {
    private static let media: Set = [
        "attachment", "attachments", "image", "images", "picture", "pictures", "photo", "photos", "media", "video",
        "videos", "gif",
    ]
    private static let addresses: Set = ["url", "uri", "src"]
    /// The keys of a type beside a URL in the code of many apps.
    private static let types: Set = ["mediatype", "attachmenttype"]
    private static let typeWords: Set = ["image", "video", "audio", "gif", "photo", "picture"]

    /// Whether the last keys name a media file, such as `attachment.url` or `photoUrl`; a URL where a tap leads has other keys.
    package static func isMedia(_ segments: [JSONPathSegment]) -> Bool {
        let names = segments.compactMap { segment -> String? in
            guard case .name(let name) = segment else { return nil }
            return Spelling.of(name)
        }
        guard let last = names.last, !names.contains("aps") else { return false }
        if media.contains(last) { return true }
        if addresses.contains(last) { return names.dropLast().last.map(media.contains) ?? false }
        return addresses.contains { last.hasSuffix($0) && media.contains(String(last.dropLast($0.count))) }
    }

    /// A type beside a URL that no extension knows, as a sentence and its cure; `nil` without one.
    static func unknownType(beside match: JSONMatch) -> (sentence: String, fix: String)? {
        let parent = match.pointer.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        guard let object = match.root.value(at: parent), object.kind == .object else { return nil }
        for (name, value) in object.members {
            guard types.contains(Spelling.of(name)), let text = value.string ?? value.integer.map(String.init),
                !isKnown(text)
            else {
                continue
            }
            return (
                " Its type, \(name.prefix(64)), is \"\(text.prefix(32))\". Code that names the file by it knows only "
                    + "image, video, audio and gif, and iOS refuses a file without a type.",
                "Set \(name.prefix(64)) to image, video, audio or gif. "
            )
        }
        return nil
    }

    private static func isKnown(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.isEmpty || typeWords.contains(text) || text.contains("/") || text.hasPrefix("public.")
            || MediaFormat.named(byExtension: text.drop { $0 == "." }.lowercased()) != nil
    }
}
