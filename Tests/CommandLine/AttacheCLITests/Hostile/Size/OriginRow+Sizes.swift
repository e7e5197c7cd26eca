import AttacheCore
import LoopbackOrigin

extension OriginRow {
    private static let mebibyte = 1 << 20

    /// Bodies that are too large: cases 84, 85, 106, 124, 127.
    static let sizes: [OriginRow] = [
        OriginRow(
            84,
            "60 MB announced, none sent",
            .plain(.sizeTooLarge),
            announcing(60_000_000, type: "video/mp4")
        ).asking("/a.mp4").requests(1),
        OriginRow(
            84,
            "2^62 announced",
            .plain(.sizeTooLarge),
            announcing(1 << 62, type: "video/mp4")
        ).asking("/a.mp4"),
        OriginRow(
            84,
            "an image declared as 20 MB, its beginning sent",
            .plain(.sizeTooLarge),
            .raw([
                .send(Behaviour.head(200, ["Content-Type: image/png", "Content-Length: 20000000"])),
                .send(SampleMedia.photoPNG.bytes),
                .waitUntilStopped,
            ])
        ),
        OriginRow(
            85,
            "a PNG without end",
            .plain(.sizeTooLarge),
            .endlessChunks(prefix: HostileMedia.openPNG)
        ),
        OriginRow(85, "endless white space", .plain(.typeMismatch), .endlessChunks()),
        OriginRow(
            106,
            "a video at full speed",
            .plain(.sizeTooLarge),
            .endlessChunks(type: "video/mp4", prefix: HostileMedia.openMP4)
        ).asking("/a.mp4"),
        OriginRow(
            124,
            "30 MB of PNG declared as video",
            .plain(.sizeTooLarge),
            .endlessChunks(type: "video/mp4", prefix: HostileMedia.openPNG)
        ).asking("/media"),
        OriginRow(127, "exactly 10 MiB", .attached, jpeg(10 * mebibyte)).asking("/a.jpg").warning(.sizeBorderline),
        OriginRow(127, "10 MiB and one byte", .plain(.sizeTooLarge), jpeg(10 * mebibyte + 1)).asking("/a.jpg"),
        OriginRow(
            127,
            "10 MiB and one byte, in chunks",
            .plain(.sizeTooLarge),
            .response(
                headers: ["Content-Type: image/jpeg"],
                body: SampleMedia.padded(jpeg: SampleMedia.photoJPEG.bytes, to: 10 * mebibyte + 1),
                framing: .chunked(byteCount: 65_536)
            )
        ).asking("/a.jpg"),
    ]

    private static func announcing(_ byteCount: Int, type: String) -> Behaviour {
        .raw([
            .send(Behaviour.head(200, ["Content-Type: \(type)", "Content-Length: \(byteCount)"])),
            .waitUntilStopped,
        ])
    }

    private static func jpeg(_ byteCount: Int) -> Behaviour {
        .file(SampleMedia.padded(jpeg: SampleMedia.photoJPEG.bytes, to: byteCount), type: "image/jpeg")
    }
}
