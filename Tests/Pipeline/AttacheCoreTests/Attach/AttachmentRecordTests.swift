import AttacheCore
import TestWidth
import Testing

@Suite("Attachment records in ledgers and indexes", .inProcess, .timeLimit(.minutes(1)))
struct AttachmentRecordTests {
    @Test("Every format is read back unchanged, with and without pixels", arguments: MediaFormat.all)
    func roundTrip(format: MediaFormat) throws {
        for pixels in [PixelSize(width: 3, height: 4), nil] {
            let attachment = Attachment(
                identifier: "0123",
                file: StoredFile(path: "/store/ä b/01.png", sha256: "01", byteCount: 7),
                format: format,
                fileExtension: format.preferredExtension,
                pixels: pixels,
                frameCount: pixels == nil ? nil : 1,
                source: "https://cdn.example/?q=\"1\""
            )
            var writer = JSONWriter()
            AttachmentRecord.write(attachment, to: &writer)
            #expect(AttachmentRecord.read(try JSONDocument(parsing: writer.bytes).root) == attachment)
        }
    }

    @Test("An attachment of an unknown format is ignored")
    func unknownFormat() throws {
        let rest = #""path":"/a","sha256":"1","bytes":1,"extension":"h","source":"s""#
        let text = #"{"identifier":"1","format":"hologram",\#(rest)}"#
        #expect(AttachmentRecord.read(try JSONDocument(parsing: Array(text.utf8)).root) == nil)
    }
}
