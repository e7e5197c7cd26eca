package import AttacheCore
package import NotificationCategories
package import NotificationPicture

/// What the user sees of a result: the extension's texts and media as predicted for the phone.
package struct PreviewContent: Sendable {
    package var notification: PictureNotification
    /// The stored file to decode for the picture; `nil` for plain text, and for a media file that is not here.
    package var attachment: Attachment?

    /// Creates the content; `nil` for a push that is not delivered.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - app: The app's name; `nil` for the last part of the header `apns-topic`.
    ///   - time: The time of arrival as the system writes it.
    ///   - categories: The app's categories, for the buttons.
    ///   - language: The language of the buttons, such as `ko`.
    package init?(
        _ result: RewriteResult,
        app: String? = nil,
        time: String,
        categories: CategorySet = CategorySet(),
        language: String = "en"
    ) {
        guard let content = result.content else { return nil }
        notification = PictureNotification(
            app: app ?? Self.app(result.headers) ?? "App",
            time: time,
            title: content.title ?? "",
            subtitle: content.subtitle ?? "",
            body: content.body ?? "",
            actions: PreviewActions(categories: categories, language: language).actions(of: result)
        )
        let shown = result.device?.shown ?? (content.attachments.isEmpty ? .plain : .media)
        switch shown {
        case .media:
            attachment = content.attachments.first
            // The phone would show what this machine could not load.
            let name = result.device?.decisive?.printedName
            notification.medium = PictureMedium(
                form: .placeholder,
                label: attachment.map(Self.label) ?? name ?? "Media"
            )
        case .errorPicture:
            notification.medium = PictureMedium(form: .error, label: "The extension's picture of an error", ratio: 1.6)
        case .nothing:
            let label = content.attachments.first.map(Self.label) ?? "Media"
            notification.medium = PictureMedium(
                form: .error,
                label: "\(label)\nattached, but cannot be drawn",
                ratio: 2
            )
        case .plain, .original, .changedText: break
        }
        notification.medium?.place = Self.place(of: result)
    }

    /// Creates the content of a push whose media are not loaded: its own texts, and a box in the place of the media file.
    ///
    /// - Parameters:
    ///   - result: The result of the push without a network.
    ///   - time: The time of arrival as the system writes it.
    ///   - language: The language of the buttons.
    package init?(withoutMedia result: RewriteResult, time: String, language: String) {
        self.init(result, time: time, language: language)
        guard let aps = result.content?.aps, !result.media.isEmpty else { return }
        (notification.title, notification.subtitle) = (aps.title ?? "", aps.subtitle ?? "")
        notification.body = aps.body ?? ""
        notification.medium = PictureMedium(
            form: .placeholder,
            label: "Media file not loaded yet",
            ratio: 1.6,
            place: Self.place(of: result)
        )
        attachment = nil
    }

    /// Where the phone shows the media file: a content extension puts the buttons in its place.
    private static func place(of result: RewriteResult) -> PictureMedium.Place {
        result.reasons.contains { $0.code == .lintMediaWithActions } ? .thumbnailOnly : .everywhere
    }

    /// Such as `MP4 · 3.2 MiB`.
    package static func label(_ attachment: Attachment) -> String {
        "\(attachment.fileExtension.uppercased()) · \(ByteSize(byteCount: attachment.file.byteCount).text)"
    }

    /// The app's name by the last part of the header `apns-topic`, such as Shop for com.example.shop.
    private static func app(_ headers: [UInt8]?) -> String? {
        guard let headers, let root = try? JSONDocument(parsing: headers).root else { return nil }
        let topic = root.members.first { $0.key.lowercased() == "apns-topic" }?.value.string
        guard let name = topic?.split(separator: ".").last, let first = name.first else { return nil }
        return String(first).uppercased() + name.dropFirst().prefix(40)
    }

    /// The alternative text of a picture.
    package func description(_ stage: PictureRequest.Stage) -> String {
        var words = ["Notification of \(notification.app) as \(stage.rawValue)"]
        words += [notification.title, notification.subtitle, notification.body].filter { !$0.isEmpty }
        switch notification.medium?.form {
        case .pixels: words.append(notification.medium?.isVideo == true ? "with a video" : "with a picture")
        case .audio: words.append("with audio")
        case .placeholder: words.append("with media")
        case .error: words.append("with a broken picture")
        case nil: break
        }
        let titles = notification.actions.map(\.title)
        if !titles.isEmpty { words.append("buttons: \(titles.joined(separator: ", "))") }
        return words.joined(separator: "; ")
    }

    /// The notification for a sketch, whose media file is a box at the ratio of its file.
    package var sketched: PictureNotification {
        var notification = notification
        guard let attachment, let medium = notification.medium else { return notification }
        let kind = attachment.format.kind
        let ratio = attachment.pixels.map { Double($0.width) / Double(max(1, $0.height)) } ?? medium.ratio
        notification.medium = PictureMedium(
            form: kind == .audio ? .audio : .placeholder,
            label: medium.label,
            ratio: ratio,
            isVideo: kind == .video,
            clip: medium.clip,
            place: medium.place
        )
        return notification
    }
}
