import Foundation
import Glibc

/// Real media, made once per run by one call of `ffmpeg` and a few of the WebP tools, in a directory of its own.
package enum MediaSamples {
    private static let picture = "-map 0:v -frames:v 1"
    private static let movie = "-map 0:v -map 1:a"
    private static let sound = "-map 1:a"

    /// What `ffmpeg` makes.
    package static let made = [
        MediaSample("still.jpg", "jpeg", picture),
        MediaSample("large.jpg", "jpeg", picture + " -vf scale=1600:1200,noise=alls=40 -q:v 2"),
        MediaSample("still.png", "png", picture),
        MediaSample("animated.png", "png", "-map 0:v -frames:v 12 -plays 0 -f apng"),
        MediaSample("still.gif", "gif", picture),
        MediaSample("animated.gif", "gif", "-map 0:v -frames:v 12"),
        MediaSample("still.webp", "webp", picture + " -c:v libwebp"),
        MediaSample("lossless.webp", "webp", picture + " -c:v libwebp -lossless 1"),
        MediaSample("still.tiff", "tiff", picture, hasEnd: false),
        MediaSample("still.bmp", "bmp", picture, hasEnd: false),
        MediaSample("movie.mp4", "mp4", movie + " -c:v libx264 -c:a aac"),
        MediaSample("faststart.mp4", "mp4", movie + " -c:v libx264 -c:a aac -movflags +faststart"),
        MediaSample("fragments.mp4", "mp4", movie + " -c:v libx264 -g 10 -c:a aac -movflags frag_keyframe+empty_moov"),
        MediaSample("dash.mp4", "mp4", movie + " -c:v libx264 -g 10 -c:a aac -movflags +dash"),
        MediaSample("movie.m4v", "m4v", movie + " -c:v libx264 -c:a aac -f ipod"),
        MediaSample("movie.mov", "quicktime", movie + " -c:v libx264 -c:a aac"),
        MediaSample("movie.3gp", "3gpp", movie + " -c:v mpeg4 -c:a aac"),
        MediaSample("movie.3g2", "3gpp2", movie + " -c:v mpeg4 -c:a aac"),
        MediaSample("movie.avi", "avi", movie + " -c:v mpeg4 -c:a libmp3lame"),
        MediaSample("mpeg1.mpg", "mpeg-program", movie + " -c:v mpeg1video -c:a mp2 -f mpeg", hasEnd: false),
        MediaSample("mpeg2.mpg", "mpeg-program", movie + " -c:v mpeg2video -c:a mp2 -f vob", hasEnd: false),
        MediaSample("elementary.m1v", "mpeg1-video", "-map 0:v -c:v mpeg1video", hasEnd: false),
        MediaSample("elementary.m2v", "mpeg2-video", "-map 0:v -c:v mpeg2video", hasEnd: false),
        MediaSample("movie.ts", "mpeg-transport", movie + " -c:v mpeg2video -c:a mp2", hasEnd: false),
        MediaSample("movie.mkv", "matroska", movie + " -c:v libx264 -c:a aac", hasEnd: false),
        MediaSample("movie.webm", "webm", "-map 0:v -c:v libvpx", hasEnd: false),
        MediaSample("movie.flv", "flash-video", movie + " -c:v flv -c:a libmp3lame -ar 44100", hasEnd: false),
        MediaSample("movie.wmv", "windows-media", movie, hasEnd: false),
        MediaSample("sound.m4a", "m4a", sound + " -c:a aac"),
        MediaSample("sound.wav", "wav", sound),
        MediaSample("sound.aiff", "aiff", sound),
        MediaSample("sound.aifc", "aifc", sound + " -c:a pcm_f32be -f aiff"),
        MediaSample("sound.caf", "caf", sound, hasEnd: false),
        MediaSample("sound.au", "au", sound),
        MediaSample("tagged.mp3", "mp3", sound + " -metadata title=Attache", hasEnd: false),
        MediaSample("bare.mp3", "mp3", sound + " -id3v2_version 0 -write_xing 0", hasEnd: false),
        MediaSample("low.mp3", "mp3", sound + " -ar 16000 -b:a 32k -id3v2_version 0", hasEnd: false),
        MediaSample("sound.mp2", "mp2", sound + " -c:a mp2", hasEnd: false),
        MediaSample("sound.aac", "aac", sound + " -c:a aac", hasEnd: false),
        MediaSample("sound.ac3", "ac3", sound + " -c:a ac3", hasEnd: false),
        MediaSample("sound.ogg", "ogg", sound + " -c:a libvorbis", hasEnd: false),
        MediaSample("sound.flac", "flac", sound, hasEnd: false),
    ]

    /// What other tools make out of those.
    package static let converted = [MediaSample("animated.webp", "webp", "")]

    /// All of them.
    package static let all = made + converted

    /// The path of a file in the samples' directory, which exists from then on.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: Its path.
    package static func path(_ name: String) -> String {
        directory.appending(path: name).path()
    }

    private static let directory: URL = {
        let directory = FileManager.default.temporaryDirectory.appending(path: "attache-media-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            var arguments = ["-nostdin", "-y", "-v", "error"]
            arguments += ["-f", "lavfi", "-i", "testsrc=size=160x120:rate=25:duration=2"]
            arguments += ["-f", "lavfi", "-i", "sine=frequency=440:duration=2"]
            for sample in made {
                arguments += sample.options + ["-t", "2", directory.appending(path: sample.name).path()]
            }
            _ = try output(of: "ffmpeg", arguments)
            let animated = ["animated.gif", "-o", "animated.webp"].map {
                $0.hasPrefix("-") ? $0 : directory.appending(path: $0).path()
            }
            _ = try output(of: "gif2webp", ["-quiet"] + animated)
            atexit { try? FileManager.default.removeItem(at: MediaSamples.directory) }
        } catch {
            fatalError("The tests need ffmpeg and the WebP tools: \(error)")
        }
        return directory
    }()

    /// The bytes of a sample.
    ///
    /// - Parameter sample: One of `all`.
    /// - Returns: The whole file.
    /// - Throws: Foundation's error when the file was not made.
    package static func bytes(_ sample: MediaSample) throws -> [UInt8] {
        try Array(Data(contentsOf: directory.appending(path: sample.name)))
    }

    /// Width and height of the first video stream as `ffprobe` sees it, and how many pictures it decodes.
    ///
    /// - Parameter sample: One of `all`.
    /// - Returns: The three numbers, or `nil` when there is no video stream or `ffprobe` does not read the format.
    /// - Throws: When `ffprobe` cannot be run.
    package static func probe(_ sample: MediaSample) throws -> (width: Int, height: Int, frames: Int)? {
        let path = directory.appending(path: sample.name).path()
        let text = try output(
            of: "ffprobe",
            [
                "-v", "error", "-select_streams", "v:0", "-count_frames", "-of", "csv=p=0", "-show_entries",
                "stream=width,height,nb_read_frames", path,
            ]
        )
        let numbers = text.split { $0 == "," || $0.isWhitespace }.compactMap { Int($0) }
        return numbers.count >= 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }

    private static func output(of tool: String, _ arguments: [String]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "attache-output-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let child = try ChildProcess("/usr/bin/env", [tool] + arguments, output: file.path(percentEncoded: false))
        let status = child.waitBlocking()
        guard status == 0 else { throw ToolFailure(tool: tool, status: status) }
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    private struct ToolFailure: Error {
        let tool: String
        let status: Int32
    }
}

/// One file of real media that the tests make with the usual tools.
package struct MediaSample: Sendable, CustomStringConvertible {
    /// The file's name.
    package let name: String
    /// The name of the format it has, as in `MediaFormat.name`.
    package let format: String
    /// What `ffmpeg` is told about this output.
    package let options: [String]
    /// Whether a cut anywhere shows: the container has an end mark or announces its length.
    package let hasEnd: Bool

    package var description: String { name }

    /// The file's extension.
    package var fileExtension: String { String(name.split(separator: ".").last ?? "") }

    init(_ name: String, _ format: String, _ options: String, hasEnd: Bool = true) {
        self.name = name
        self.format = format
        self.options = options.split(separator: " ").map(String.init)
        self.hasEnd = hasEnd
    }
}
