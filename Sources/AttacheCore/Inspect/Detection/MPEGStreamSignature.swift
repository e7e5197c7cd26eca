/// Recognises MPEG program streams, transport streams and elementary video.
enum MPEGStreamSignature {
    /// Tells the format.
    static func format(of prefix: [UInt8]) -> MediaFormat? {
        if prefix.matches([0, 0, 1, 0xBA]), let next = prefix.byte(4) {
            // ISO/IEC 13818-1 section 2.5.3.4 opens with the bits 01, ISO/IEC 11172-1 section 2.4.3.2 with 0010.
            return next >> 6 == 1 || next >> 4 == 2 ? .mpegProgram : nil
        }
        if let header = MPEGSequenceHeader(prefix, at: 0) { return header.isMPEG2 ? .mpeg2Video : .mpeg1Video }
        // Packets of 188 bytes, or of 192 with a time stamp before each, as camcorders write them.
        return isPacketed(prefix, first: 0, distance: 188) || isPacketed(prefix, first: 4, distance: 192)
            ? .mpegTransport : nil
    }

    private static func isPacketed(_ prefix: [UInt8], first: Int, distance: Int) -> Bool {
        (0..<4).allSatisfy { prefix.byte(first + $0 * distance) == 0x47 }
    }
}
