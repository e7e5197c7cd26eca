import AttacheCore
import LoopbackOrigin

extension OriginRow {
    private static let png = SampleMedia.photoPNG.bytes

    /// Slow origins: cases 90 to 92, 110.
    static let times: [OriginRow] = [
        OriginRow(
            90,
            "a byte a second",
            .plain(.fetchDeadline),
            .slow(png, type: "image/png", byteCount: 1, interval: .seconds(1))
        ).inShortTime,
        OriginRow(
            90,
            "a byte every 10 ms",
            .plain(.fetchDeadline),
            .slow(
                png + [UInt8](repeating: 0, count: 100_000),
                type: "image/png",
                byteCount: 1,
                interval: .milliseconds(10)
            )
        ).inShortTime,
        stalled,
        OriginRow(91, "silence after the request", .plain(.fetchDeadline), .silent).inShortTime,
        OriginRow(
            91,
            "silence after the header",
            .plain(.fetchDeadline),
            .raw([.send(Behaviour.head(200, ["Content-Length: 10"])), .waitUntilStopped])
        ).inShortTime,
        OriginRow(92, "a header a byte a second", .plain(.fetchDeadline), .slowHeaders).inShortTime,
        OriginRow(
            92,
            "a field every 10 ms",
            .plain(.fetchDeadline),
            .raw([
                .send(Array("HTTP/1.1 200 OK\r\n".utf8)),
                .dribble(
                    Array(String(repeating: "X: y\r\n", count: 100_000).utf8),
                    byteCount: 6,
                    interval: .milliseconds(10)
                ),
            ])
        ).inShortTime,
        OriginRow(
            110,
            "all but the last byte, then silence",
            .plain(.fetchDeadline),
            .raw([
                .send(Behaviour.head(200, ["Content-Type: image/png", "Content-Length: \(png.count)"])),
                .send(png.dropLast()),
                .waitUntilStopped,
            ])
        ).inShortTime,
    ]

    /// The rule against origins that stop sending.
    ///
    /// libcurl uses the mean of the last 5 s, so that the 10 s start some seconds after the last byte; there is time enough
    /// for a second attempt.
    private static var stalled: OriginRow {
        OriginRow(
            90,
            "nothing for 10 s",
            .plain(.fetchStalled),
            .raw([
                .send(Behaviour.head(200, ["Content-Type: image/png", "Content-Length: \(png.count)"])),
                .send(Array(png.prefix(100))),
                .waitUntilStopped,
            ])
        ).requests(2).warning(.fetchRetried)
    }
}
