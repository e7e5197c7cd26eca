/// The media of a service call of Home Assistant: `attachment`, then `video`, `image` and `audio`.
enum HomeAssistantMedia {
    /// The members in the order of the relay, each with the type that it stands for.
    private static let members = [("video", "mpeg4"), ("image", "jpeg"), ("audio", "waveformaudio")]

    /// Adds the media file of a call, and returns the member that makes the relay set the extension's flag.
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
            // Without the first, the relay would send this one.
            payload.fill("attachment/url", with: value)
            let isEmpty = first.string?.isEmpty ?? false
            payload.lose(
                value,
                isEmpty
                    ? "An empty \(first.key ?? "url") counts as a media file, so \(name) is not sent."
                    : "The relay sends one media file, \(first.key ?? "url"), so \(name) is not sent.",
                fix: isEmpty ? "Remove \(first.key ?? "url")." : "Keep one of the two."
            )
        }
        if !isOpen, let attachment {
            payload.loseMedia(
                attachment,
                "The app reads attachment only if it is an object.",
                fix: #"Write {"url": "…"}."#
            )
        }
        if let url { reportForm(of: url, &payload) }
        reportOthers(data, hasURL: url != nil, &payload)
        return flag
    }

    /// Reports pictures that are no attachment: a live camera, and the photo of a sender.
    private static func reportOthers(_ data: JSONValue, hasURL: Bool, _ payload: inout PayloadBuilder) {
        if let camera = data.text("entity_id"), !hasURL, let name = camera.string, name.hasPrefix("camera.") {
            payload.lose(
                camera,
                "entity_id is a live camera, which appears when the push is expanded. It is not an attachment with a "
                    + "URL, and gives at most a thumbnail, while the phone reaches its server. If the camera's stream "
                    + "is off, it shows nothing.",
                fix: "For a thumbnail add \"image\": \"/api/camera_proxy/\(name.prefix(64))\" to data."
            )
        }
        guard let icon = data.text("icon_url") else { return }
        payload.lose(
            icon,
            "icon_url is the sender's photo in a communication notification, not an attachment. iOS shows it only if "
                + "the app has the entitlement for such notifications; some versions lack it.",
            fix: "To show a picture in the push, write image or attachment in data."
        )
    }

    /// Reports a text that the app takes for a path on the user's server, which has no such path.
    private static func reportForm(of value: JSONValue, _ payload: inout PayloadBuilder) {
        guard let text = value.string else { return }
        let start = text.prefix(8).lowercased()
        if start.hasPrefix("http"), !start.hasPrefix("http://"), !start.hasPrefix("https://") {
            payload.lose(
                value,
                "\"\(text.prefix(8))\" is not a scheme, so the app reads the text as a path on the user's server.",
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
