/// A decoder of GIF in memory-safe code: the frame that an animation shows at a time.
struct GIFDecoder {
    /// A whole picture: a number `0xAARRGGBB` for each pixel.
    struct Frame {
        let width: Int
        let height: Int
        var pixels: [UInt32]
    }

    private static let pixelLimit = 16_000_000
    /// The pixels that all frames up to the wanted one may have, which bounds the time.
    private static let workLimit = 120_000_000

    private let bytes: [UInt8]
    private var place = 0
    private var globalColors: [UInt32] = []
    private var canvas: Frame
    private var work = 0

    // The graphic control of the next frame.
    private var disposal = 0
    private var delay = 0
    private var transparent: Int?

    /// Returns the frame at a time in milliseconds, or the last one; `nil` when no frame can be decoded.
    static func frame(of bytes: [UInt8], at time: Int) -> Frame? {
        guard var decoder = GIFDecoder(bytes) else { return nil }
        return decoder.frame(at: time)
    }

    private init?(_ bytes: [UInt8]) {
        guard bytes.count > 13, bytes.starts(with: "GIF8".utf8) else { return nil }
        self.bytes = bytes
        let width = Int(bytes[6]) | Int(bytes[7]) << 8
        let height = Int(bytes[8]) | Int(bytes[9]) << 8
        guard width > 0, height > 0, width <= Self.pixelLimit / height else { return nil }
        canvas = Frame(width: width, height: height, pixels: Array(repeating: 0, count: width * height))
        place = 13
        if bytes[10] & 0x80 != 0 { globalColors = colors(2 << Int(bytes[10] & 7)) }
    }

    private mutating func frame(at time: Int) -> Frame? {
        var shown: Frame?
        var end = 0
        while let kind = next() {
            switch kind {
            case 0x21: readExtension()
            case 0x2C:
                let before = canvas
                guard let area = readImage() else { return shown }
                shown = canvas
                // Browsers and iOS show a frame without a delay for a tenth of a second.
                end += delay < 2 ? 100 : delay * 10
                if end > time { return shown }
                dispose(area, before)
                (disposal, delay, transparent) = (0, 0, nil)
            default: return shown
            }
        }
        return shown
    }

    private mutating func next() -> Int? {
        guard place < bytes.count else { return nil }
        place += 1
        return Int(bytes[place - 1])
    }

    private mutating func colors(_ count: Int) -> [UInt32] {
        guard place + count * 3 <= bytes.count else {
            place = bytes.count
            return []
        }
        defer { place += count * 3 }
        return (0..<count).map { index in
            let start = place + index * 3
            return 0xFF00_0000 | UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
        }
    }

    private mutating func readExtension() {
        let label = next()
        if label == 0xF9, place + 5 < bytes.count, bytes[place] == 4 {
            let flags = Int(bytes[place + 1])
            disposal = flags >> 2 & 7
            delay = Int(bytes[place + 2]) | Int(bytes[place + 3]) << 8
            transparent = flags & 1 != 0 ? Int(bytes[place + 4]) : nil
        }
        _ = blocks()
    }

    /// The bytes of a chain of blocks.
    private mutating func blocks() -> [UInt8] {
        var data: [UInt8] = []
        while let count = next(), count > 0 {
            let end = min(bytes.count, place + count)
            data.append(contentsOf: bytes[place..<end])
            place = end
        }
        return data
    }

    /// Draws the next image on the canvas; returns its area, or `nil` at the end.
    private mutating func readImage() -> (x: Int, y: Int, width: Int, height: Int)? {
        guard place + 9 < bytes.count else { return nil }
        let numbers = stride(from: place, to: place + 8, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
        let flags = bytes[place + 8]
        place += 9
        let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
        let colors = flags & 0x80 != 0 ? colors(2 << Int(flags & 7)) : globalColors
        guard let size = next(), (1...11).contains(size), width > 0, height > 0, width <= Self.pixelLimit / height
        else { return nil }
        work += width * height + canvas.width * canvas.height
        guard work <= Self.workLimit else { return nil }
        let indices = LZW.decode(blocks(), minimum: size, limit: width * height)
        guard !indices.isEmpty else { return nil }
        let rows = flags & 0x40 != 0 ? Self.interlaced(height) : Array(0..<height)
        for (line, row) in rows.enumerated() where y + row < canvas.height {
            for column in 0..<width where x + column < canvas.width {
                let source = line * width + column
                guard source < indices.count else { return (x, y, width, height) }
                let index = Int(indices[source])
                guard index != transparent, index < colors.count else { continue }
                canvas.pixels[(y + row) * canvas.width + x + column] = colors[index]
            }
        }
        return (x, y, width, height)
    }

    private mutating func dispose(_ area: (x: Int, y: Int, width: Int, height: Int), _ before: Frame) {
        if disposal == 3 { canvas = before }
        // An image may be outside of the canvas.
        guard disposal == 2, area.x < canvas.width, area.y < canvas.height else { return }
        for row in area.y..<min(canvas.height, area.y + area.height) {
            for column in area.x..<min(canvas.width, area.x + area.width) {
                canvas.pixels[row * canvas.width + column] = 0
            }
        }
    }

    private static func interlaced(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
}

/// The compression of GIF.
private enum LZW {
    /// Returns at most `limit` indices, fewer when the data is broken.
    static func decode(_ data: [UInt8], minimum: Int, limit: Int) -> [UInt8] {
        let clear = 1 << minimum
        var prefix = [Int](repeating: -1, count: 4096)
        var suffix = [UInt8](repeating: 0, count: 4096)
        var (size, next, previous) = (minimum + 1, clear + 2, -1)
        for code in 0..<clear { suffix[code] = UInt8(truncatingIfNeeded: code) }
        var (bits, bitCount) = (0, 0)
        var (output, stack): ([UInt8], [UInt8]) = ([], [])
        output.reserveCapacity(limit)
        for byte in data {
            bits |= Int(byte) << bitCount
            bitCount += 8
            while bitCount >= size {
                let code = bits & (1 << size - 1)
                bits >>= size
                bitCount -= size
                if code == clear + 1 { return output }
                if code == clear {
                    (size, next, previous) = (minimum + 1, clear + 2, -1)
                    continue
                }
                guard code < next || (code == next && previous >= 0), output.count < limit else { return output }
                var walk = code == next ? previous : code
                while walk >= clear + 2 {
                    stack.append(suffix[walk])
                    walk = prefix[walk]
                }
                guard walk >= 0, walk < clear else { return output }
                let first = suffix[walk]
                output.append(first)
                while let last = stack.popLast() { output.append(last) }
                if code == next { output.append(first) }
                if previous >= 0, next < 4096 {
                    (prefix[next], suffix[next]) = (previous, first)
                    next += 1
                    if next == 1 << size, size < 12 { size += 1 }
                }
                previous = code
            }
        }
        return Array(output.prefix(limit))
    }
}
