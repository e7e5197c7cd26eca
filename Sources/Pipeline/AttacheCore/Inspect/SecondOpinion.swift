/// The comparison of libmagic's type with Attache's own.
///
/// The two need not be equal: libmagic reports `video/mp4` for most files with boxes, and `audio/x-hx-aac-adts` for
/// AAC. Only another family or another kind is a disagreement.
package enum SecondOpinion {
    /// Results that mean "no signature found".
    ///
    /// libmagic reports `text/plain` for any bytes without a signature that could be characters, which is weaker
    /// evidence than a signature. A text format with a signature, such as `text/html`, does contradict media.
    private static let inconclusiveTypes: Set<String> = [
        "", "application/octet-stream", "application/x-empty", "inode/x-empty", "text/plain", "application/data",
    ]

    /// The families by the MIME types of libmagic 5.44 and newer; a type may mean several.
    private static let families: [String: Set<FormatFamily>] = [
        "image/jpeg": [.jpeg],
        "image/png": [.png], "image/apng": [.png], "image/vnd.mozilla.apng": [.png],
        "image/gif": [.gif],
        "image/tiff": [.tiff],
        "image/bmp": [.bmp], "image/x-ms-bmp": [.bmp],
        "image/vnd.microsoft.icon": [.icon], "image/x-icon": [.icon],
        "image/jxl": [.jpegXL],
        "image/webp": [.webp],
        "video/x-msvideo": [.avi], "video/avi": [.avi],
        "audio/x-wav": [.wave], "audio/wav": [.wave], "audio/vnd.wave": [.wave],
        "application/x-riff": [.avi, .wave, .webp],
        "audio/x-aiff": [.aiff], "audio/aiff": [.aiff],
        "audio/mpeg": [.mpegAudio], "audio/x-hx-aac-adts": [.mpegAudio], "audio/x-hx-aac-adif": [.mpegAudio],
        "audio/aac": [.mpegAudio], "audio/x-mp4a-latm": [.mpegAudio],
        "video/mpeg": [.mpegStream], "video/mp2p": [.mpegStream], "video/mp2t": [.mpegStream],
        "video/mpv": [.mpegStream], "video/mpeg4-generic": [.mpegStream],
        "audio/amr": [.amr],
        "audio/basic": [.au], "audio/x-dec-basic": [.au],
        "audio/x-caf": [.coreAudio],
        "audio/vnd.dolby.dd-raw": [.dolbyDigital], "audio/ac3": [.dolbyDigital],
        "audio/eac3": [.dolbyDigital],
        "audio/midi": [.midi], "audio/mid": [.midi],
        "audio/ogg": [.ogg], "video/ogg": [.ogg], "application/ogg": [.ogg],
        "audio/flac": [.flac], "audio/x-flac": [.flac],
        "video/x-matroska": [.matroska], "video/webm": [.matroska],
        "video/x-ms-asf": [.asf], "video/x-flv": [.flashVideo],
        "video/mp4": [.isoMedia], "audio/mp4": [.isoMedia], "application/mp4": [.isoMedia],
        "video/quicktime": [.isoMedia], "image/x-quicktime": [.isoMedia], "application/x-quicktime-player": [.isoMedia],
        "audio/x-m4a": [.isoMedia], "audio/m4a": [.isoMedia], "video/x-m4v": [.isoMedia],
        "video/3gpp": [.isoMedia], "audio/3gpp": [.isoMedia], "video/3gpp2": [.isoMedia], "audio/3gpp2": [.isoMedia],
        "video/mj2": [.isoMedia], "image/jp2": [.isoMedia], "image/jpx": [.isoMedia], "image/jpm": [.isoMedia],
        "image/heic": [.isoMedia], "image/heif": [.isoMedia], "image/heic-sequence": [.isoMedia],
        "image/heif-sequence": [.isoMedia], "image/avif": [.isoMedia], "image/avif-sequence": [.isoMedia],
        "video/vnd.dvb.file": [.isoMedia],
    ]

    /// Whether libmagic's type contradicts the detected format, so that the file is refused.
    package static func disagrees(format: MediaFormat, mimeType: String) -> Bool {
        let claim = mimeType.prefix { $0 != ";" && $0 != " " }.lowercased()
        if inconclusiveTypes.contains(claim) { return false }
        if let claimed = families[claim] { return !claimed.contains(format.family) }
        // For a type that is not in the table only the kind can be compared.
        return claim.prefix { $0 != "/" } != format.kind?.rawValue ?? ""
    }
}
