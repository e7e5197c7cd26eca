package import AttacheSystem
import Glibc

/// The drawing program, with one process that draws and one that decodes; used by one thread at a time.
///
/// Neither has a network or can change files. A file that crashes or stops the decoding process costs only its own picture.
package final class PictureProgram {
    /// The name of the program.
    package static let name = "attache-draw"
    /// The limit of an answer in seconds; the processes end themselves earlier.
    private static let timeout = 20

    private let path: String
    private var drawing: SocketProgram?
    private var decoding: SocketProgram?

    package init(path: String) {
        self.path = path
    }

    /// The program's path: beside this program, or where packages install it; `nil` without one.
    package static func find() -> String? { ProcessCommand.installedProgram(name) }

    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - request: What to draw.
    ///   - pixels: The pixels of each notification whose media file has them, in the order of the notifications.
    /// - Returns: The file, and what was measured.
    /// - Throws: `SystemCallError` when the program cannot be started or ends, and for a picture that is too large.
    package func draw(
        _ request: PictureRequest,
        pixels: [PicturePixels]
    ) throws(SystemCallError) -> (bytes: [UInt8], report: PictureReport) {
        let wasIdle = drawing != nil
        let process = try running(.draw, &drawing)
        let frames = [request.json] + pixels.prefix(request.imageCount).map(\.frame)
        guard Frame.write(frames, limit: PictureProtocol.pictureLimit, to: process.socket),
            let answer = Frame.read(from: process.socket, limit: PictureProtocol.requestLimit * 4),
            let picture = Frame.read(from: process.socket, limit: PictureProtocol.pictureLimit),
            let report = try? PictureReport(json: answer)
        else {
            drawing = nil
            // It may have ended since its last picture, without the fault of this one.
            if wasIdle { return try draw(request, pixels: pixels) }
            throw SystemCallError(operation: "draw with", path: path, code: 0, cause: "it ended without a picture")
        }
        guard !picture.isEmpty else {
            let size = "\(report.width) × \(report.height) pixels, and \(PictureProtocol.areaLimit) is the limit"
            let cause = "it would have \(size); use fewer stages and appearances, or SVG"
            throw SystemCallError(operation: "draw", code: 0, cause: cause)
        }
        return (picture, report)
    }

    /// Decodes a picture, or the frame of an animation at a time in milliseconds; `nil` when it cannot be decoded.
    package func decode(
        _ file: [UInt8],
        _ format: PictureProtocol.Decodable,
        time: Int = 0
    ) throws(SystemCallError) -> PicturePixels? {
        guard file.count <= PictureProtocol.fileLimit else { return nil }
        let process = try running(.decode, &decoding)
        let question = PictureProtocol.question(file, format, time: time)
        guard Frame.write([question], limit: question.count, to: process.socket),
            let answer = Frame.read(from: process.socket, limit: PictureProtocol.pixelLimit)
        else {
            // The file has ended the process; the next file gets another.
            decoding = nil
            return nil
        }
        return PicturePixels(frame: answer)
    }

    /// Ends the process that decodes: the files of one client must not meet a process that those of another may have
    /// taken over.
    package func endDecoding() { decoding = nil }

    /// Decodes a frame of a video with ffmpeg, turned as players show it; `nil` without ffmpeg, or when the file cannot be
    /// decoded.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - time: The time of the frame in milliseconds.
    /// - Returns: The frame, no larger than `PicturePixels.sideLimit`.
    /// - Throws: `SystemCallError` when the file or the program cannot be opened.
    package func frame(ofVideo path: String, time: Int) throws(SystemCallError) -> PicturePixels? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        defer { close(file) }
        let command = [self.path, PictureProtocol.Mode.frame.rawValue, "\(max(0, time))"]
        let process = try SocketProgram(command, timeout: Self.timeout, input: file)
        let bytes = try? FileDescriptor.readAll(PictureProtocol.frameLimit, from: process.socket)
        return bytes.flatMap { PicturePixels(pixmap: $0) }
    }

    /// The process of a mode, started when there is none.
    private func running(
        _ mode: PictureProtocol.Mode,
        _ slot: inout SocketProgram?
    ) throws(SystemCallError) -> SocketProgram {
        if let process = slot { return process }
        let process = try SocketProgram([path, mode.rawValue], timeout: Self.timeout)
        guard Frame.read(from: process.socket, limit: 64) == PictureProtocol.greeting else {
            let cause = "it does not start, or is of another version"
            throw SystemCallError(operation: "start", path: path, code: 0, cause: cause)
        }
        slot = process
        return process
    }
}
