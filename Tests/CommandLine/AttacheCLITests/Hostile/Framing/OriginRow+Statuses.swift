import AttacheCore
import LoopbackOrigin

extension OriginRow {
    private static let png = SampleMedia.photoPNG.bytes

    /// Statuses: cases 81, 98 to 100.
    static let statuses: [OriginRow] =
        [300, 304, 305, 306].map { status in
            OriginRow(
                81,
                "\(status)",
                .plain(.fetchStatus),
                .response(status, headers: ["Location: /b.png", "Content-Type: image/png"], body: png)
            ).requests(1)
        }
        + [
            OriginRow(98, "200 and length 0", .plain(.fetchEmpty), .response()),
            OriginRow(98, "200 and no chunk", .plain(.fetchEmpty), .response(framing: .chunked(byteCount: 1))),
            OriginRow(98, "200 and a close", .plain(.fetchEmpty), .response(framing: .close)),
            OriginRow(98, "204", .plain(.fetchEmpty), .raw([.send(Behaviour.head(204, []))])),
            OriginRow(98, "205", .plain(.fetchEmpty), .response(205)),
        ]
        + [400, 403, 404, 410, 451].map { status in
            OriginRow(99, "\(status)", .plain(.fetchStatus), failing(status)).requests(1)
        }
        + [408, 425, 429, 500, 503].map { status in
            OriginRow(100, "\(status)", .plain(.fetchStatus), failing(status)).requests(2).warning(.fetchRetried)
        }
        + [
            OriginRow(100, "503 with less time than that", .plain(.fetchStatus), failing(503)).inShortTime
                .withStoppedClock.requests(1)
        ]

    /// A picture in an error page, with a Retry-After of an hour.
    private static func failing(_ status: Int) -> Behaviour {
        .response(status, headers: ["Content-Type: image/png", "Retry-After: 3600"], body: png)
    }
}
