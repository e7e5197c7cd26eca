import AttacheSystem

/// Reader of GIF files, GIF89a specification sections 12 to 27, which counts their pictures.
struct GIFContainer: ContainerReading {
    /// A limit of data sub-blocks: ten times as many as 50 MB have at the usual 255 bytes each.
    private static let blockLimit = 2_000_000

    private struct Walk {
        var window: ByteWindow
        var offset = 13
        var pixels: PixelSize
        var frames = 0
        var blockCount = 0
        var hasColors: Bool
    }

    func read(_ file: any ByteSource) throws(SystemCallError) -> ContainerFacts {
        var window = ByteWindow(file, size: ByteWindow.scanSize)
        guard let width = try window.littleEndian(at: 6, 2), let height = try window.littleEndian(at: 8, 2),
            let flags = try window.byte(at: 10), window.byteCount >= 13
        else {
            return ContainerFacts(
                format: .gif,
                end: window.byteCount,
                completeness: .incomplete("it ends inside its header")
            )
        }
        var walk = Walk(window: window, pixels: PixelSize(width: width, height: height), hasColors: flags & 0x80 != 0)
        walk.offset += Self.colorTableSize(flags)
        while true {
            if let result = try step(&walk) {
                return ContainerFacts(
                    format: .gif,
                    end: min(walk.offset, window.byteCount),
                    completeness: result,
                    pixels: walk.pixels,
                    frames: walk.frames,
                    notes: walk.blockCount > Self.blockLimit ? [.tooManyParts] : []
                )
            }
        }
    }

    /// Reads one block; returns the result if it was the last one.
    private func step(_ walk: inout Walk) throws(SystemCallError) -> Completeness? {
        guard let introducer = try walk.window.byte(at: walk.offset) else {
            let why = "it ends without its trailer"
            return walk.frames > 0 ? .unterminated(why) : .incomplete(why)
        }
        walk.blockCount += 1
        guard walk.blockCount <= Self.blockLimit else { return .incomplete("it has more blocks than any animation") }
        walk.offset += 1
        switch introducer {
        case 0x3B:
            return walk.frames > 0 ? .complete : .incomplete("it has no picture")
        case 0x00:
            // Some encoders leave a second terminator behind a block.
            return nil
        case 0x21:
            walk.offset += 1
            return try skipSubBlocks(&walk)
        case 0x2C:
            return try takePicture(&walk)
        default:
            return .incomplete("a block is damaged")
        }
    }

    private func takePicture(_ walk: inout Walk) throws(SystemCallError) -> Completeness? {
        let start = walk.offset
        guard let left = try walk.window.littleEndian(at: start, 2),
            let top = try walk.window.littleEndian(at: start + 2, 2),
            let width = try walk.window.littleEndian(at: start + 4, 2),
            let height = try walk.window.littleEndian(at: start + 6, 2),
            let flags = try walk.window.byte(at: start + 8)
        else {
            return .incomplete("it ends inside a picture's header")
        }
        // Decoders widen a screen that is too small for its pictures, so the pictures count as well.
        walk.pixels.width = max(walk.pixels.width, left + width)
        walk.pixels.height = max(walk.pixels.height, top + height)
        // The colour table, and one byte for the size of the first code.
        walk.offset = start + 9 + Self.colorTableSize(flags) + 1
        if walk.frames == 0 {
            guard let codeSize = try walk.window.byte(at: walk.offset - 1) else {
                return .incomplete("it ends inside a picture's header")
            }
            let isEmpty = try walk.window.byte(at: walk.offset) == 0
            if let why = Self.problem(width, height, walk.hasColors || flags & 0x80 != 0, codeSize, isEmpty: isEmpty) {
                return .undecodable(why)
            }
        }
        if let result = try skipSubBlocks(&walk) { return result }
        walk.frames += 1
        return nil
    }

    /// The fault of the first picture, which is the one that a notification shows.
    private static func problem(
        _ width: Int,
        _ height: Int,
        _ hasColors: Bool,
        _ codeSize: UInt8,
        isEmpty: Bool
    ) -> String? {
        if width == 0 || height == 0 { return "its first image descriptor has \(width) × \(height) pixels" }
        if !hasColors { return "it has neither a global nor a local color table" }
        if !(1...11 ~= codeSize) { return "its LZW minimum code size is \(codeSize)" }
        return isEmpty ? "its first picture has no LZW data" : nil
    }

    private func skipSubBlocks(_ walk: inout Walk) throws(SystemCallError) -> Completeness? {
        while let size = try walk.window.byte(at: walk.offset) {
            walk.offset += 1 + Int(size)
            if size == 0 { return nil }
            walk.blockCount += 1
            guard walk.blockCount <= Self.blockLimit else {
                return .incomplete("it has more blocks than any animation")
            }
        }
        return .incomplete("it ends inside a block")
    }

    /// The size of a colour table in bytes, from its flags.
    private static func colorTableSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }
}
