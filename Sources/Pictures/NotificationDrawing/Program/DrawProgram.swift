import AttacheSystem
import Glibc
import NotificationPicture
import ProcessSandbox

/// The program `attache-draw`, which `attache` starts: each mode enters its sandbox before it reads anything.
package enum DrawProgram {
    /// The seconds after which a process ends itself during one answer; `attache` waits longer.
    private static let answerSeconds: UInt32 = 10

    /// The bytes of free memory that are kept for the next picture: a canvas of 20 MB, which an iPad's has, its rows for PNG
    /// and the file.
    private static let keptMemory: Int32 = 64 * 1024 * 1024

    /// Runs the mode in the arguments, which include the program's name.
    package static func run(_ arguments: [String]) -> Never {
        _ = signal(SIGPIPE, SIG_IGN)
        guard let mode = arguments.dropFirst().first.flatMap(PictureProtocol.Mode.init) else {
            fail("attache starts this program; use attache preview.")
        }
        do throws(SystemCallError) {
            switch mode {
            case .draw:
                MallocSettings.keep(keptMemory)
                try Sandbox.enterReading(.drawing, output: STDOUT_FILENO, after: warmUp)
                serve(draw)
            case .decode:
                // The libraries set up what they need before no file can be opened.
                _ = ImageSurface(width: 1, height: 1)?.pixels()
                try Sandbox.enter(input: STDIN_FILENO, output: STDOUT_FILENO)
                serve(decode)
            case .frame: try becomeDecoder(arguments.dropFirst(2).compactMap { Int($0) })
            }
        } catch {
            fail("\(error.operation) was refused: \(error.message).")
        }
        exit(0)
    }

    /// Loads the fonts that most pictures need, before the first request waits for them.
    private static func warmUp() {
        let notification = PictureNotification(title: "A", subtitle: "Ω", body: "Я")
        var request = PictureRequest([notification])
        request.scale = 1
        _ = PictureDrawer.draw(request, pixels: [])
    }

    /// Greets, and answers each frame until the input ends.
    private static func serve(_ answer: ([UInt8]) -> [[UInt8]]?) {
        guard send([PictureProtocol.greeting]) else { return }
        let limit = PictureProtocol.fileLimit + 16
        while let question = Frame.read(from: STDIN_FILENO, limit: limit) {
            // A crafted file or text may take for ever: SIGALRM then ends the process.
            alarm(answerSeconds)
            guard let frames = answer(question) else { return }
            alarm(0)
            guard send(frames) else { return }
        }
    }

    private static func draw(_ question: [UInt8]) -> [[UInt8]]? {
        guard let request = try? PictureRequest(json: question) else { return nil }
        var pixels: [PicturePixels?] = []
        for _ in 0..<request.imageCount {
            guard let frame = Frame.read(from: STDIN_FILENO, limit: PictureProtocol.pixelLimit) else { return nil }
            pixels.append(PicturePixels(frame: frame))
        }
        guard let picture = PictureDrawer.draw(request, pixels: pixels) else { return nil }
        return [picture.report.json, picture.bytes]
    }

    private static func decode(_ question: [UInt8]) -> [[UInt8]]? {
        [PictureProtocol.Question(frame: question).flatMap(MediaDecoder.decode)?.frame ?? []]
    }

    /// Becomes ffmpeg, which reads a video from standard input and writes one frame of a size at a time.
    private static func becomeDecoder(_ numbers: [Int]) throws(SystemCallError) -> Never {
        guard let time = numbers.first else { fail("frame needs a time.") }
        let seconds = "\(Double(time) / 1000)"
        let side = PicturePixels.sideLimit
        let places: [String] = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"]
        guard let program = places.first(where: { unsafe access($0, X_OK) == 0 }) else { exit(1) }
        // A playlist could name other files, so only containers are read, and only this file.
        let command = [
            program, "-nostdin", "-v", "quiet", "-threads", "1", "-protocol_whitelist", "file", "-format_whitelist",
            "mov,mp4,m4a,3gp,3g2,mj2,mpeg,mpegvideo,mpegts,avi", "-ss", seconds, "-i", "file:/dev/fd/0", "-map",
            "0:v:0",
            // Turned by its matrix and with square pixels; a pixmap says its size itself.
            "-frames:v", "1", "-vf",
            "scale=w='max(1,iw*if(gt(sar,0),sar,1))':h=ih,setsar=1,"
                + "scale=w='min(\(side),iw)':h='min(\(side),ih)':force_original_aspect_ratio=decrease",
            "-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24", "pipe:1",
        ]
        let limits = ConverterLimits(memory: 1 << 30, seconds: Int(answerSeconds), fileSize: 0)
        try Sandbox.enterForConverter(.converter(program), limits: limits)
        var words = unsafe command.map { unsafe strdup($0) } + [nil]
        unsafe execv(program, &words)
        exit(1)
    }

    private static func send(_ frames: [[UInt8]]) -> Bool {
        Frame.write(frames, limit: PictureProtocol.pictureLimit, to: STDOUT_FILENO)
    }

    private static func fail(_ sentence: String) -> Never {
        _ = FileDescriptor.writeAll(Array("\(PictureProgram.name): \(sentence)\n".utf8), to: STDERR_FILENO)
        exit(2)
    }
}
