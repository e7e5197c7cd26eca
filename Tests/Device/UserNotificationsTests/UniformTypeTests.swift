import TestWidth
import Testing
import UniformTypeIdentifiers

@Suite("Uniform types", .inProcess, .timeLimit(.minutes(1)))
struct UniformTypeTests {
    @Test(
        "A MIME type has an identifier and a preferred extension",
        arguments: [
            ("image/jpeg", "public.jpeg", "jpeg"), ("image/png", "public.png", "png"),
            ("IMAGE/GIF", "com.compuserve.gif", "gif"),
            ("video/mp4", "public.mpeg-4", "mp4"), ("audio/mpeg", "public.mp3", "mp3"),
            ("text/html", "public.html", "html"),
            ("application/octet-stream", "public.data", nil),
        ] as [(String, String, String?)]
    )
    func mimeTypes(mimeType: String, identifier: String, name: String?) throws {
        let type = try #require(UTType(mimeType: mimeType))
        #expect(type.identifier == identifier && type.preferredFilenameExtension == name && !type.isDynamic)
    }

    @Test("An unknown tag has a dynamic type, an unknown identifier and an empty tag none")
    func unknown() {
        #expect(UTType(mimeType: "image/unknown")?.isDynamic == true)
        #expect(UTType(filenameExtension: "unknown")?.conforms(to: .data) == true)
        #expect(UTType("public.unknown") == nil && UTType(mimeType: "") == nil && UTType(filenameExtension: "") == nil)
        #expect(UTType(filenameExtension: "png", conformingTo: .audio) == nil)
    }

    @Test(
        "Types conform to their family",
        arguments: [
            (UTType.jpeg, UTType.image, true), (.jpeg, .data, true), (.jpeg, .movie, false),
            (.mpeg4Movie, .movie, true),
            (.mp3, .audiovisualContent, true), (.image, .image, true), (.image, .jpeg, false), (.html, .image, false),
        ]
    )
    func conformance(type: UTType, parent: UTType, conforms: Bool) {
        #expect(type.conforms(to: parent) == conforms)
        #expect(type.isSubtype(of: parent) == (conforms && type != parent))
    }

    @Test("Every constant is in the table")
    func constants() {
        let all: [UTType] = [
            .item, .data, .image, .audiovisualContent, .movie, .audio, .jpeg, .png, .gif, .heic, .webP, .mpeg4Movie,
            .quickTimeMovie, .mp3, .wav, .html, .plainText, .json, .pdf,
        ]
        #expect(all.allSatisfy { !$0.isDynamic && UTType($0.identifier) == $0 })
    }
}
