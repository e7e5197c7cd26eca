import AttacheCore
import AttacheReports
import AttacheSystem
import NotificationPicture

/// What the pushes of a run look like: one example of each shape, for the pictures of a page.
///
/// Only a run with such a report has one; nothing is drawn before the end of the run.
final class PushShapes: Sendable {
    /// What pushes that look alike have in common.
    struct Shape: Hashable {
        let outcome: Outcome
        let policy: String?
        /// The decisive reason.
        let code: ReasonCode?
        let medium: String?
        /// Whether there is a title, a subtitle and a body: a push without any shows nothing, and has no example.
        let hasTexts: [Bool]
        let category: String?

        init(_ result: RewriteResult) {
            outcome = result.outcome
            policy = result.policy
            code = result.headline?.code
            medium = result.attachments.first.map(Self.medium)
            let aps = result.content?.aps
            hasTexts = [aps?.title, aps?.subtitle, aps?.body].map { $0?.isEmpty == false }
            category = aps?.categoryIdentifier
        }

        private static func medium(_ attachment: Attachment) -> String {
            let kind = attachment.format.kind?.rawValue ?? "file"
            guard let size = attachment.pixels, size.width != size.height else { return kind }
            return "\(size.width > size.height ? "wide" : "tall") \(kind)"
        }

        var caption: String {
            [outcome.rawValue, policy, medium, code?.rawValue, category].compactMap(\.self).joined(separator: " · ")
        }
    }

    private struct Example {
        var count = 0
        var origin: ItemSource
        var content: PreviewContent
    }

    /// A hostile run may have a category of its own in each push.
    private static let shapeLimit = 1024
    /// The pictures of a page.
    static let pictureLimit = 12

    private let examples = Locked<[Shape: Example]>([:])

    /// Counts a result; the first one of its shape in the order of the input is its example.
    func add(_ result: RewriteResult) {
        let shape = Shape(result)
        // The content is made inside the lock: shapes are few, and each count is exact.
        examples.withLock { examples in
            if var known = examples[shape] {
                known.count += 1
                if Self.comes(result.origin, before: known.origin), let content = Self.content(of: result) {
                    (known.origin, known.content) = (result.origin, content)
                }
                examples[shape] = known
            } else if examples.count < Self.shapeLimit, let content = Self.content(of: result) {
                examples[shape] = Example(count: 1, origin: result.origin, content: content)
            }
        }
    }

    /// What is shown of a result; `nil` when nothing is.
    private static func content(of result: RewriteResult) -> PreviewContent? {
        let content = PreviewContent(result, time: ScreenWords.of("en").now)
        return content?.notification.isVisible == true ? content : nil
    }

    /// Draws the most frequent shapes.
    ///
    /// - Parameters:
    ///   - summary: Receives the pictures, and the reason for missing ones.
    ///   - path: The drawing program; `nil` where it is not installed.
    func draw(into summary: inout RunSummary, with path: String?) {
        let examples = self.examples.withLock { $0 }.sorted { left, right in
            if left.value.count != right.value.count { return left.value.count > right.value.count }
            if left.value.origin != right.value.origin {
                return Self.comes(left.value.origin, before: right.value.origin)
            }
            return left.key.caption < right.key.caption
        }
        guard !examples.isEmpty else {
            if summary.resumedCount > 0 {
                summary.pictureNotice =
                    "All results are of an earlier run, so no push is drawn here; use --fresh to draw them."
            }
            return
        }
        guard let path else {
            summary.pictureNotice =
                "\(PictureProgram.name) is not installed; the package attache-preview draws pictures here."
            return
        }
        let program = PictureProgram(path: path)
        for (shape, example) in examples.prefix(Self.pictureLimit) {
            guard let picture = Self.picture(of: shape, example, program) else {
                summary.pictureNotice = "\(PictureProgram.name) could not draw all pictures."
                return
            }
            summary.pictures.append(picture)
        }
        var words: [String] = []
        if examples.count > Self.pictureLimit {
            words.append("The \(Self.pictureLimit) most frequent of \(examples.count) shapes are drawn.")
        }
        if summary.resumedCount > 0 { words.append("Items of an earlier run are not counted here.") }
        if !words.isEmpty { summary.pictureNotice = words.joined(separator: " ") }
    }

    private static func picture(of shape: Shape, _ example: Example, _ program: PictureProgram) -> ReportPicture? {
        var content = example.content
        let pixels = PreviewMedia(program: program, options: ThumbnailOptions()).complete(&content)
        var request = PictureRequest([content.notification])
        request.format = .svg
        let small = pixels.map { [$0.reduced(toShortSide: PicturePixels.thumbnailSide)] } ?? []
        guard let picture = try? program.draw(request, pixels: small) else { return nil }
        // The page follows the reader's choice.
        request.appearances = [.dark]
        guard let dark = try? program.draw(request, pixels: small) else { return nil }
        return ReportPicture(
            caption: shape.caption,
            itemCount: example.count,
            source: example.origin.description,
            url: Self.url(picture.bytes),
            darkURL: Self.url(dark.bytes),
            width: picture.report.width,
            height: picture.report.height,
            description: content.description(.banner)
        )
    }

    private static func url(_ svg: [UInt8]) -> String { "data:image/svg+xml;base64,\(Base64.text(svg))" }

    /// The order of the input: by file, then by line.
    private static func comes(_ left: ItemSource, before right: ItemSource) -> Bool {
        (left.name, left.line ?? 0) < (right.name, right.line ?? 0)
    }
}
