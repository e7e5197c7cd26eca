import AttacheCore
import LoopbackOrigin

extension OriginRow {
    private static let png = SampleMedia.photoPNG.bytes
    private static let type = "Content-Type: image/png"

    /// Responses with false framing: cases 86 to 89, 97, 103, 105.
    static let framing: [OriginRow] = lengths + partial + breaks + chunks

    private static let lengths = [
        OriginRow(
            86,
            "a length without the last bytes",
            .plain(.typeIncomplete),
            .response(headers: [type], body: png, framing: .declaredLength(png.count - 10))
        ),
        OriginRow(
            86,
            "a second response behind the first",
            .attached,
            .response(headers: [type], body: png + text(404, "gone"), framing: .declaredLength(png.count))
        ),
        OriginRow(87, "half of it", .plain(.fetchTruncated), .truncated(png, type: "image/png", after: png.count / 2)),
        OriginRow(
            87,
            "all but one byte",
            .plain(.fetchTruncated),
            .truncated(png, type: "image/png", after: png.count - 1)
        ),
        OriginRow(87, "nothing of it", .plain(.fetchTruncated), .truncated(png, type: "image/png", after: 0)),
        OriginRow(
            88,
            "two lengths",
            .plain(.fetchBadFraming),
            head("Content-Length: \(png.count)", "Content-Length: 10")
        ),
        OriginRow(
            88,
            "the same length twice",
            .plain(.fetchBadFraming),
            head("Content-Length: \(png.count)", "Content-Length: \(png.count)")
        ),
        OriginRow(88, "two lengths in one field", .plain(.fetchBadFraming), head("Content-Length: 10, \(png.count)")),
        OriginRow(
            88,
            "a length and chunks",
            .plain(.fetchBadFraming),
            head("Content-Length: \(png.count)", "Transfer-Encoding: chunked")
        ),
        OriginRow(
            88,
            "chunks and a length",
            .plain(.fetchBadFraming),
            head("Transfer-Encoding: chunked", "Content-Length: \(png.count)")
        ),
        OriginRow(88, "length -1", .plain(.fetchBadFraming), head("Content-Length: -1")),
        OriginRow(88, "length 1e9", .plain(.fetchBadFraming), head("Content-Length: 1e9")),
        OriginRow(88, "length 2^64", .plain(.fetchBadFraming), head("Content-Length: 18446744073709551616")),
        OriginRow(88, "length 2^63", .plain(.fetchBadFraming), head("Content-Length: 9223372036854775808")),
        OriginRow(89, "complete", .attached, .response(headers: [type], body: png, framing: .close)),
        OriginRow(
            89,
            "cut short",
            .plain(.typeIncomplete),
            .response(headers: [type], body: png.dropLast(12), framing: .close)
        ),
    ]

    private static let partial = [
        OriginRow(97, "without a range", .plain(.fetchBadFraming), .response(206, headers: [type], body: png)),
        OriginRow(97, "the second half", .plain(.fetchBadFraming), range("bytes 600-\(png.count - 1)/\(png.count)")),
        OriginRow(97, "the first half", .plain(.fetchBadFraming), range("bytes 0-\(png.count - 1)/\(png.count * 2)")),
        OriginRow(97, "of unknown length", .plain(.fetchBadFraming), range("bytes 0-\(png.count - 1)/*")),
        OriginRow(97, "the whole", .attached, range("bytes 0-\(png.count - 1)/\(png.count)")),
    ]

    private static let breaks = [
        OriginRow(
            103,
            "in the middle",
            .plain(.fetchConnectionLost),
            .broken(png, type: "image/png", after: png.count / 2)
        ).requests(2),
        OriginRow(103, "after the last byte", .attached, .broken(png, type: "image/png", after: png.count)),
        OriginRow(103, "before the first byte", .plain(.fetchConnectionLost), .reset).requests(2),
        OriginRow(103, "an end before the first byte", .plain(.fetchConnectionLost), .empty).requests(2),
    ]

    private static let chunks = [
        OriginRow(105, "a size of 17 digits", .plain(.fetchBadFraming), chunked("FFFFFFFFFFFFFFFFF\r\n")),
        OriginRow(105, "a size below zero", .plain(.fetchBadFraming), chunked("-5\r\nhello\r\n")),
        OriginRow(105, "a size that is no number", .plain(.fetchBadFraming), chunked("xyz\r\n")),
        OriginRow(
            105,
            "more bytes than the chunk size",
            .plain(.fetchBadFraming),
            chunked("2\r\n\u{1}\u{2}\u{3}\u{4}\r\n")
        ),
        OriginRow(105, "no last chunk", .plain(.fetchTruncated), chunked("5\r\nhello\r\n")),
        OriginRow(
            105,
            "an extension of 1 MB",
            .attached,
            .raw([
                .send(Behaviour.head(200, [type, "Transfer-Encoding: chunked"])),
                .send(Array("\(String(png.count, radix: 16));a=".utf8) + [UInt8](repeating: 0x61, count: 1 << 20)),
                .send(Array("\r\n".utf8) + png + Array("\r\n0\r\n\r\n".utf8)),
            ])
        ),
        OriginRow(
            105,
            "an extension without end",
            .plain(.fetchBadFraming),
            .raw([
                .send(Behaviour.head(200, [type, "Transfer-Encoding: chunked"])),
                .send(Array("5;a=".utf8)),
                .repeatEndlessly([UInt8](repeating: 0x61, count: 16_384)),
            ])
        ),
        OriginRow(
            105,
            "chunks of five bytes without end",
            .plain(.fetchBadFraming),
            .raw([
                .send(Behaviour.head(200, [type, "Transfer-Encoding: chunked"])),
                .send(Array("\(String(png.count, radix: 16))\r\n".utf8) + png + Array("\r\n".utf8)),
                .repeatEndlessly(Array(String(repeating: "5\r\nAAAAA\r\n", count: 1000).utf8)),
            ])
        ),
        OriginRow(
            105,
            "a picture in chunks of one byte",
            .attached,
            .raw([
                .send(Behaviour.head(200, [type, "Transfer-Encoding: chunked"])),
                .send(png.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) }),
                .send(Array("0\r\n\r\n".utf8)),
            ])
        ),
        OriginRow(
            105,
            "20,000 bytes in chunks of one byte",
            .plain(.fetchBadFraming),
            .raw([
                .send(Behaviour.head(200, [type, "Transfer-Encoding: chunked"])),
                .send(
                    (png + [UInt8](repeating: 0, count: 20_000)).flatMap {
                        Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8)
                    }
                ),
                .send(Array("0\r\n\r\n".utf8)),
            ])
        ),
    ]

    private static func head(_ lines: String...) -> Behaviour {
        .raw([.send(Behaviour.head(200, [type] + lines)), .send(png), .close])
    }

    private static func range(_ range: String) -> Behaviour {
        .response(206, headers: [type, "Content-Range: \(range)"], body: png)
    }

    private static func chunked(_ body: String) -> Behaviour {
        .raw([
            .send(Behaviour.head(200, [type, "Transfer-Encoding: chunked"])),
            .send(Array(body.utf8)),
            .close,
        ])
    }

    private static func text(_ status: Int, _ body: String) -> [UInt8] {
        Behaviour.head(status, ["Content-Length: \(body.utf8.count)"]) + Array(body.utf8)
    }
}
