import AttacheCore

/// A uniform type: of media, or of the few other files that downloads bring.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
    /// The identifier, such as `public.jpeg`.
    public let identifier: String
    /// The extension of a file of this type, without the full stop.
    public let preferredFilenameExtension: String?
    /// The MIME type.
    public let preferredMIMEType: String?

    init(_ entry: TypeTable.Entry) {
        identifier = entry.identifier
        preferredFilenameExtension = entry.extensions.first
        preferredMIMEType = entry.mimeType
    }

    private init(dynamicFor tag: String, filenameExtension: String?, mimeType: String?) {
        identifier = "dyn.\(tag)"
        preferredFilenameExtension = filenameExtension
        preferredMIMEType = mimeType
    }

    /// Creates the type of an identifier; `nil` for an unknown one.
    public init?(_ identifier: String) {
        guard let entry = TypeTable.byIdentifier[identifier.lowercased()] else { return nil }
        self.init(entry)
    }

    /// Creates the type of a file extension; a dynamic one when the extension is unknown.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let name = filenameExtension.lowercased()
        if let entry = TypeTable.byExtension[name] {
            self.init(entry)
            guard conforms(to: supertype) else { return nil }
        } else if name.isEmpty {
            return nil
        } else {
            self.init(dynamicFor: "extension.\(name)", filenameExtension: filenameExtension, mimeType: nil)
        }
    }

    /// Creates the type of a MIME type without parameters; a dynamic one when it is unknown.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        let name = mimeType.lowercased()
        if let entry = TypeTable.byMIMEType[name] {
            self.init(entry)
            guard conforms(to: supertype) else { return nil }
        } else if name.isEmpty {
            return nil
        } else {
            self.init(dynamicFor: "mime-type.\(name)", filenameExtension: nil, mimeType: mimeType)
        }
    }

    /// Whether the type is in no table.
    public var isDynamic: Bool { identifier.hasPrefix("dyn.") }

    /// The identifier.
    public var description: String { identifier }

    /// Whether the type is the other one or belongs to it.
    public func conforms(to type: UTType) -> Bool {
        var name: String? = identifier
        // The table is a tree, so that this ends.
        while let current = name {
            if current == type.identifier { return true }
            name = TypeTable.byIdentifier[current]?.parent ?? (current.hasPrefix("dyn.") ? "public.data" : nil)
        }
        return false
    }

    /// Whether the type belongs to another one and is not that one.
    public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }

    private static func known(_ identifier: String) -> UTType {
        TypeTable.byIdentifier[identifier].map { UTType($0) }
            ?? UTType(dynamicFor: identifier, filenameExtension: nil, mimeType: nil)
    }

    /// Any file or folder.
    public static let item = known("public.item")
    /// Any bytes.
    public static let data = known("public.data")
    /// Any image.
    public static let image = known("public.image")
    /// Media with sound or moving pictures.
    public static let audiovisualContent = known("public.audiovisual-content")
    /// Media with moving pictures.
    public static let movie = known("public.movie")
    /// Sound.
    public static let audio = known("public.audio")
    /// JPEG.
    public static let jpeg = known("public.jpeg")
    /// PNG.
    public static let png = known("public.png")
    /// GIF.
    public static let gif = known("com.compuserve.gif")
    /// HEIF with HEVC.
    public static let heic = known("public.heic")
    /// WebP, which iOS does not attach.
    public static let webP = known("org.webmproject.webp")
    /// MPEG-4 video.
    public static let mpeg4Movie = known("public.mpeg-4")
    /// QuickTime video.
    public static let quickTimeMovie = known("com.apple.quicktime-movie")
    /// MP3.
    public static let mp3 = known("public.mp3")
    /// WAVE.
    public static let wav = known("com.microsoft.waveform-audio")
    /// HTML.
    public static let html = known("public.html")
    /// Plain text.
    public static let plainText = known("public.plain-text")
    /// JSON.
    public static let json = known("public.json")
    /// PDF.
    public static let pdf = known("com.adobe.pdf")
}

/// The known types as a tree.
enum TypeTable {
    struct Entry {
        let identifier: String
        let parent: String?
        let mimeType: String?
        /// Lower case, the preferred one first.
        let extensions: [String]
    }

    private static let abstract: [Entry] = [
        Entry(identifier: "public.item", parent: nil, mimeType: nil, extensions: []),
        Entry(identifier: "public.data", parent: "public.item", mimeType: "application/octet-stream", extensions: []),
        Entry(identifier: "public.image", parent: "public.data", mimeType: nil, extensions: []),
        Entry(identifier: "public.audiovisual-content", parent: "public.data", mimeType: nil, extensions: []),
        Entry(identifier: "public.movie", parent: "public.audiovisual-content", mimeType: nil, extensions: []),
        Entry(identifier: "public.audio", parent: "public.audiovisual-content", mimeType: nil, extensions: []),
        Entry(identifier: "public.text", parent: "public.data", mimeType: nil, extensions: []),
        Entry(identifier: "public.plain-text", parent: "public.text", mimeType: "text/plain", extensions: ["txt"]),
        Entry(identifier: "public.html", parent: "public.text", mimeType: "text/html", extensions: ["html", "htm"]),
        Entry(identifier: "public.json", parent: "public.text", mimeType: "application/json", extensions: ["json"]),
        Entry(identifier: "com.adobe.pdf", parent: "public.data", mimeType: "application/pdf", extensions: ["pdf"]),
    ]

    private static let media = MediaFormat.all.map { format in
        let parent =
            switch format.kind {
            case .image: "public.image"
            case .video: "public.movie"
            case .audio: "public.audio"
            case nil: "public.data"
            }
        // Apple prefers jpeg, the table of attachments jpg.
        let extensions = format.name == "jpeg" ? ["jpeg", "jpg", "jpe"] : format.extensions
        let identifier = format.typeIdentifier
        return Entry(identifier: identifier, parent: parent, mimeType: format.mimeType, extensions: extensions)
    }

    private static let all = abstract + media

    static let byIdentifier = Dictionary(all.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    static let byMIMEType = Dictionary(
        all.compactMap { entry in entry.mimeType.map { ($0, entry) } },
        uniquingKeysWith: { first, _ in first }
    )
    static let byExtension = Dictionary(
        all.flatMap { entry in entry.extensions.map { ($0, entry) } },
        uniquingKeysWith: { first, _ in first }
    )
}
