import AttacheCore
import LoopbackOrigin

extension OriginRow {
    private static let png = SampleMedia.photoPNG.bytes

    /// Containers that are truncated, or larger than they look: cases 118 to 121.
    static let containers: [OriginRow] = [
        media(
            118,
            "a URL",
            .plain(.typeUnsupported),
            HostileMedia.movie(dataAt: "http://169.254.169.254/"),
            path: "/a.mp4"
        ),
        media(
            118,
            "a file of this machine",
            .plain(.typeUnsupported),
            HostileMedia.movie(dataAt: "file:///etc/passwd"),
            path: "/a.mp4"
        ),
        media(
            118,
            "a URL in a second header",
            .plain(.typeUnsupported),
            HostileMedia.movie(dataAt: "http://169.254.169.254/", behind: SampleMedia.clipMP4.bytes),
            path: "/a.mp4"
        ),
        media(119, "a JPEG of two bytes", .plain(.typeIncomplete), [0xFF, 0xD8], path: "/a.jpg"),
        media(119, "a JPEG of four bytes", .plain(.typeIncomplete), [0xFF, 0xD8, 0xFF, 0xE0], path: "/a.jpg"),
        media(119, "a PNG of its header", .plain(.typeIncomplete), HostileMedia.header(width: 10, height: 10)),
        media(119, "a PNG without its last chunk", .plain(.typeIncomplete), Array(png.dropLast(12))),
        media(119, "a PNG with a flipped bit", .plain(.typeIncomplete), flipped),
        media(120, "60,000 x 60,000", .plain(.typeTooManyPixels), HostileMedia.png(width: 60_000, height: 60_000)),
        media(
            120,
            "a JPEG of one line, by a marker behind its scan",
            .plain(.typeTooManyPixels),
            HostileMedia.bomb(hasTwoFrames: false),
            path: "/a.jpg"
        ),
        media(
            120,
            "a JPEG with a second frame header",
            .plain(.typeUnsupported),
            HostileMedia.bomb(hasTwoFrames: true),
            path: "/a.jpg"
        ),
        media(120, "a frame of an animation", .plain(.typeUnsupported), HostileMedia.wideFrame),
        media(120, "50 megapixels", .attached, HostileMedia.png(width: 10_000, height: 5_000)),
        media(120, "one row more", .plain(.typeTooManyPixels), HostileMedia.png(width: 10_000, height: 5_001)),
        media(
            120,
            "2^31 - 1 x 2^31 - 1",
            .plain(.typeTooManyPixels),
            HostileMedia.png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
        ),
        media(
            121,
            "a GIF of 10,000 frames",
            .plain(.typeTooManyFrames),
            HostileMedia.gif(frameCount: 10_000),
            path: "/a.gif"
        ),
        media(
            121,
            "a GIF of 2,001 frames",
            .plain(.typeTooManyFrames),
            HostileMedia.gif(frameCount: 2_001),
            path: "/a.gif"
        ),
        media(121, "a GIF of 2,000 frames", .attached, HostileMedia.gif(frameCount: 2_000), path: "/a.gif"),
        media(121, "a WebP of 16,384 x 16,384", .plain(.typeUnsupported), HostileMedia.wideWebP, path: "/a"),
        // The decompressed text does not matter, since nothing decompresses it.
        media(
            121,
            "a PNG with compressed text",
            .attached,
            HostileMedia.png(
                width: 10,
                height: 10,
                extra: HostileMedia.chunk(
                    "zTXt",
                    Array("Comment\0\0".utf8) + [0x78, 0xDA] + [UInt8](repeating: 0, count: 100_000)
                )
            )
        ),
    ]

    private static let flipped: [UInt8] = {
        var bytes = png
        bytes[bytes.count / 2] ^= 1
        return bytes
    }()
}
