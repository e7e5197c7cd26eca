import AttacheCore
import AttacheReports

/// The words for device verdicts as a module of the page, from the source that the command line has too.
enum DeviceScript {
    static let bytes: [UInt8] = {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, hasMedia) in [("phrases", true), ("phrasesWithoutMedia", false)] {
            writer.key(name)
            writer.beginObject()
            for shown in DeviceVerdict.Shown.allCases {
                writer.member(shown.rawValue, DeviceWords.phrase(shown, hasMedia: hasMedia))
            }
            writer.endObject()
        }
        writer.member("unknown", DeviceWords.unknown)
        writer.member("unread", DeviceWords.unread)
        writer.member("atRisk", DeviceWords.atRisk)
        let refusals = ReasonCode.allCases.filter(\.isRefusalHere).map(\.rawValue)
        writer.strings("refusedHere", refusals)
        writer.member("late", DeviceWords.late)
        writer.member("shownAnyway", DeviceWords.shownAnyway)
        writer.endObject()
        writer.endLine()
        return Array("// What the user sees, in words.\nexport const device = ".utf8) + writer.bytes
            + Array("// Requests to push services.\nexport const requests = ".utf8) + requests.bytes
    }()

    /// The requests that the service reads, by the shape that a result names.
    private static var requests: JSONWriter {
        var writer = JSONWriter()
        writer.beginObject()
        for shape in RequestShapes.names {
            writer.key(shape)
            writer.beginObject()
            writer.member("title", RequestShapes.title(of: shape))
            writer.member("additions", RequestShapes.additions(of: shape))
            writer.endObject()
        }
        writer.endObject()
        writer.endLine()
        return writer
    }
}
