/// Magic bytes at the beginning of a file that no other format has.
struct FormatSignature: Sendable {
    private let bytes: [UInt8]
    /// A file shorter than the signature is still told by this many bytes, so that it can be called cut short.
    private let minimum: Int
    private let format: MediaFormat

    private init(_ bytes: [UInt8], minimum: Int? = nil, _ format: MediaFormat) {
        self.bytes = bytes
        self.minimum = minimum ?? bytes.count
        self.format = format
    }

    private static let all = [
        FormatSignature([0xFF, 0xD8, 0xFF], minimum: 2, .jpeg),
        FormatSignature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], minimum: 4, .png),
        FormatSignature(Array("GIF89a".utf8), minimum: 5, .gif),
        FormatSignature(Array("GIF87a".utf8), minimum: 5, .gif),
        FormatSignature([0x49, 0x49, 0x2A, 0x00], .tiff),
        FormatSignature([0x4D, 0x4D, 0x00, 0x2A], .tiff),
        FormatSignature([0x49, 0x49, 0x2B, 0x00], .tiff),
        FormatSignature([0x4D, 0x4D, 0x00, 0x2B], .tiff),
        FormatSignature([0xFF, 0x0A], .jpegXL),
        FormatSignature([0, 0, 0, 0x0C] + Array("JXL \r\n".utf8) + [0x87, 0x0A], .jpegXL),
        FormatSignature([0, 0, 0, 0x0C] + Array("jP  \r\n".utf8) + [0x87, 0x0A], .jpeg2000),
        FormatSignature(Array("OggS\0".utf8), .ogg),
        FormatSignature(Array("fLaC".utf8), .flac),
        FormatSignature(Array("MThd".utf8), .midi),
        FormatSignature(Array("caff\0\u{1}".utf8), .coreAudio),
        FormatSignature(Array("#!AMR\n".utf8), .amr),
        FormatSignature(Array("#!AMR-WB\n".utf8), .amr),
        FormatSignature(Array("FLV\u{1}".utf8), .flashVideo),
        FormatSignature([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .windowsMedia),
    ]

    /// The format whose signature `prefix` begins with.
    static func format(of prefix: [UInt8]) -> MediaFormat? {
        guard let first = prefix.first else { return nil }
        return all.first { $0.bytes.first == first && $0.opens(prefix) }?.format
    }

    private func opens(_ prefix: [UInt8]) -> Bool {
        let count = Swift.min(prefix.count, bytes.count)
        return count >= minimum && prefix[..<count].elementsEqual(bytes[..<count])
    }
}
