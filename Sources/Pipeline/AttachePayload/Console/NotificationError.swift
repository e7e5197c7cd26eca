import AttacheURL

/// An error of `UNErrorDomain` in a text, as a log, a crash report or a plugin of Flutter has it.
///
/// Source: `UNError.h` for the codes, Apple's documentation of `UNNotificationAttachment` for the limits;
/// flutter_local_notifications, DarwinNotificationAttachment, for its paths.
enum NotificationError {
    private static let domain = "unerrordomain"
    /// The text in front of the domain in which its code may be.
    private static let window = 200
    /// The characters of a URL that are looked at.
    private static let urlLimit = 2048
    /// The extensions that iOS attaches, and those of pictures that it does not.
    private static let attached: Set = [
        "jpg", "jpeg", "png", "gif", "mp4", "m4v", "mpg", "mpeg", "avi", "mp3", "m4a", "wav", "aif", "aiff",
    ]
    private static let refused: Set = ["webp", "svg", "avif", "pdf", "bmp", "ico", "jfif"]

    /// Finds the error in a text, and the URL that it is about; `nil` for a text without, and for a code that is not about media.
    static func find(in bytes: ArraySlice<UInt8>) -> KnownText? {
        let text = String(decoding: bytes, as: UTF8.self)
        let lower = text.lowercased()
        guard let code = code(in: lower), let known = known(code) else { return nil }
        if code == 100, lower.contains("flutter") || lower.contains("platformexception(") {
            return KnownText(
                sentence:
                    "UNErrorDomain 100: the attachment's URL is not the file URL of a readable file, or the path "
                    + "begins with file://, which flutter_local_notifications does not accept.",
                fix: "Pass file.path. Download an https URL to a file first; copy an asset to a file."
            )
        }
        guard code == 101, let name = pathExtension(in: lower) else { return known }
        if refused.contains(name) {
            return KnownText(
                sentence: "\(known.sentence) The URL ends in .\(name), which iOS does not attach.",
                fix:
                    "Serve a JPEG, PNG or GIF, and let the URL end in its extension; attache explain 'URL' shows what the server sends."
            )
        }
        guard attached.contains(name) else { return known }
        return KnownText(
            sentence:
                "\(known.sentence) The URL ends in .\(name), but the Content-Type, the bytes or the name of the saved "
                + "file likely says something else.",
            fix: known.fix
        )
    }

    /// What a code says, and what to do.
    private static func known(_ code: Int) -> KnownText? {
        let (meaning, fix): (String, String)
        switch code {
        case 1:
            (meaning, fix) = (
                "the user has not allowed notifications from this app.",
                "Ask for permission, and check the app in Settings, Notifications."
            )
        case 100:
            (meaning, fix) = (
                "the attachment's URL is not the file URL of a readable file.",
                "Give the URL or path of a file on the phone: download it first. An https URL or an asset of the app "
                    + "is not such a file."
            )
        case 101:
            (meaning, fix) = (
                "iOS did not recognise the type of the file, which it takes from the file's name or from a type hint.",
                "attache explain 'URL', with the URL of the attachment, shows what the server sends. The name of the saved file must end in "
                    + "the extension of its type, such as .jpg."
            )
        case 102:
            (meaning, fix) = (
                "the file is too large for its type.",
                "Make it smaller: 10 MB for a picture, 5 MB for a sound, 50 MB for a video."
            )
        case 103:
            (meaning, fix) = (
                "the file is not in iOS's store of attachments.", "Load the file again, and attach the new copy."
            )
        case 104:
            (meaning, fix) = (
                "iOS could not move the file into its store.",
                "Load it into the extension's temporary folder, do not delete it there, and check the phone's free "
                    + "space."
            )
        case 105:
            (meaning, fix) = (
                "iOS cannot decode the file: it is damaged, or its name has the extension of another type.",
                "To see the type of its bytes, use attache inspect FILE, or attache explain 'URL' with the URL of the "
                    + "attachment."
            )
        default: return nil
        }
        return KnownText(sentence: "UNErrorDomain \(code): \(meaning)", fix: fix)
    }

    /// The code after the domain, as in `Code=101` or `error 101`, or before it, as in `Error 100, …, UNErrorDomain`.
    ///
    /// The number alone counts in a text of one line: a page may have it in an example.
    private static func code(in text: String) -> Int? {
        guard let place = text.firstRange(of: domain) else { return nil }
        var after = text[place.upperBound...].drop { " :,(".contains($0) }
        var isNamed = false
        for word in ["error", "code"] where after.hasPrefix(word) {
            after = after.dropFirst(word.count).drop { " :=".contains($0) }
            isNamed = true
        }
        let isLine = text.drop(while: \.isWhitespace).drop { !$0.isNewline }.allSatisfy(\.isWhitespace)
        if isNamed || isLine, let code = number(after) { return code }
        let before = text[..<place.lowerBound].suffix(window)
        return before.ranges(of: "error ").reversed().lazy.compactMap { number(before[$0.upperBound...]) }.first
    }

    private static func number(_ text: Substring) -> Int? {
        Int(text.prefix { $0.isASCII && $0.isNumber })
    }

    /// The extension of the first http or https URL; `nil` without one.
    private static func pathExtension(in text: String) -> String? {
        let urls = text.ranges(of: "http").lazy.map { text[$0.lowerBound...] }
        // The text may have "http" a thousand times, so only one URL is read to its end.
        guard let start = urls.first(where: { URLText.isWeb(String($0.prefix(8))) }) else { return nil }
        let url = start.prefix(urlLimit).prefix { !" \n\r\t\"'<>)],".contains($0) }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
        return String(name[name.index(after: dot)...])
    }
}
