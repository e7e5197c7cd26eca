/// The second opinion on what bytes are: a library that knows many more types than Attache attaches.
package protocol TypeDetecting: Sendable {
    /// Loads what the first guess needs; called while a download is under way, and cheap when it is loaded.
    func prepare() async

    /// Guesses the type of a file from its beginning.
    ///
    /// - Parameter prefix: The first bytes of the file, 32 KiB at most.
    /// - Returns: A MIME type in lower case without parameters, such as `image/png`; `application/octet-stream` means no
    ///   opinion. `nil` when the library failed.
    func mimeType(of prefix: [UInt8]) async -> String?

    /// Guesses on the calling thread, where the library is in this process; `nil` where it is not.
    ///
    /// One job on a worker thread can then look at a file and guess, instead of two jobs that wait for each other.
    var immediate: (@Sendable (_ prefix: [UInt8]) -> String?)? { get }
}

extension TypeDetecting {
    package func prepare() async {}
    package var immediate: (@Sendable (_ prefix: [UInt8]) -> String?)? { nil }
}

/// Whether libmagic's opinion of a file speaks against Attache's own.
///
/// The two need not use the same word: libmagic says `video/mp4` of most files with boxes, and `audio/x-hx-aac-adts` of
/// AAC. Only another family or another kind is a disagreement.
package enum SecondOpinion {
    /// Answers that mean "no signature found".
    ///
    /// `text/plain` is one of them: libmagic says so of any bytes without a signature that could be characters, and
    /// then it is the weaker witness. A text format with a signature, such as `text/html`, does speak against media.
    private static let inconclusiveTypes: Set<String> = [
        "", "application/octet-stream", "application/x-empty", "inode/x-empty", "text/plain", "application/data",
    ]

    /// What libmagic 5.44 and newer ones call the families; a name may stand for several.
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

    /// Compares the two opinions.
    ///
    /// - Parameters:
    ///   - format: What the bytes are by Attache's own table.
    ///   - mimeType: What libmagic says.
    /// - Returns: Whether the file is refused because they differ.
    package static func disagrees(format: MediaFormat, mimeType: String) -> Bool {
        let claim = mimeType.prefix { $0 != ";" && $0 != " " }.lowercased()
        if inconclusiveTypes.contains(claim) { return false }
        if let claimed = families[claim] { return !claimed.contains(format.family) }
        // A type this table does not list has only its kind to compare.
        return claim.prefix { $0 != "/" } != format.kind?.rawValue ?? ""
    }
}
