/// The files that are received although a device refuses them, since they may be repaired.
package struct RepairRules: Sendable {
    /// The largest file that is received for a repair, as a multiple of the limit of its kind.
    package static let sourceFactor = 4

    /// The formats with a repair.
    private static let formats: Set<MediaFormat> = [
        .jpeg, .png, .gif, .webp, .heic, .heif, .heics, .avif, .tiff, .bmp, .svg,
        .mp4, .quickTime, .m4v, .webm, .matroska,
    ]
    /// The formats that repairs result in.
    private static let targets: [MediaKind: [MediaFormat]] = [.image: [.jpeg, .png, .gif], .video: [.mp4]]

    package init() {}

    /// The formats of a kind that a repair may result in, the preferred ones first; empty when the policy takes none.
    package func targets(of kind: MediaKind, under types: TypeJudge) -> [MediaFormat] {
        let accepted = types.typeRule(for: kind)?.extensions ?? []
        return (Self.targets[kind] ?? []).filter { $0.extensions.contains(where: accepted.contains) }
    }

    /// The size in bytes up to which a file is received for a repair; `nil` when its format has none.
    package func sourceLimit(of format: MediaFormat, under types: TypeJudge) -> Int? {
        guard let kind = format.kind, let rule = types.typeRule(for: kind) else { return nil }
        if Self.formats.contains(format), !targets(of: kind, under: types).isEmpty {
            return min(rule.limit, 1 << 30) * Self.sourceFactor
        }
        // Another name may be all that it needs.
        return format.isAttachable && format.extensions.contains(where: rule.extensions.contains) ? rule.limit : nil
    }

    /// The size of the largest file of any kind that is received for a repair, in bytes.
    func largestSource(under types: TypeJudge) -> Int {
        Self.formats.compactMap { sourceLimit(of: $0, under: types) }.max() ?? 0
    }
}
