import Hummingbird
import NotificationPicture

/// The parameters of a request for a preview: those of a rewrite, and how the notification is shown.
struct PreviewParameters: Sendable {
    /// The forms of a response.
    enum Form: String, Sendable, CaseIterable {
        case svg
        case png
        /// A sketch in characters, which needs no drawing program.
        case text
        /// One SVG for each stage and appearance, with the words of the picture.
        case json

        var mediaType: String {
            switch self {
            case .svg: "image/svg+xml"
            case .png: "image/png"
            case .text: "text/plain; charset=utf-8"
            case .json: "application/json"
            }
        }
    }

    private static let names = [
        "policy", "network", "media", "stage", "appearance", "size", "locale", "format", "load",
    ]

    /// The parameters that a request for a rewrite has too.
    let common: RewriteParameters
    let stages: [PictureRequest.Stage]
    let appearances: [PictureRequest.Appearance]
    let device: PictureRequest.Device
    let locale: String
    let form: Form
    /// Whether media are loaded that no earlier request has loaded.
    let loadsMedia: Bool

    init(_ head: RequestHead, maximumTimeout: Duration) throws(Problem) {
        common = try RewriteParameters(head, maximumTimeout: maximumTimeout, names: Self.names)
        let query = head.uri.queryParameters
        func text(_ name: String) -> String? { query[name[...]].map(String.init) }
        stages = try Self.words("stage", text("stage") ?? "banner")
        appearances = try Self.words("appearance", text("appearance") ?? "light")
        device = try Self.word("size", text("size") ?? PictureRequest.Device.iphone.rawValue)
        form = try Self.word("format", text("format") ?? Form.svg.rawValue)
        locale = try Self.locale(text("locale") ?? "en")
        switch text("load") ?? "yes" {
        case "yes": loadsMedia = true
        case "no": loadsMedia = false
        case let other: throw Problem(.badRequest, "Invalid load=\(other.prefix(64)); use yes or no.")
        }
    }

    /// The picture of a notification as asked for.
    func request(_ notification: PictureNotification) -> PictureRequest {
        var request = PictureRequest([notification])
        (request.stages, request.appearances, request.device) = (stages, appearances, device)
        request.locale = locale
        request.isSheet = stages.count * appearances.count > 1
        request.format = form == .png ? .png : .svg
        return request
    }

    /// Words that are separated by commas, each once.
    private static func words<Word: RawRepresentable & CaseIterable & Equatable>(
        _ name: String,
        _ text: String
    ) throws(Problem) -> [Word] where Word.RawValue == String {
        var words: [Word] = []
        for part in text.split(separator: ",", maxSplits: 16, omittingEmptySubsequences: false) {
            let word: Word = try word(name, String(part))
            if !words.contains(word) { words.append(word) }
        }
        return words
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ name: String,
        _ text: String
    ) throws(Problem) -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "Invalid \(name)=\(text.prefix(64)); use one of \(known).")
        }
        return word
    }

    /// A language tag: parts of letters and digits.
    private static func locale(_ text: String) throws(Problem) -> String {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        guard isTag, text.utf8.count <= 35 else {
            throw Problem(.badRequest, "Invalid locale=\(text.prefix(64)); use a language tag such as ja or ar-EG.")
        }
        return text
    }
}
