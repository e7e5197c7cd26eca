/// Where the media data of a track lie, ISO/IEC 14496-12 section 8.7.2.
enum ISODataReferences {
    /// Whether a `dref` box names something outside the file.
    ///
    /// Following such a reference would read a file or a URL that nobody has judged.
    static func areExternal(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(ByteSourceError) -> Bool {
        var isOutside = false
        try reader.forEachBox(from: box.contentStart + 8, to: box.end) { reader, entry throws(ByteSourceError) in
            let flags = try reader.window.bigEndian(at: entry.contentStart, 4) ?? 0
            // Flag 1: the data are in this file. An entry without a location has nothing to point with.
            if flags & 1 == 0 && entry.end - entry.fullContentStart > 1 { isOutside = true }
        }
        return isOutside
    }
}
