/// One box of an ISO base media file, ISO/IEC 14496-12 section 4.2.
struct ISOBox {
    /// Its type.
    let type: FourCC
    /// Where its content begins, behind size and type.
    let contentStart: Int
    /// Where it ends by its own word; it may lie behind the end of the file, and is never negative.
    let end: Int

    /// Boxes whose type stands at the top level of files that are in use.
    private static let topLevelTypes: Set<FourCC> = [
        "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "pnot", "meta", "mfra", "sidx", "ssix", "prft",
        "emsg", "uuid", "udta", "pdin", "bloc", "meco", "imda", "idat", "PICT",
    ]

    /// Whether the type is one that stands at the top level.
    var isTopLevel: Bool { Self.topLevelTypes.contains(type) }

    /// Content without the version and flags that open a full box.
    var fullContentStart: Int { contentStart + 4 }
}
