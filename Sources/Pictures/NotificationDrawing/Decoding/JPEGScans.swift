import Glibc

/// The scans of a JPEG: a file of some kilobytes may have hundreds, each of which libjpeg decodes for the whole picture.
enum JPEGScans {
    /// The limit; a progressive picture has some ten.
    private static let limit = 50

    /// Whether a file has more scans than the limit, as libjpeg finds them: it passes over lengths that no segment has, and
    /// over bytes between segments.
    static func areTooMany(in bytes: [UInt8]) -> Bool {
        var (place, count) = (2, 0)
        while let marker = nextMarker(in: bytes, from: &place) {
            switch marker {
            case 0xD9: return false
            case 0x01, 0xD0...0xD8: continue
            default:
                if marker == 0xDA { count += 1 }
                if count > limit { return true }
                guard place + 2 <= bytes.count else { return false }
                place += max(2, Int(bytes[place]) << 8 | Int(bytes[place + 1]))
            }
        }
        return false
    }

    /// The code of the next marker, behind which `place` is then; `nil` at the end.
    private static func nextMarker(in bytes: [UInt8], from place: inout Int) -> UInt8? {
        while place < bytes.count {
            let rest = place
            // Unsafe, and right: the search ends with the array.
            let found = unsafe bytes.withUnsafeBytes { buffer -> Int? in
                guard let base = buffer.baseAddress,
                    let hit = unsafe memchr(base + rest, 0xFF, buffer.count - rest)
                else { return nil }
                return unsafe base.distance(to: UnsafeRawPointer(hit))
            }
            guard let found else { return nil }
            place = found + 1
            while place < bytes.count, bytes[place] == 0xFF { place += 1 }
            guard place < bytes.count else { return nil }
            let code = bytes[place]
            place += 1
            // A zero makes the byte before it a part of the picture's data.
            if code != 0 { return code }
        }
        return nil
    }
}
