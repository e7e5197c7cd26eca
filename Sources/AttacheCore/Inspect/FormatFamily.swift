/// Formats that share their container, so that one reader serves them and their names are easily taken for each other.
package enum FormatFamily: Sendable, Hashable, CaseIterable {
    case jpeg
    case png
    case gif
    case tiff
    case bmp
    case icon
    case jpegXL
    /// WebP, which lies in a RIFF container.
    case webp
    /// AVI, which lies in a RIFF container.
    case avi
    /// WAVE, which lies in a RIFF container.
    case wave
    /// AIFF and AIFF-C, which lie in an IFF container.
    case aiff
    /// ISO base media: MP4, QuickTime, 3GPP, HEIF, AVIF, JPEG 2000.
    case isoMedia
    /// MPEG audio layers 2 and 3, and AAC in ADTS frames.
    case mpegAudio
    /// MPEG program, transport and elementary video streams.
    case mpegStream
    case coreAudio
    case au
    case amr
    case dolbyDigital
    case ogg
    case flac
    case midi
    case matroska
    case asf
    case flashVideo
}
