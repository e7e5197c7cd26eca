import AttacheTesting
import Foundation

/// Media made by libvips and ffmpeg, in a directory that is removed with its owner.
final class RepairSamples: Sendable {
    /// How each file is made from `still.png` and `moving.mp4`; `OUT` is its path, `DIR` the directory.
    private static let recipes: [String: [String]] = [
        "still.webp": ["vips", "webpsave", "DIR/still.png", "OUT"],
        "still.avif": ["vips", "heifsave", "DIR/still.png", "OUT", "--compression", "av1"],
        "still.heic": ["vips", "heifsave", "DIR/still.png", "OUT", "--compression", "hevc"],
        "still.tiff": ["vips", "tiffsave", "DIR/still.png", "OUT"],
        "still.bmp": ["ffmpeg", "-i", "DIR/still.png", "OUT"],
        "clear.webp": ["ffmpeg", "-f", "lavfi", "-i", "color=red@0.5:s=64x48,format=rgba", "-frames:v", "1", "OUT"],
        "clear.bmp": [
            "ffmpeg", "-f", "lavfi", "-i", "color=red@0.5:s=64x48,format=bgra", "-frames:v", "1", "OUT",
        ],
        "moving.webp": [
            "ffmpeg", "-f", "lavfi", "-i", "testsrc=s=80x60:r=10:d=1", "-c:v", "libwebp_anim", "-loop", "0", "OUT",
        ],
        "noise.png": ["vips", "gaussnoise", "OUT", "150", "150", "--mean", "128", "--sigma", "60"],
        "noise.jpg": ["vips", "gaussnoise", "OUT[Q=95]", "200", "200", "--mean", "128", "--sigma", "60"],
        "wide.gif": ["ffmpeg", "-f", "lavfi", "-i", "testsrc=s=960x720:r=10", "-frames:v", "2", "OUT"],
        "three.gif": ["ffmpeg", "-f", "lavfi", "-i", "testsrc=s=640x480:r=10", "-frames:v", "3", "OUT"],
        "moving.mov": ["ffmpeg", "-i", "DIR/moving.mp4", "-c", "copy", "OUT"],
        "moving.m4v": ["ffmpeg", "-i", "DIR/moving.mp4", "-c", "copy", "-f", "ipod", "OUT"],
        "old.mov": ["ffmpeg", "-i", "DIR/moving.mp4", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-an", "OUT"],
        "moving.webm": ["ffmpeg", "-i", "DIR/moving.mp4", "-c:v", "libvpx", "-c:a", "libopus", "OUT"],
        "large.mp4": [
            "ffmpeg", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-c:v", "libx264", "-qp", "14", "OUT",
        ],
        "wide.tiff": ["vips", "black", "OUT[compression=lzw,tile]", "30000", "30000"],
        "frames.gif": ["ffmpeg", "-f", "lavfi", "-i", "testsrc2=s=40x30:r=50:d=60", "OUT"],
    ]
    private static let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" "#
    private static let texts = [
        "drawing.svg": drawing + #"width="50" height="40"><rect width="20" height="20"/></svg>"#,
        "slow.svg": drawing + #"width="4000" height="4000"><filter id="f" x="0" y="0" width="1" height="1">"#
            + #"<feTurbulence baseFrequency="0.9" numOctaves="100000"/></filter>"#
            + #"<rect width="100" height="100" filter="url(#f)"/></svg>"#,
    ]

    private let scratch: ScratchDirectory
    var directory: String { scratch.path }

    init() async throws {
        scratch = try ScratchDirectory()
        try await run(["ffmpeg", "-f", "lavfi", "-i", "testsrc=s=320x240", "-frames:v", "1", "\(directory)/still.png"])
        let sound = ["-f", "lavfi", "-i", "sine=d=1", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"]
        try await run(
            ["ffmpeg", "-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=1"] + sound + ["\(directory)/moving.mp4"]
        )
        for (name, text) in Self.texts { try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(name)")) }
    }

    /// The bytes of a file, which is made when it is needed first.
    func bytes(_ name: String) async throws -> [UInt8] {
        let path = "\(directory)/\(name)"
        if !FileManager.default.fileExists(atPath: path), let recipe = Self.recipes[name] {
            try await run(recipe.map { $0.replacing("OUT", with: path).replacing("DIR", with: directory) })
        }
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    private struct Failure: Error { let command: [String] }

    private func run(_ command: [String]) async throws {
        let options = command[0] == "ffmpeg" ? ["-nostdin", "-v", "error", "-y"] : []
        let process = try ChildProcess("/usr/bin/\(command[0])", options + command.dropFirst())
        guard await process.wait() == 0 else { throw Failure(command: command) }
    }
}
