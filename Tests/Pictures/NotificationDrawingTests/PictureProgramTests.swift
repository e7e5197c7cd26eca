import AttacheSystem
import AttacheTesting
import Foundation
import LoopbackOrigin
import NotificationPicture
import TestWidth
import Testing

@testable import NotificationDrawing

/// The built `attache-draw`: its decoders in their sandbox, with good, broken and hostile files.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PictureProgramTests {
    private let path: String

    init() throws {
        let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        path = directory.appending(path: PictureProgram.name).path(percentEncoded: false)
    }

    @Test(arguments: [
        (SampleMedia.photoPNG, PictureProtocol.Decodable.png, 160, 120), (.photoJPEG, .jpeg, 160, 120),
        (.animationGIF, .gif, 64, 48),
    ])
    func picturesAreDecoded(_ sample: SampleMedia, _ format: PictureProtocol.Decodable, width: Int, height: Int) throws
    {
        let pixels = try #require(try PictureProgram(path: path).decode(sample.bytes, format))
        #expect(pixels.width == width && pixels.height == height)
        #expect(Set(pixels.bytes).count > 8)
    }

    /// Our decoder of GIF shows the frames that ffmpeg shows.
    @Test(arguments: [0, 350, 700])
    func framesAreThoseOfFFmpeg(_ time: Int) throws {
        let file = Array(try Data(contentsOf: URL(filePath: MediaSamples.path("animated.gif"))))
        let ours = try #require(try PictureProgram(path: path).decode(file, .gif, time: time))
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        let still = directory.appending(path: "still.png").path
        // The frame that is shown at a time is the last one that has begun.
        process.arguments = [
            "-v", "error", "-i", try MediaSamples.path("animated.gif"), "-vf", "select='lte(t,\(Double(time) / 1000))'",
            "-fps_mode", "passthrough", "-update", "1", "-pix_fmt", "rgba", still,
        ]
        try process.run()
        process.waitUntilExit()
        let png = Array(try Data(contentsOf: URL(filePath: still)))
        let theirs = try #require(try PictureProgram(path: path).decode(png, .png))
        #expect(ours == theirs)
    }

    /// A frame outside of the canvas, which is cleared after its time, leaves the picture as it was.
    @Test(arguments: [0, 50, 150, 250])
    func framesOutsideOfTheCanvas(_ time: Int) throws {
        func frame(at place: UInt8, width: UInt8, disposal: UInt8) -> [UInt8] {
            [0x21, 0xF9, 4, disposal << 2, 10, 0, 0, 0, 0x2C, place, 0, place, 0, width, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
        }
        let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        let frames = [
            frame(at: 0, width: 1, disposal: 1), frame(at: 5, width: 2, disposal: 2),
            frame(at: 255, width: 255, disposal: 2), frame(at: 1, width: 1, disposal: 3),
        ]
        let file = head + frames.joined() + [0x3B]
        let pixels = try #require(try PictureProgram(path: path).decode(file, .gif, time: time))
        #expect(pixels.bytes == [255, 255, 255, 255])
    }

    @Test func videoFrameIsDecoded() throws {
        let program = PictureProgram(path: path)
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.url("attache.mp4")
        try Data(SampleMedia.clipMP4.bytes).write(to: file)
        let frame = try #require(try program.frame(ofVideo: file.path, time: 0))
        #expect(Set(frame.bytes).count > 2)
        // No video at all, and a playlist that names another file.
        for text in ["no video", "#EXTM3U\n#EXTINF:1,\nfile:/etc/passwd\n"] {
            try Data(text.utf8).write(to: file)
            #expect(try program.frame(ofVideo: file.path, time: 0) == nil)
        }
    }

    /// An upright video is drawn upright: the phone that recorded it lying turns it by its matrix.
    @Test(arguments: [(0, true), (90, false), (180, true), (270, false)])
    func videoIsTurned(_ angle: Int, isWide: Bool) throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        let (source, turned) = (directory.appending(path: "a.mp4"), directory.appending(path: "b.mp4"))
        try Data(SampleMedia.clipMP4.bytes).write(to: source)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = [
            "-v", "error", "-i", source.path, "-c", "copy", "-metadata:s:v:0", "rotate=\(angle)", turned.path,
        ]
        try process.run()
        process.waitUntilExit()
        let frame = try #require(try PictureProgram(path: path).frame(ofVideo: turned.path, time: 0))
        #expect((frame.width > frame.height) == isWide)
    }

    /// Eight ways to turn a picture whose corners differ: what is stored in the corner is shown where EXIF says.
    @Test(arguments: [
        (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]), (5, [0, 2, 1, 3]),
        (6, [2, 0, 3, 1]),
        (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
    ])
    func orientationIsThatOfEXIF(_ orientation: Int, corners: [Int]) throws {
        let data: [UInt8] =
            Array("Exif".utf8) + [0, 0] + Array("MM".utf8)
            + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
        let stored = try Self.fourColours()
        let file = Array(stored[..<2]) + [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data + stored[2...]
        let program = PictureProgram(path: path)
        let plain = try #require(try program.decode(stored, .jpeg))
        let turned = try #require(try program.decode(file, .jpeg))
        #expect((turned.width == plain.width) == (orientation < 5))
        #expect(turned.width * turned.height == plain.width * plain.height)
        let before = Self.corners(plain)
        #expect(Self.corners(turned) == corners.map { before[$0] })
        #expect(Set(before).count == 4)
    }

    /// Broken EXIF data turn nothing.
    @Test(
        arguments: [
            [], Array("Exif".utf8), Array("Exif\0\0MM".utf8), Array("Exif\0\0MM\0*".utf8) + [0xFF, 0xFF, 0xFF, 0xFF],
            Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 0xFF, 0xFF],
            Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8) + [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 99],
        ] as [[UInt8]]
    )
    func brokenOrientationIsUpright(_ data: [UInt8]) throws {
        let stored = try Self.fourColours()
        let file = Array(stored[..<2]) + [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data + stored[2...]
        let program = PictureProgram(path: path)
        #expect(try program.decode(file, .jpeg) == program.decode(stored, .jpeg))
    }

    /// A JPEG of 64 × 32 pixels with another colour in each quarter.
    private static func fourColours() throws -> [UInt8] {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let file = scratch.url("colours.jpg")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        let quarter = { (color: String) in "color=\(color):size=32x16" }
        process.arguments =
            ["-v", "error"] + ["red", "lime", "blue", "white"].flatMap { ["-f", "lavfi", "-i", quarter($0)] } + [
                "-filter_complex", "[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack", "-frames:v", "1", "-q:v", "2",
                file.path,
            ]
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: file))
    }

    /// The colours near the corners, as bits of blue, green and red: top left, top right, bottom left, bottom right.
    private static func corners(_ pixels: PicturePixels) -> [Int] {
        [(4, 4), (pixels.width - 5, 4), (4, pixels.height - 5), (pixels.width - 5, pixels.height - 5)].map { x, y in
            (0..<3).reduce(0) { bits, channel in
                bits | (pixels.bytes[(y * pixels.width + x) * 4 + channel] > 127 ? 1 << channel : 0)
            }
        }
    }

    /// A pixmap that ends early, or that names another size than it has, has no pixels.
    @Test(arguments: [
        "", "P6", "P6\n2 1\n255\n12345", "P6\n0 1\n255\n", "P6\n2 99999\n255\n123456", "P5\n2 1\n255\n123456",
    ])
    func brokenPixmapIsNone(_ text: String) {
        #expect(PicturePixels(pixmap: Array(text.utf8)) == nil)
    }

    @Test func pixmapIsRead() {
        let pixels = PicturePixels(pixmap: Array("P6\n2 1\n255\n".utf8) + [1, 2, 3, 4, 5, 6])
        #expect(pixels == PicturePixels(width: 2, height: 1, bytes: [3, 2, 1, 255, 6, 5, 4, 255]))
    }

    /// A picture that is too large is an error with its size, and the same process draws the next one.
    @Test func tooLargePictureIsAnError() throws {
        let program = PictureProgram(path: path)
        var request = PictureRequest([SampleTexts.languages[0].notification()])
        request.stages = Array(repeating: .list, count: 60)
        let error = #expect(throws: SystemCallError.self) { try program.draw(request, pixels: []) }
        #expect(error?.message.contains("pixels, and \(PictureProtocol.areaLimit) is the limit") == true)
        request.stages = [.list]
        #expect(try program.draw(request, pixels: []).report.width == 1179)
    }

    /// A thumbnail is the mean of the pixels below it.
    @Test func pixelsAreReduced() throws {
        let pixels = try #require(
            PicturePixels(
                width: 4,
                height: 2,
                bytes: Array(repeating: [10, 20, 30, 255, 30, 40, 50, 255], count: 4).flatMap(\.self)
            )
        )
        #expect(
            pixels.reduced(toShortSide: 1)
                == PicturePixels(width: 2, height: 1, bytes: [20, 30, 40, 255, 20, 30, 40, 255])
        )
        #expect(pixels.reduced(toShortSide: 2) == pixels)
    }

    /// Cut and changed files have no pixels or some, and the next file is decoded all the same.
    @Test(arguments: [
        (SampleMedia.photoPNG, PictureProtocol.Decodable.png), (.photoJPEG, .jpeg), (.animationGIF, .gif),
    ])
    func brokenFilesCostOnlyTheirOwnPicture(_ sample: SampleMedia, _ format: PictureProtocol.Decodable) throws {
        let program = PictureProgram(path: path)
        var generator = SeededGenerator(seed: 7)
        for round in 0..<120 {
            var file = sample.bytes
            for _ in 0..<(1 + round % 8) {
                let place = Int.random(in: 0..<file.count, using: &generator)
                file[place] = UInt8.random(in: .min ... .max, using: &generator)
            }
            if round % 3 == 0 { file.removeLast(Int.random(in: 0..<file.count, using: &generator)) }
            _ = try program.decode(file, format)
        }
        #expect(try program.decode(sample.bytes, format) != nil)
    }

    /// Files that announce far more than they have, or than the process may use.
    static let bombs: [(PictureProtocol.Decodable, [UInt8])] = [
        (
            .png,
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
                0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 6, 0, 0, 0,
            ] + Array(repeating: 0, count: 64)
        ),
        (.gif, Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0] + Array(repeating: 0, count: 64)),
        (
            .gif,
            Array("GIF89a".utf8) + [0xA0, 0x0F, 0xA0, 0x0F, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
                + Array(
                    repeating: [0x2C, 0, 0, 0, 0, 0xA0, 0x0F, 0xA0, 0x0F, 0, 2, 1, 0x44, 0] as [UInt8],
                    count: 2_000
                ).joined()
        ),
        (.jpeg, [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xFF, 0xFF, 0xFF, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
        (.png, []), (.jpeg, [0xFF]), (.gif, Array("GIF89a".utf8)),
    ]

    @Test(arguments: bombs.indices)
    func bombsAreRefused(_ index: Int) throws {
        let program = PictureProgram(path: path)
        let (format, file) = Self.bombs[index]
        let pixels = try program.decode(file, format, time: 3_600_000)
        // Of the long animation the first frames may be shown.
        #expect(pixels == nil || index == 2)
        #expect(try program.decode(SampleMedia.photoPNG.bytes, .png) != nil)
    }

    /// Of an animation with many large frames, so many are drawn as the limit of pixels allows.
    @Test func longAnimationIsDrawnInPart() throws {
        let head = Array("GIF89a".utf8) + [0xA0, 0x0F, 0xA0, 0x0F, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        // Each frame sets one pixel, to the right of that of the frame before.
        let frames = (0..<2000).flatMap { number -> [UInt8] in
            let place = [UInt8(number & 0xFF), UInt8(number >> 8)]
            return [0x2C] + place + [0, 0, 0xA0, 0x0F, 0xA0, 0x0F, 0, 2, 1, 0x44, 0]
        }
        let frame = try #require(GIFDecoder.frame(of: head + frames, at: 3_600_000))
        // The frame and the canvas have 16 million pixels each, and the limit is 120 million.
        #expect(frame.pixels.prefix(frame.width).count { $0 != 0 } == 3)
    }

    /// The process that draws answers many requests, also with emoji and CJK, whose fonts it opens in its sandbox.
    @Test func drawingWorksInTheSandbox() throws {
        let program = PictureProgram(path: path)
        for sample in SampleTexts.languages {
            let picture = try program.draw(PictureRequest([sample.notification()]), pixels: [])
            #expect(picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(picture.report.texts.allSatisfy { $0.fits && $0.missingGlyphs == 0 })
        }
    }

    /// A library within the process that draws, as a fault of a font library would be: it finds no file but fonts.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "It needs a C compiler."))
    func drawingReadsFontsOnly() throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let token = scratch.path("tokens")
        try Data("alice secret".utf8).write(to: URL(filePath: token))
        let paths = [
            "/etc/shadow", "/etc/passwd", token, "/proc/self/environ", "/proc/self/maps", "/etc/fonts/fonts.conf",
        ]
        // The program sets an alarm for each request, when it is in its sandbox.
        let source = """
            #include <fcntl.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            unsigned alarm(unsigned seconds) {
                const char *paths[] = {\(paths.map { "\"\($0)\"" }.joined(separator: ", "))};
                char found[\(paths.count)];
                for (int i = 0; i < \(paths.count); i++)
                    found[i] = syscall(SYS_openat, AT_FDCWD, paths[i], O_RDONLY, 0) < 0 ? '-' : 'r';
                write(1, found, sizeof found);
                _exit(0);
            }
            """
        try Data(source.utf8).write(to: scratch.url("hook.c"))
        let compiler = try Process.run(
            URL(filePath: "/usr/bin/cc"),
            arguments: ["-shared", "-fPIC", "-o", scratch.path("hook.so"), scratch.path("hook.c")]
        )
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        let command = [
            "/usr/bin/env", "LD_PRELOAD=\(scratch.path("hook.so"))", path, PictureProtocol.Mode.draw.rawValue,
        ]
        let program = try SocketProgram(command, timeout: 60)
        #expect(Frame.read(from: program.socket, limit: 64) == PictureProtocol.greeting)
        #expect(Frame.write([[0x7B, 0x7D]], limit: 2, to: program.socket))
        let found = try FileDescriptor.readAll(paths.count, from: program.socket)
        #expect(String(decoding: found, as: UTF8.self) == "-----r")
    }

    /// Each scan of a JPEG costs as much as the picture: a file with more than any picture has is not decoded.
    @Test(arguments: [(50, true), (51, false), (400, false)])
    func scansAreLimited(_ count: Int, isDecoded: Bool) throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        try Data(SampleMedia.photoPNG.bytes).write(to: scratch.url("a.png"))
        let vips = try Process.run(
            URL(filePath: "/usr/bin/vips"),
            arguments: ["copy", scratch.path("a.png"), scratch.path("a.jpg[interlace]")]
        )
        vips.waitUntilExit()
        let file = Array(try Data(contentsOf: scratch.url("a.jpg")))
        let starts = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
        let last = try #require(starts.last)
        try #require(starts.count > 1 && file.suffix(2) == [0xFF, 0xD9])
        // A length of zero, which libjpeg passes over.
        let odd: [UInt8] = [0xFF, 0xFE, 0, 0]
        let scans = Array(repeating: file[last..<file.count - 2], count: count - starts.count).joined()
        let long = file.prefix(2) + odd + file[2..<file.count - 2] + scans + [0xFF, 0xD9]
        #expect((try PictureProgram(path: path).decode(Array(long), .jpeg) != nil) == isDecoded)
    }

    @Test func missingProgramIsAnError() {
        #expect(throws: (any Error).self) {
            try PictureProgram(path: "/nowhere/attache-draw").draw(PictureRequest([PictureNotification()]), pixels: [])
        }
    }
}
