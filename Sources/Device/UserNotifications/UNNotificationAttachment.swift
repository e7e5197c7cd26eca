public import Foundation

/// The option of a uniform type identifier, a string, that replaces the file extension.
public let UNNotificationAttachmentOptionsTypeHintKey = "typeHint"
/// The option of whether the attachment has no thumbnail.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "thumbnailHidden"
/// The option of the thumbnail's part of the image: a dictionary of X, Y, Width and Height from 0 to 1.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey = "thumbnailClippingRect"
/// The option of the thumbnail's frame number, or of its time in seconds.
public let UNNotificationAttachmentOptionsThumbnailTimeKey = "thumbnailTime"

/// A media file of a notification.
///
/// The file stays where it is until the notification is delivered, and is then moved into the notification centre's
/// store. The type follows from the type hint or the file extension, never from the bytes.
// @unchecked Sendable: nothing changes after `init`, and options are read during `init` only.
open class UNNotificationAttachment: ArchivedValue, @unchecked Sendable {
    /// The identifier, which is unique within a content.
    public let identifier: String
    /// The file: that of the initializer, or after the delivery that of the store.
    public let url: URL
    /// The uniform type identifier.
    public let type: String
    /// The options that have an effect on a device, for comparison.
    private let options: [String: String]
    /// What a device does differently from the likely intention, a sentence each.
    package let notes: [String]

    /// An attachment of the centre, or of another process, whose options were read there.
    package init(identifier: String, storedAt url: URL, type: String, options: [String: String]) {
        self.identifier = identifier
        self.url = url
        self.type = type
        self.options = options
        notes = []
    }

    /// Creates an attachment for a file of an attachable type.
    ///
    /// - Parameters:
    ///   - identifier: The identifier; an empty one is replaced by a unique one.
    ///   - url: The URL of a readable file.
    ///   - options: Values for the option keys.
    /// - Throws: `UNError` with the code `attachmentInvalidURL`, `attachmentUnrecognizedType` or
    ///   `attachmentInvalidFileSize`.
    public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        let read = AttachmentOptions(options ?? [:])
        guard url.isFileURL else { throw UNError(.attachmentInvalidURL) }
        let found = read.typeHint.map(AttachmentType.named(byHint:)) ?? .named(byExtension: url.pathExtension)
        guard let found else { throw UNError(.attachmentUnrecognizedType) }
        guard let size = Self.size(of: url) else { throw UNError(.attachmentInvalidURL) }
        guard size <= found.byteLimit else { throw UNError(.attachmentInvalidFileSize) }
        self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
        self.url = url
        type = found.identifier
        self.options = read.effective
        notes = read.notes + Self.notes(onSize: size, of: found)
    }

    init(_ attachment: UNNotificationAttachment, storedAt url: URL) {
        identifier = attachment.identifier
        self.url = url
        type = attachment.type
        options = attachment.options
        notes = attachment.notes
    }

    override var parts: [String: AnyHashable?] {
        ["identifier": identifier, "url": url.absoluteString, "type": type, "options": options]
    }

    /// Writes the values to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(part: notes, "notes")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.text("identifier"), let url = coder.text("url").flatMap(URL.init(string:)),
            let type = coder.text("type")
        else { return nil }
        self.identifier = identifier
        self.url = url
        self.type = type
        options = coder.values("options").compactMapValues { $0 as? String }
        notes = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "notes") as? [String] ?? []
    }

    /// The size in bytes of a readable file, behind symbolic links; `nil` for a directory or no file.
    static func size(of url: URL) -> Int? {
        let path = url.resolvingSymlinksInPath().path
        guard FileManager.default.isReadableFile(atPath: path),
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (attributes[.size] as? NSNumber)?.intValue
    }

    private static func notes(onSize size: Int, of type: AttachmentType) -> [String] {
        guard size > type.certainByteLimit else { return [] }
        return ["The file has \(size) bytes; a device may refuse more than \(type.certainByteLimit)."]
    }
}

/// The options of an attachment as iOS reads them.
struct AttachmentOptions {
    var typeHint: String?
    /// The text of each option that has an effect.
    var effective: [String: String] = [:]
    var notes: [String] = []

    init(_ options: [AnyHashable: Any]) {
        for (key, value) in options {
            guard let name = key.base as? String ?? (key.base as? NSString).map({ "\($0)" }) else { continue }
            effective[name] = "\(value)"
            switch name {
            case UNNotificationAttachmentOptionsTypeHintKey:
                typeHint = value as? String ?? (value as? NSString).map { "\($0)" }
                if typeHint == nil { ignore(name, value, "use a string such as \"public.jpeg\"") }
            case UNNotificationAttachmentOptionsThumbnailClippingRectKey:
                if !(value is NSDictionary || value is [AnyHashable: Any]) {
                    ignore(name, value, "use a dictionary of X, Y, Width and Height")
                }
            case UNNotificationAttachmentOptionsThumbnailHiddenKey, UNNotificationAttachmentOptionsThumbnailTimeKey:
                break
            default:
                ignore(name, value, "use one of the option keys")
            }
        }
        notes.sort()
    }

    private mutating func ignore(_ name: String, _ value: Any, _ cure: String) {
        effective[name] = nil
        notes.append("The option \(name) with a value of type \(type(of: value)) has no effect; \(cure).")
    }
}

extension UNNotificationAttachment {
    /// The text of each option that has an effect.
    package var effectiveOptions: [String: String] { options }
}
