/// The first bytes that an extension recognises where it looks at them.
///
/// It is the table of Airship's extension, the only one that does: narrower than that of `FormatDetector`.
enum SignatureTable {
    /// The type identifier of a file by its first bytes.
    static func identifier(of bytes: [UInt8]) -> String? {
        // A JPEG with Exif data begins with FF D8 FF E1, which the table does not have.
        if bytes.matches([0xFF, 0xD8, 0xFF]), bytes.count > 3, [0xE0, 0xE2, 0xE3].contains(bytes[3]) {
            return MediaFormat.jpeg.typeIdentifier
        }
        if bytes.matches([0x89, 0x50, 0x4E, 0x47]) { return MediaFormat.png.typeIdentifier }
        if bytes.matches("GIF8") { return MediaFormat.gif.typeIdentifier }
        if bytes.matches("FORM"), bytes.matches("AIF", at: 8) { return MediaFormat.aiff.typeIdentifier }
        if bytes.matches("RIFF"), bytes.matches("WAVE", at: 8) { return MediaFormat.wav.typeIdentifier }
        if bytes.matches("RIFF"), bytes.matches("AVI ", at: 8) { return MediaFormat.avi.typeIdentifier }
        if bytes.matches("ID3") { return MediaFormat.mp3.typeIdentifier }
        if bytes.matches("ftyp", at: 4) {
            if ["mp41", "mp42", "mmp4", "isom"].contains(where: { bytes.matches($0, at: 8) }) {
                return MediaFormat.mp4.typeIdentifier
            }
            return bytes.matches("M4A ", at: 8) ? "public.mpeg-4-audio" : nil
        }
        if bytes.matches([0, 0, 1]), bytes.count > 3, [0xBA, 0xB3].contains(bytes[3]) {
            return MediaFormat.mpegProgram.typeIdentifier
        }
        return nil
    }
}
