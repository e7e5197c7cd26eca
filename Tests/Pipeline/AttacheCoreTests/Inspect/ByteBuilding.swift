/// A big-endian number of `width` bytes.
func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// A little-endian number of `width` bytes.
func little(_ value: Int, _ width: Int) -> [UInt8] { big(value, width).reversed() }

/// The bytes of ASCII text.
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// An ISO box.
func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let body = content.flatMap { $0 }
    return big(body.count + 8, 4) + ascii(type) + body
}

/// An ISO box with version and flags.
func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
    box(type, big(version, 1) + big(flags, 3) + content.flatMap { $0 })
}

/// A box of brands.
func brands(_ major: String, _ compatible: String...) -> [UInt8] {
    box("ftyp", ascii(major), big(0, 4), compatible.flatMap { ascii($0) })
}

/// A RIFF chunk with its pad byte.
func riffChunk(_ code: String, _ content: [UInt8]) -> [UInt8] {
    ascii(code) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
}

/// A RIFF file.
func riff(_ form: String, _ content: [UInt8]) -> [UInt8] {
    ascii("RIFF") + little(content.count + 4, 4) + ascii(form) + content
}
