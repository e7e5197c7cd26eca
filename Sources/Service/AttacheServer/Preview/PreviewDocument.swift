import AttacheCore
import AttacheReports
import NotificationPicture

/// The pictures of a notification as JSON, in the schema `attache-preview/1`.
struct PreviewDocument {
    static let schema = "attache-preview/1"

    private let content: PreviewContent
    private var writer = JSONWriter(capacity: 1 << 16)

    init(_ content: PreviewContent) {
        self.content = content
        writer.beginObject()
        writer.member("schema", Self.schema)
        writer.member("medium", content.notification.medium?.form.rawValue ?? "none")
        writer.key("pictures")
        writer.beginArray()
    }

    mutating func add(
        _ svg: [UInt8],
        _ report: PictureReport,
        _ stage: PictureRequest.Stage,
        _ appearance: PictureRequest.Appearance
    ) {
        writer.beginObject()
        writer.member("stage", stage.rawValue)
        writer.member("appearance", appearance.rawValue)
        writer.member("width", report.width)
        writer.member("height", report.height)
        writer.member("description", content.description(stage))
        writer.strings("cut", report.texts.filter(\.isCut).map(\.role))
        writer.member("svg", String(decoding: svg, as: UTF8.self))
        writer.endObject()
    }

    mutating func finished() -> [UInt8] {
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}
