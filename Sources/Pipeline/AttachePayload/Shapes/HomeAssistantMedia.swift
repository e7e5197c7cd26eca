/// The media of a service call of Home Assistant: `attachment`, then `video`, `image` and `audio`.
enum HomeAssistantMedia {
    /// The members in the order of the relay, each with the type that it stands for.
    private static let members = [("video", "mpeg4"), ("image", "jpeg"), ("audio", "waveformaudio")]

    /// Adds the medium of a call, and returns the member that makes the relay set the extension's flag.
    static func add(_ data: JSONValue?, to payload: inout PayloadBuilder) -> JSONValue? {
        guard let data else { return nil }
        let attachment = data.member("attachment")
        payload.set("attachment", to: attachment)
        // An attachment that is no object takes no members.
        let isOpen = attachment.map { $0.kind == .object } ?? true
        var url = isOpen ? attachment?["url"] : nil
        var hasType = attachment?["content-type"] != nil
        var flag = attachment
        for (name, type) in members {
            guard let value = data.member(name, .string) else { continue }
            flag = flag ?? value
            guard isOpen else { continue }
            if !hasType { payload.set("attachment/content-type", text: "\"\(type)\"", for: value) }
            hasType = true
            guard let first = url else {
                payload.set("attachment/url", to: value)
                url = value
                continue
            }
            let isEmpty = first.string?.isEmpty ?? false
            payload.lose(
                value,
                isEmpty
                    ? "An empty \(first.key ?? "url") counts as a medium, so \(name) is not sent."
                    : "The relay sends one medium, \(first.key ?? "url"), so \(name) is not sent.",
                fix: isEmpty ? "Remove \(first.key ?? "url")." : "Keep one of the two."
            )
        }
        if !isOpen {
            payload.lose(attachment, "The app reads only an object as attachment.", fix: #"Write {"url": "…"}."#)
        }
        if let url { reportForm(of: url, &payload) }
        return flag
    }

    /// Reports a text that the app takes for a path on the user's server, which has no such path.
    private static func reportForm(of value: JSONValue, _ payload: inout PayloadBuilder) {
        guard let text = value.string else { return }
        let start = text.prefix(8).lowercased()
        if start.hasPrefix("http"), !start.hasPrefix("http://"), !start.hasPrefix("https://") {
            payload.lose(
                value,
                "\"\(text.prefix(8))\" is no scheme, so the app takes the text for a path on the user's server.",
                fix: "Begin the URL with https://."
            )
        } else if text.hasPrefix("/config/") {
            payload.lose(
                value,
                "/config is a folder on the server's disk, which the app cannot load.",
                fix: "Write /local/ for the folder /config/www, or /media/local/ for media."
            )
        }
    }
}
