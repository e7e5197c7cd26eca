/// An extension that saves mobile data judges by the URL's extension, before any download, what it leaves out.
///
/// Hive's table: on LTE and 3G a video's or audio file's extension is not downloaded; an image, or a URL without an
/// extension, is.
package enum CellularRule {
    /// Judges a URL's extension on the network.
    ///
    /// - Parameters:
    ///   - network: The receiving device's network.
    ///   - rules: What the extension does on networks that cost.
    ///   - kindOfExtension: The kind that the URL's extension names, or `nil` when it names none that is known.
    ///   - hasExtension: Whether the URL's path ends with an extension at all.
    /// - Returns: `network.cellular-skip`, or `nil` when the extension downloads.
    package static func refusal(
        on network: Network,
        under rules: NetworkRules,
        kindOfExtension: MediaKind?,
        hasExtension: Bool
    ) -> Reason? {
        guard network.kind == .cellular else { return nil }
        if let kind = kindOfExtension, rules.cellularSkip.contains(kind) {
            return Reason(
                .networkCellularSkip,
                "On \(network.name) this extension does not download \(kind.plural).",
                fix: imageFix(skipping: rules.cellularSkip)
            )
        }
        if !hasExtension, rules.cellularWithoutExtension == .skip {
            return Reason(
                .networkCellularSkip,
                "On \(network.name) this extension does not download a URL without a file extension.",
                fix: "End the URL's path with the file's extension."
            )
        }
        return nil
    }

    private static func imageFix(skipping skipped: Set<MediaKind>) -> String? {
        skipped.contains(.image) ? nil : "Send an image where the notification must show media on mobile networks."
    }
}

extension MediaKind {
    /// The kind in the middle of a sentence.
    fileprivate var plural: String {
        switch self {
        case .image: "images"
        case .video: "videos"
        case .audio: "audio files"
        }
    }
}
