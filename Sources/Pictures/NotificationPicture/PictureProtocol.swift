import AttacheSystem

/// What `attache` and the drawing program write to each other, in frames.
///
/// A drawing process greets, then answers each request and its pixels with a report and the picture. A decoding process
/// greets, then answers each file with pixels, or with nothing. A crafted file may have taken over the decoding process, so
/// only the form of its answers is trusted: they are pixels of a limited size, whatever they show.
package enum PictureProtocol {
    /// The first argument of the drawing program.
    package enum Mode: String, Sendable {
        case draw
        case decode
        /// Becomes ffmpeg, with a video as its standard input.
        case frame
    }

    package static let greeting = Array("attache-draw 1".utf8)
    /// The largest file that is decoded, in bytes; iOS takes pictures up to 10 MiB.
    package static let fileLimit = 64 << 20
    /// The largest request, in bytes.
    package static let requestLimit = 1 << 20
    /// The largest picture, in bytes.
    package static let pictureLimit = 256 << 20
    /// The largest picture with pixels, in pixels.
    package static let areaLimit = 48_000_000
    /// The largest frame of a video as a pixmap, in bytes.
    package static let frameLimit = 64 + PicturePixels.sideLimit * PicturePixels.sideLimit * 3
    /// The largest frame of pixels, in bytes.
    package static let pixelLimit = 8 + PicturePixels.sideLimit * PicturePixels.sideLimit * 4

    /// The formats that the decoding process reads.
    package enum Decodable: UInt8, Sendable {
        case png = 1
        case jpeg = 2
        case gif = 3
    }

    /// A file to decode.
    package struct Question {
        package let format: Decodable
        /// The time of the frame in milliseconds, for animations.
        package let time: Int
        package let file: ArraySlice<UInt8>

        /// Reads a question's frame; `nil` for anything else.
        package init?(frame: [UInt8]) {
            guard frame.count > 5, let format = Decodable(rawValue: frame[0]) else { return nil }
            self.format = format
            time = PictureProtocol.number(frame[1..<5])
            file = frame[5...]
        }
    }

    /// The frame of a file to decode.
    package static func question(_ file: [UInt8], _ format: Decodable, time: Int) -> [UInt8] {
        [format.rawValue] + bytes(time) + file
    }

    static func bytes(_ number: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension PicturePixels {
    /// The frame of pixels.
    package var frame: [UInt8] { PictureProtocol.bytes(width) + PictureProtocol.bytes(height) + bytes }

    /// Reads a frame; `nil` for an empty or invalid one.
    package init?(frame: [UInt8]) {
        guard frame.count > 8 else { return nil }
        self.init(
            width: PictureProtocol.number(frame[0..<4]),
            height: PictureProtocol.number(frame[4..<8]),
            bytes: Array(frame[8...])
        )
    }

    /// Reads the first picture of a portable pixmap of 8 bits for each of red, green and blue; `nil` for anything else.
    package init?(pixmap: [UInt8]) {
        // Four words: P6, width, height and the largest value.
        var words: [String] = []
        var place = 0
        while words.count < 4, place < min(pixmap.count, 64) {
            let end = pixmap[place..<min(pixmap.count, 64)].firstIndex { $0 == 0x20 || $0 == 0x0A } ?? 64
            words.append(String(decoding: pixmap[place..<min(end, pixmap.count)], as: UTF8.self))
            place = end + 1
        }
        guard words.count == 4, words[0] == "P6", words[3] == "255", let width = Int(words[1]),
            let height = Int(words[2]), (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height),
            pixmap.count >= place + width * height * 3
        else { return nil }
        // Unsafe, and right: every index is below the capacity, and all bytes are written.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            for pixel in 0..<width * height {
                let source = place + pixel * 3
                unsafe target[pixel * 4] = pixmap[source + 2]
                unsafe target[pixel * 4 + 1] = pixmap[source + 1]
                unsafe target[pixel * 4 + 2] = pixmap[source]
                unsafe target[pixel * 4 + 3] = 0xFF
            }
            count = width * height * 4
        }
        self.init(width: width, height: height, bytes: bytes)
    }
}
