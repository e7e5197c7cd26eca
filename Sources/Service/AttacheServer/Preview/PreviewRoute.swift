import AttacheCore
import AttacheReports
import AttacheSystem
import HTTPTypes
import NotificationPicture

/// `POST /v1/preview`: what the user sees of one payload, as a picture or a sketch. Observers do not see its items.
struct PreviewRoute: Sendable {
    let payloads: PayloadEvaluation
    let pictures: PicturePool

    func accept(_ head: RequestHead) throws(Problem) -> CollectedWork {
        let parameters = try PreviewParameters(head, maximumTimeout: payloads.maximumTimeout)
        try ParameterValidator(pipeline: payloads.pipeline).check(parameters.common)
        try RequestFraming.check(typeOf: head.head)
        return CollectedWork { body in try await answer(body, parameters, head) }
    }

    private func answer(
        _ body: [UInt8],
        _ parameters: PreviewParameters,
        _ head: RequestHead
    ) async throws(Problem) -> BufferedResponse {
        let content = try await content(of: body, parameters, head)
        guard content.notification.isVisible else { throw Problem.nothingShown }
        let end = head.arrival + (parameters.common.asked.timeout ?? payloads.maximumTimeout)
        let form = parameters.form
        let bytes =
            form == .text
            ? Self.sketch(content, parameters)
            : try await pictures.run(for: head.client, until: end) { program throws(SystemCallError) in
                var content = content
                let pixels = PreviewMedia(program: program, options: ThumbnailOptions()).complete(&content)
                let request = parameters.request(content.notification)
                return form == .json
                    ? try Self.document(content, request, pixels, by: program)
                    : try program.draw(request, pixels: pixels.map { [$0] } ?? []).bytes
            }
        return Self.response(bytes, form.mediaType)
    }

    /// What is shown of a payload. Without leave to load, a media file is a box unless its verdict is cached.
    private func content(
        of body: [UInt8],
        _ parameters: PreviewParameters,
        _ head: RequestHead
    ) async throws(Problem) -> PreviewContent {
        let pipeline = payloads.pipeline.current.reading(mediaAt: parameters.common.mediaPaths).unobserved
        let time = ScreenWords.of(parameters.locale).now
        let result: RewriteResult
        let content: PreviewContent?
        switch try await payloads.beginInTurn(body, parameters.common, of: head, with: pipeline) {
        case .finished(let finished):
            result = finished
            content = PreviewContent(result, time: time, language: parameters.locale)
        case .needsMedia(let pending) where parameters.loadsMedia:
            result = try await payloads.finish(pending, of: head, with: pipeline)
            content = PreviewContent(result, time: time, language: parameters.locale)
        case .needsMedia(let pending):
            result = pipeline.finishWithoutMedia(pending)
            content = PreviewContent(withoutMedia: result, time: time, language: parameters.locale)
        }
        guard let content else { throw Problem(rejected: result.reasons) }
        return content
    }

    /// Draws a picture for each stage and appearance of a request.
    private static func document(
        _ content: PreviewContent,
        _ whole: PictureRequest,
        _ pixels: PicturePixels?,
        by program: PictureProgram
    ) throws(SystemCallError) -> [UInt8] {
        let thumbnail = pixels?.reduced(toShortSide: PicturePixels.thumbnailSide)
        var document = PreviewDocument(content)
        for stage in whole.stages {
            for appearance in whole.appearances {
                var request = whole
                (request.stages, request.appearances, request.isSheet) = ([stage], [appearance], false)
                // Only the expanded notification shows more than a thumbnail.
                let shown = stage == .expanded ? pixels : thumbnail
                let picture = try program.draw(request, pixels: shown.map { [$0] } ?? [])
                document.add(picture.bytes, picture.report, stage, appearance)
            }
        }
        return document.finished()
    }

    private static func sketch(_ content: PreviewContent, _ parameters: PreviewParameters) -> [UInt8] {
        let request = parameters.request(content.notification)
        let sketch = PreviewSketch(limits: request.limits)
        return Array(request.stages.map { sketch.text(content.sketched, $0) }.joined().utf8)
    }

    /// A response that no browser runs: also as a page of its own, an SVG loads nothing and has no script.
    private static func response(_ body: [UInt8], _ mediaType: String) -> BufferedResponse {
        BufferedResponse(
            .ok,
            [
                .contentType: mediaType, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
            ],
            body
        )
    }
}

extension Problem {
    /// A push without a visible text.
    static let nothingShown = Problem(
        .nothingShown,
        "The push has no title, no subtitle and no body, so the phone shows nothing; give aps.alert a text."
    )
}
