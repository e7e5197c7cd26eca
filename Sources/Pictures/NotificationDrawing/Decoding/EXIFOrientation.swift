/// How the pixels of a JPEG are turned to be shown, as its EXIF data say: a camera that is held upright stores them lying.
enum EXIFOrientation: Int {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case upsideDownMirrored = 4
    case rightMirrored = 5
    /// The first row is the right side.
    case right = 6
    case leftMirrored = 7
    /// The first row is the left side.
    case left = 8

    /// Whether width and height change places.
    var isTurned: Bool { rawValue >= 5 }

    /// Reads the orientation of a file; upright for a file without one, and for a broken one.
    init(ofJPEG bytes: [UInt8]) {
        self = Self.data(in: bytes).flatMap(Self.tag).flatMap(EXIFOrientation.init) ?? .upright
    }

    /// The EXIF data of the first segment that has them; segments after the first scan do not count.
    private static func data(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            if marker == 0xD9 || marker == 0xDA { return nil }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let end = place + 2 + length
            guard length >= 2, end <= bytes.count else { return nil }
            let content = bytes[(place + 4)..<end]
            if marker == 0xE1, content.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) { return content.dropFirst(6) }
            place = end
        }
        return nil
    }

    /// The value of the tag 0x0112 in the first directory of TIFF data.
    private static func tag(in data: ArraySlice<UInt8>) -> Int? {
        let tiff = Array(data.prefix(65_536))
        guard tiff.count >= 8, tiff[0] == tiff[1], tiff[0] == 0x49 || tiff[0] == 0x4D else { return nil }
        let isLittle = tiff[0] == 0x49
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= tiff.count else { return nil }
            let part = tiff[place..<place + count]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<count {
            let place = directory + 2 + entry * 12
            guard let tag = number(place, 2) else { return nil }
            // A short number; its value is in the entry.
            if tag == 0x0112 { return number(place + 2, 2) == 3 ? number(place + 8, 2) : nil }
        }
        return nil
    }
}
