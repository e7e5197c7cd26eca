import AttacheTesting
import CoreServices
import LoopbackOrigin
import TestWidth
import Testing
import UniformTypeIdentifiers

@testable import UserNotifications

@Suite("Attachments", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct AttachmentTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test(
        "The extension or the hint decides the type, never the bytes",
        arguments: [
            ("a.jpg", nil, "public.jpeg"), ("a.JPG", nil, "public.jpeg"), ("a.png", nil, "public.png"),
            ("a.gif", nil, "com.compuserve.gif"), ("a.heic", nil, "public.heic"), ("a.mp4", nil, "public.mpeg-4"),
            ("a.mov", nil, "com.apple.quicktime-movie"), ("a.mp3", nil, "public.mp3"),
            ("a.tmp", "public.png", "public.png"), ("a.webp", "public.jpeg", "public.jpeg"),
            ("a.tmp", "public.image", "public.image"), ("a.png", "public.jpeg", "public.jpeg"),
            ("a.tmp", "public.mpeg-4-audio", "public.mpeg-4-audio"), ("a.m4a", nil, "com.apple.m4a-audio"),
            ("a.webp", nil, nil), ("a.tmp", nil, nil), ("a", nil, nil), ("a.html", nil, nil), ("a.pdf", nil, nil),
            ("a.png", "image/png", nil), ("a.png", "public.movie", nil), ("a.png", "", nil),
        ] as [(String, String?, String?)]
    )
    func types(name: String, hint: String?, type: String?) throws {
        let url = try scratch.file(name)
        let options = hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
        #expect((try? UNNotificationAttachment(identifier: "", url: url, options: options))?.type == type)
        if type == nil {
            #expect(
                code { try UNNotificationAttachment(identifier: "", url: url, options: options) }
                    == .attachmentUnrecognizedType
            )
        }
    }

    @Test(
        "A file of exactly the limit passes, and one byte more is error 102",
        arguments: [("a.jpg", 10 << 20), ("a.mp3", 5 << 20), ("a.mp4", 50 << 20)]
    )
    func sizes(name: String, limit: Int) throws {
        let fitting = try scratch.file(name, byteCount: limit)
        let attachment = try UNNotificationAttachment(identifier: "", url: fitting)
        #expect(attachment.notes.count == 1)
        let large = try scratch.file(name, byteCount: limit + 1)
        #expect(code { try UNNotificationAttachment(identifier: "", url: large) } == .attachmentInvalidFileSize)
        let certain = try scratch.file(name, byteCount: limit / (1 << 20) * 1_000_000)
        #expect(try UNNotificationAttachment(identifier: "", url: certain).notes.isEmpty)
    }

    @Test("A URL that is no readable file is error 100")
    func urls() throws {
        let directory = scratch.url.appendingPathComponent("folder.png")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let remote = try #require(URL(string: "https://example.com/a.png"))
        let bare = try #require(URL(string: "/tmp/a.png"))
        for url in [remote, bare, directory, scratch.url.appendingPathComponent("missing.png")] {
            #expect(code { try UNNotificationAttachment(identifier: "", url: url) } == .attachmentInvalidURL)
        }
    }

    @Test("An empty identifier becomes a unique one")
    func identifiers() throws {
        let url = try scratch.file("a.png")
        let (first, second) = (
            try UNNotificationAttachment(identifier: "", url: url),
            try UNNotificationAttachment(identifier: "", url: url)
        )
        #expect(!first.identifier.isEmpty && first.identifier != second.identifier)
        #expect(try UNNotificationAttachment(identifier: "x", url: url).identifier == "x")
        #expect(
            try UNNotificationAttachment(identifier: "x", url: url)
                == UNNotificationAttachment(identifier: "x", url: url)
        )
    }

    @Test("Options of other types and dictionaries of objects are accepted, and values without effect are noted")
    func options() throws {
        let url = try scratch.file("a.png")
        let objects: [NSObject: AnyObject]? = ["typeHint" as NSString: "public.jpeg" as NSString]
        #expect(try UNNotificationAttachment(identifier: "", url: url, options: objects).type == "public.jpeg")
        let rect: [String: Any] = ["X": 0, "Y": 0, "Width": 1, "Height": 1]
        let right: [String: Any] = [
            UNNotificationAttachmentOptionsThumbnailClippingRectKey: rect,
            UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
        ]
        #expect(try UNNotificationAttachment(identifier: "", url: url, options: right).notes.isEmpty)
        let wrong: [String: Any] = [
            UNNotificationAttachmentOptionsThumbnailClippingRectKey: CGRect(x: 0, y: 0, width: 1, height: 1),
            UNNotificationAttachmentOptionsTypeHintKey: 7, "other": 1,
        ]
        let attachment = try UNNotificationAttachment(identifier: "", url: url, options: wrong)
        #expect(attachment.type == "public.png" && attachment.notes.count == 3)
    }

    @Test("A type object as hint is not a string, and the extension decides")
    func typeObjects() throws {
        let options: [AnyHashable: Any] = [UNNotificationAttachmentOptionsTypeHintKey: UTType.png]
        let attachment = try UNNotificationAttachment(identifier: "", url: scratch.file("a.jpg"), options: options)
        #expect(attachment.type == "public.jpeg" && attachment.notes.count == 1)
        let temporary = try scratch.file("a.tmp")
        #expect(
            code { try UNNotificationAttachment(identifier: "", url: temporary, options: options) }
                == .attachmentUnrecognizedType
        )
        let text: [AnyHashable: Any] = [UNNotificationAttachmentOptionsTypeHintKey: kUTTypePNG]
        #expect(try UNNotificationAttachment(identifier: "", url: temporary, options: text).type == "public.png")
    }

    @Test("One file may be attached twice, and the second copy is a file of its own")
    func sharedFile() throws {
        let store = AttachmentStore(directory: scratch.url.appendingPathComponent("store"))
        let url = try scratch.file("picture.jpeg", .photoJPEG)
        let stored = try ["", ""].map { try store.secure(UNNotificationAttachment(identifier: $0, url: url)) }
        #expect(stored[0].url != stored[1].url && stored[0].identifier != stored[1].identifier)
    }

    @Test("A stored file is a copy, and the source goes with the end of the move")
    func store() throws {
        let store = AttachmentStore(directory: scratch.url.appendingPathComponent("store"))
        let url = try scratch.file("picture.jpeg", .photoJPEG)
        let attachment = try UNNotificationAttachment(identifier: "x", url: url)
        let stored = try store.secure(attachment)
        try Data("other".utf8).write(to: url)
        #expect(stored.url.pathExtension == "jpg" && stored.identifier == "x" && stored.type == "public.jpeg")
        #expect(try Data(contentsOf: stored.url) == Data(SampleMedia.photoJPEG.bytes))
        store.removeSources(of: [attachment, stored])
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(FileManager.default.fileExists(atPath: stored.url.path))
        store.remove([stored.url, url])
        #expect(!FileManager.default.fileExists(atPath: stored.url.path))
    }

    @Test("A file that is gone, or grew, since the initializer is refused by the store")
    func changedFiles() throws {
        let store = AttachmentStore(directory: scratch.url.appendingPathComponent("store"))
        let gone = try UNNotificationAttachment(identifier: "", url: scratch.file("a.png"))
        try FileManager.default.removeItem(at: gone.url)
        #expect(code { try store.secure(gone) } == .attachmentInvalidURL)
        let grown = try UNNotificationAttachment(identifier: "", url: scratch.file("b.png"))
        _ = try scratch.file("b.png", byteCount: 10 << 20 + 1)
        #expect(code { try store.secure(grown) } == .attachmentInvalidFileSize)
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.directory.path).isEmpty)
    }
}
