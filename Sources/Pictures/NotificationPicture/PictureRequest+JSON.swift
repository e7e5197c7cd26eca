package import AttacheCore

// The drawing program reads only what the same version of this file wrote, so an invalid member is the default.
extension PictureRequest {
    /// The request as JSON.
    package var json: [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.array("notifications", notifications.prefix(Self.notificationLimit)) { $0.write(to: &$1) }
        writer.member("stages", stages.map(\.rawValue).joined(separator: " "))
        writer.member("appearances", appearances.map(\.rawValue).joined(separator: " "))
        writer.member("device", device.rawValue)
        writer.member("format", format.rawValue)
        writer.member("locale", locale)
        writer.member("bannerLines", limits.bannerLines)
        writer.member("listLines", limits.listLines)
        writer.member("bannerActions", limits.bannerActions)
        writer.member("expandedActions", limits.expandedActions)
        writer.member("sheet", isSheet)
        writer.member("scale", number: scale)
        writer.endObject()
        return writer.bytes
    }

    /// Reads a request; throws `JSONError` for a text that is no JSON.
    package init(json: [UInt8]) throws(JSONError) {
        let root = try JSONDocument(parsing: json).root
        self.init((root["notifications"].map { Array($0.elements) } ?? []).map(PictureNotification.init))
        stages = Self.words(root["stages"]) ?? stages
        appearances = Self.words(root["appearances"]) ?? appearances
        device = root["device"]?.string.flatMap(Device.init) ?? device
        format = root["format"]?.string.flatMap(Format.init) ?? format
        locale = root["locale"]?.string ?? locale
        limits.bannerLines = root["bannerLines"]?.integer ?? limits.bannerLines
        limits.listLines = root["listLines"]?.integer ?? limits.listLines
        limits.bannerActions = root["bannerActions"]?.integer ?? limits.bannerActions
        limits.expandedActions = root["expandedActions"]?.integer ?? limits.expandedActions
        isSheet = root["sheet"]?.boolean ?? isSheet
        scale = root["scale"]?.double
    }

    private static func words<Word: RawRepresentable>(_ value: JSONValue?) -> [Word]? where Word.RawValue == String {
        let words = value?.string?.split(separator: " ").compactMap { Word(rawValue: String($0)) } ?? []
        return words.isEmpty ? nil : words
    }
}

extension PictureNotification {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("app", app)
        writer.member("time", time)
        writer.member("title", title)
        writer.member("subtitle", subtitle)
        writer.member("body", body)
        if let medium {
            writer.key("medium")
            medium.write(to: &writer)
        }
        writer.array("actions", actions) { action, writer in
            writer.beginObject()
            writer.member("title", action.title)
            writer.member("destructive", action.isDestructive)
            writer.member("unlock", action.needsUnlock)
            writer.member("placeholder", action.input?.placeholder)
            writer.member("button", action.input?.button)
            writer.endObject()
        }
        writer.endObject()
    }

    fileprivate init(_ value: JSONValue) {
        self.init(
            app: value["app"]?.string ?? "",
            time: value["time"]?.string ?? "",
            title: value["title"]?.string ?? "",
            subtitle: value["subtitle"]?.string ?? "",
            body: value["body"]?.string ?? "",
            medium: value["medium"].map(PictureMedium.init)
        )
        actions = (value["actions"].map { Array($0.elements) } ?? []).map { action in
            PictureAction(
                title: action["title"]?.string ?? "",
                isDestructive: action["destructive"]?.boolean ?? false,
                needsUnlock: action["unlock"]?.boolean ?? false,
                input: action["placeholder"]?.string.map {
                    PictureAction.TextInput(placeholder: $0, button: action["button"]?.string ?? "")
                }
            )
        }
    }
}

extension PictureMedium {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("form", form.rawValue)
        writer.member("label", label)
        writer.member("video", isVideo)
        writer.member("place", place.rawValue)
        for (name, number) in [
            ("ratio", ratio), ("x", clip.x), ("y", clip.y), ("width", clip.width), ("height", clip.height),
        ] {
            writer.member(name, number: number)
        }
        writer.endObject()
    }

    fileprivate init(_ value: JSONValue) {
        self.init(
            form: value["form"]?.string.flatMap(Form.init) ?? .placeholder,
            label: value["label"]?.string ?? "",
            ratio: value["ratio"]?.double ?? 1,
            isVideo: value["video"]?.boolean ?? false,
            clip: Clip(
                x: value["x"]?.double ?? 0,
                y: value["y"]?.double ?? 0,
                width: value["width"]?.double ?? 1,
                height: value["height"]?.double ?? 1
            ),
            place: value["place"]?.string.flatMap(Place.init) ?? .everywhere
        )
    }
}

extension PictureReport {
    /// The report as JSON.
    package var json: [UInt8] {
        var writer = JSONWriter(capacity: 2048)
        writer.beginObject()
        writer.member("width", width)
        writer.member("height", height)
        writer.array("texts", texts) { text, writer in
            writer.beginArray()
            writer.string(text.role)
            for number in text.box + text.used { writer.number(number) }
            writer.boolean(text.isCut)
            writer.integer(text.missingGlyphs)
            writer.endArray()
        }
        writer.endObject()
        return writer.bytes
    }

    /// Reads a report; throws `JSONError` for a text that is no JSON.
    package init(json: [UInt8]) throws(JSONError) {
        let root = try JSONDocument(parsing: json).root
        width = root["width"]?.integer ?? 0
        height = root["height"]?.integer ?? 0
        for text in root["texts"].map({ Array($0.elements) }) ?? [] {
            let members = Array(text.elements)
            guard members.count == 11 else { continue }
            texts.append(
                Text(
                    role: members[0].string ?? "",
                    box: members[1...4].map { $0.double ?? 0 },
                    used: members[5...8].map { $0.double ?? 0 },
                    isCut: members[9].boolean ?? false,
                    missingGlyphs: members[10].integer ?? 0
                )
            )
        }
    }
}
