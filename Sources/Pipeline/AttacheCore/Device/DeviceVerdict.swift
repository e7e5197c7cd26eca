/// What the phone does with a push under a vendor's extension.
package struct DeviceVerdict: Sendable, Equatable {
    /// What the user sees.
    package enum Shown: String, Sendable, CaseIterable {
        case media
        /// The extension's content without media.
        case plain
        /// The content as pushed: the extension did not run, or gave up.
        case original
        /// Text that the extension changed, without media.
        case changedText = "changed-text"
        /// A picture that describes the error.
        case errorPicture = "error-picture"
        /// An attachment that cannot be drawn.
        case nothing
    }

    /// The prediction for one media file.
    package struct Medium: Sendable, Equatable {
        /// The JSON Pointer of the URL in the payload.
        package var pointer = ""
        /// The name of the file; `nil` where none is made.
        package var fileName: String?
        package var typeHint: String?
        /// The type identifier that iOS reads.
        package var type: String?
        /// Whether iOS attaches it; `nil` where nothing is predicted.
        package var isAccepted: Bool?
        /// Whether it is drawn or played; `nil` where releases differ, or where it is not known.
        package var isDrawn: Bool? = false
        /// Whether the extension passes over the URL as if it were not there.
        var isLeftOut = false
        package var error: AppleError?
        package var notes: [DeviceNote] = []

        /// The name for people: a name from the text of the URL may end in its query, in which senders put secrets.
        package var printedName: String? {
            guard let name = fileName else { return nil }
            let shown = String(name.prefix { $0 != "?" && $0 != "#" })
            let mark = shown.count < name.count ? "…" : ""
            guard let stop = shown.lastIndex(of: ".") else { return shown + mark }
            let end = shown[shown.index(after: stop)...]
            let known = end.prefix { $0 != "/" && $0 != "&" }
            let isFormat = MediaFormat.named(byExtension: String(known)) != nil
            if known.count == end.count, isFormat || end.count <= 4 { return shown + mark }
            return String(shown[...stop]) + (isFormat ? String(known) : "") + "…"
        }
    }

    /// The texts that the extension sets.
    package struct Texts: Sendable, Equatable {
        package var title: String?
        package var subtitle: String?
        package var body: String?

        package var isEmpty: Bool { title == nil && subtitle == nil && body == nil }
    }

    /// The policy's name.
    package var dialect: String
    /// `nil` where nothing is predicted.
    package var shown: Shown?
    /// The time until the push is shown; `nil` where it is not known.
    package var delay: Duration?
    /// The media, in the order of the payload.
    package var media: [Medium] = []
    package var texts = Texts()
    /// Remarks on the push and on the dialect; those of a media file are with it.
    package var notes: [DeviceNote] = []

    /// The media file that decides: the first that iOS attaches, otherwise the first.
    package var decisive: Medium? { media.first { $0.isAccepted == true } ?? media.first }
}

extension DeviceVerdict {
    /// Writes the member `device` of a result.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("dialect", dialect)
        if let medium = decisive { Self.write(medium, to: &writer) }
        writer.member("shown", shown?.rawValue)
        if let delay { writer.member("delay_ms", delay) }
        if let error = decisive?.error { Self.write(error, to: &writer) }
        if !texts.isEmpty {
            writer.key("texts")
            writer.beginObject()
            writer.member("title", texts.title)
            writer.member("subtitle", texts.subtitle)
            writer.member("body", texts.body)
            writer.endObject()
        }
        if media.count > 1 {
            writer.array("attachments", media) { medium, writer in
                writer.beginObject()
                writer.member("pointer", medium.pointer)
                Self.write(medium, to: &writer)
                if let error = medium.error { Self.write(error, to: &writer) }
                Self.write(medium.notes, to: &writer)
                writer.endObject()
            }
        }
        Self.write((media.count == 1 ? media[0].notes : []) + notes, to: &writer)
        writer.endObject()
    }

    private static func write(_ medium: Medium, to writer: inout JSONWriter) {
        writer.member("fileName", medium.fileName)
        writer.member("typeHint", medium.typeHint)
        writer.member("type", medium.type)
        writer.member("accepted", medium.isAccepted)
    }

    private static func write(_ error: AppleError, to writer: inout JSONWriter) {
        writer.key("error")
        writer.beginObject()
        writer.member("domain", error.domain)
        writer.member("code", error.code)
        writer.endObject()
    }

    private static func write(_ notes: [DeviceNote], to writer: inout JSONWriter) {
        guard !notes.isEmpty else { return }
        writer.array("notes", notes) { note, writer in
            writer.beginObject()
            writer.member("code", note.code.rawValue)
            writer.member("message", note.message)
            writer.endObject()
        }
    }
}
