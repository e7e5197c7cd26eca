/// The brands of ISO base media files, ISO/IEC 14496-12 section 4.3 and mp4ra.org.
///
/// HEIC and AVIF pictures share this container with MP4 video; near the beginning only the brand differs.
enum ISOMediaBrands {
    /// Brands that name one format.
    private static let decisive: [FourCC: MediaFormat] = [
        "heic": .heic, "heix": .heic, "heim": .heic, "heis": .heic,
        "hevc": .heics, "hevx": .heics, "hevm": .heics, "hevs": .heics,
        "avif": .avif, "avis": .avif,
        "jp2 ": .jpeg2000, "jpx ": .jpeg2000, "jpm ": .jpeg2000, "mjp2": .jpeg2000,
        "M4A ": .m4a, "M4B ": .m4a, "M4P ": .m4a, "F4A ": .m4a, "F4B ": .m4a,
        "M4V ": .m4v, "M4VH": .m4v, "M4VP": .m4v,
        "qt  ": .quickTime,
        "kddi": .threeGPP2,
    ]

    /// Brands that mean MP4 without a more specific format.
    private static let general: Set<FourCC> = [
        "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "isoa", "isob", "isoc",
        "mp41", "mp42", "mp71", "avc1", "hvc1", "hev1", "av01", "dash", "cmfc", "cmff", "cmfl", "cmfs", "msdh", "msix",
        "mmp4", "MSNV", "NDSC", "NDSH", "NDSM", "NDSP", "NDSS", "NDXC", "NDXH", "NDXM", "NDXP", "NDXS", "F4V ", "f4v ",
        "XAVC", "dby1", "piff", "iphE", "niko", "pana", "SDV ",
    ]

    /// Brands that mean pictures and leave the codec to the compatible brands.
    private static let pictures: Set<FourCC> = ["mif1", "mif2", "miaf", "msf1"]

    /// Returns the format of a file that begins with a box, or `nil` when it is not ISO media or its brand box is
    /// incomplete.
    static func format(of prefix: [UInt8]) -> MediaFormat? {
        guard let size = prefix.bigEndian(0, 4), let type = prefix.code(4) else { return nil }
        switch type {
        case "ftyp", "styp":
            return format(in: prefix, boxSize: size)
        case "moov", "mdat", "wide", "pnot":
            // QuickTime before 2001 had no brands.
            return size == 1 || size >= 8 ? .quickTime : nil
        case "free", "skip":
            let next: Set<FourCC> = ["moov", "mdat", "wide", "free", "skip"]
            return size >= 8 && next.contains(prefix.code(size + 4) ?? "    ") ? .quickTime : nil
        default:
            return nil
        }
    }

    /// Whether more bytes of the first box, or of the box after free space, may still identify a format.
    static func isUndecided(by prefix: [UInt8]) -> Bool {
        guard prefix.count < FormatDetector.neededPrefix, let size = prefix.bigEndian(0, 4), let type = prefix.code(4)
        else { return false }
        switch type {
        case "ftyp", "styp": return size >= 16 && prefix.count < size
        case "free", "skip": return size >= 8 && prefix.count < size + 8
        default: return false
        }
    }

    private static func format(in prefix: [UInt8], boxSize: Int) -> MediaFormat? {
        guard boxSize >= 16, let major = prefix.code(8) else { return nil }
        if let format = single(major) { return format }
        if general.contains(major) { return .mp4 }
        // All the other brands are needed, or as many as the prefix can hold.
        guard prefix.count >= min(boxSize, FormatDetector.neededPrefix) else { return nil }
        let end = min(boxSize, prefix.count)
        let compatible = stride(from: 16, through: end - 4, by: 4).compactMap { prefix.code($0) }
        let named = compatible.lazy.compactMap(single)
        if pictures.contains(major) {
            return named.first { $0.kind == .image } ?? .heif
        }
        // Canon's raw pictures list "isom" and are not video.
        if major == "crx " { return nil }
        return named.first ?? (compatible.contains(where: general.contains) ? .mp4 : nil)
    }

    /// 3GPP and 3GPP2 count releases in the brand's fourth character, TS 26.244 section 5.3.1.
    private static let stems: [UInt32: MediaFormat] = Dictionary(
        uniqueKeysWithValues: (["3gp ", "3ge ", "3gg ", "3gh ", "3gr ", "3gs ", "3gt "] as [FourCC])
            .map { ($0.rawValue >> 8, MediaFormat.threeGPP) } + [(FourCC("3g2 ").rawValue >> 8, .threeGPP2)]
    )

    private static func single(_ brand: FourCC) -> MediaFormat? {
        decisive[brand] ?? stems[brand.rawValue >> 8]
    }
}
