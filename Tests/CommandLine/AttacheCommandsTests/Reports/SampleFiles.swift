import AttacheCore
import AttacheTesting
import Foundation
import LoopbackOrigin

/// Real media in a scratch directory, laid out like a store.
struct SampleFiles {
    private let scratch: ScratchDirectory
    let attachments: [Attachment]

    /// Writes an image, an animation and a video.
    init() throws {
        scratch = try ScratchDirectory()
        var attachments: [Attachment] = []
        for (sample, format) in [(SampleMedia.photoPNG, MediaFormat.png), (.photoJPEG, .jpeg), (.clipMP4, .mp4)] {
            let file = scratch.url(sample.rawValue)
            try Data(sample.bytes).write(to: file)
            attachments.append(
                Attachment(
                    identifier: "media",
                    file: StoredFile(
                        path: file.path(percentEncoded: false),
                        sha256: SHA256Digest(of: sample.bytes).hexadecimal,
                        byteCount: sample.bytes.count
                    ),
                    format: format,
                    fileExtension: format.preferredExtension,
                    pixels: format.kind == .image ? PixelSize(width: 160, height: 120) : nil,
                    frameCount: nil,
                    source: "https://cdn.example.com/\(sample.rawValue)"
                )
            )
        }
        self.attachments = attachments
    }

    var directory: URL { scratch.url }

    /// Removes the directory.
    func remove() { scratch.remove() }
}
