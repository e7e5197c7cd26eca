import AttacheCore
import AttacheSystem
import Glibc
package import NotificationPicture

/// The options of the thumbnail, as an extension sets them on an attachment.
package struct ThumbnailOptions: Sendable, Equatable {
    package var clip = PictureMedium.Clip.whole
    package var isHidden = false
    /// The time of the frame in milliseconds.
    package var time = 0

    package init() {}
}

/// Decodes the media of pictures with the drawing program.
package struct PreviewMedia {
    private let program: PictureProgram
    private let options: ThumbnailOptions
    /// Takes a sentence for each file that cannot be read.
    private let warn: (String) -> Void

    package init(program: PictureProgram, options: ThumbnailOptions, warn: @escaping (String) -> Void = { _ in }) {
        self.program = program
        self.options = options
        self.warn = warn
    }

    /// Completes the media file of a notification.
    ///
    /// - Parameter content: The notification; its media file gets its form, its ratio and the thumbnail's options.
    /// - Returns: The pixels, when the media file has them.
    package func complete(_ content: inout PreviewContent) -> PicturePixels? {
        content.notification.medium?.clip = options.clip
        if options.isHidden { content.notification.hideThumbnail() }
        guard let attachment = content.attachment else { return nil }
        let kind = attachment.format.kind
        if kind == .audio { content.notification.medium?.form = .audio }
        if let size = attachment.pixels, size.width > 0, size.height > 0 {
            content.notification.medium?.ratio =
                PictureMedium(form: .placeholder, ratio: Double(size.width) / Double(size.height)).ratio
        }
        content.notification.medium?.isVideo = kind == .video
        guard kind != .audio else { return nil }
        let pixels = pixels(of: attachment)
        if let pixels {
            content.notification.medium?.form = .pixels
            content.notification.medium?.ratio =
                PictureMedium(form: .pixels, ratio: Double(pixels.width) / Double(pixels.height)).ratio
        } else {
            let reason = kind == .video ? "no frame: is ffmpeg installed?" : "shown on the phone, not decoded here"
            content.notification.medium?.label += "\n\(reason)"
        }
        return pixels
    }

    private func pixels(of attachment: Attachment) -> PicturePixels? {
        do throws(SystemCallError) {
            if attachment.format.kind == .video {
                return try program.frame(ofVideo: attachment.file.path, time: options.time)
            }
            guard let format = Self.decodable(attachment.format) else { return nil }
            return try program.decode(try Self.read(attachment.file.path), format, time: options.time)
        } catch {
            warn("\(error.path ?? "The medium") cannot be decoded: \(error.message).")
            return nil
        }
    }

    private static func decodable(_ format: MediaFormat) -> PictureProtocol.Decodable? {
        switch format.typeIdentifier {
        case "public.png": .png
        case "public.jpeg": .jpeg
        case "com.compuserve.gif": .gif
        default: nil
        }
    }

    private static func read(_ path: String) throws(SystemCallError) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        defer { close(file) }
        return try FileDescriptor.readAll(PictureProtocol.fileLimit, from: file, path: path)
    }
}
