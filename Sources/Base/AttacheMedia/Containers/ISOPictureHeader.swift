import AttacheSystem

/// The primary picture in the `meta` box of a HEIC or AVIF file, ISO/IEC 23008-12 section 6.
struct ISOPictureHeader {
    /// A limit of property associations; a picture in tiles of 512 × 512 has some hundreds.
    private static let associationLimit = 65_536

    /// The size of the primary picture, or of the largest one when the primary is unknown.
    private(set) var pixels: PixelSize?
    /// Whether picture data are in the box itself.
    private(set) var hasData = false
    /// Whether data are outside the file.
    private(set) var pointsOutside = false
    private(set) var isDamaged = false

    private var primary: Int?
    private var sizes: [Int: PixelSize] = [:]
    private var associations: [Int: [Int]] = [:]

    init(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        var copy = self
        let isWhole = try reader.forEachBox(from: box.fullContentStart, to: box.end) {
            reader,
            child throws(SystemCallError) in
            try copy.take(child, &reader)
        }
        self = copy
        isDamaged = !isWhole
        let properties = primary.flatMap { associations[$0] } ?? []
        pixels =
            properties.lazy.compactMap { [sizes] in sizes[$0] }.first
            ?? sizes.values.max { $0.width * $0.height < $1.width * $1.height }
    }

    private init() {}

    private mutating func take(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        switch box.type {
        case "pitm":
            let version = try reader.window.byte(at: box.contentStart) ?? 0
            primary = try reader.window.bigEndian(at: box.fullContentStart, version == 0 ? 2 : 4)
        case "idat":
            hasData = true
        case "iprp", "dinf":
            var copy = self
            try reader.forEachBox(from: box.contentStart, to: box.end) { reader, child throws(SystemCallError) in
                try copy.takeInner(child, &reader)
            }
            self = copy
        default:
            break
        }
    }

    private mutating func takeInner(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        switch box.type {
        case "dref":
            if try ISODataReferences.areExternal(box, &reader) { pointsOutside = true }
        case "ipco":
            var sizes = self.sizes
            var index = 0
            try reader.forEachBox(from: box.contentStart, to: box.end) { reader, property throws(SystemCallError) in
                // Associations count properties from 1.
                index += 1
                guard property.type == "ispe",
                    let width = try reader.window.bigEndian(at: property.fullContentStart, 4),
                    let height = try reader.window.bigEndian(at: property.fullContentStart + 4, 4)
                else { return }
                // 31 bits each, so that their product fits.
                sizes[index] = PixelSize(width: min(width, Int(Int32.max)), height: min(height, Int(Int32.max)))
            }
            self.sizes = sizes
        case "ipma":
            try takeAssociations(box, &reader)
        default:
            break
        }
    }

    private mutating func takeAssociations(_ box: ISOBox, _ reader: inout ISOBoxReader) throws(SystemCallError) {
        guard let versionAndFlags = try reader.window.bigEndian(at: box.contentStart, 4),
            let count = try reader.window.bigEndian(at: box.fullContentStart, 4)
        else { return }
        let itemWidth = versionAndFlags >> 24 == 0 ? 2 : 4
        let isWide = versionAndFlags & 1 == 1
        var offset = box.fullContentStart + 4
        var budget = Self.associationLimit
        for _ in 0..<count {
            guard offset < box.end, budget > 0, let item = try reader.window.bigEndian(at: offset, itemWidth),
                let propertyCount = try reader.window.byte(at: offset + itemWidth)
            else { return }
            offset += itemWidth + 1
            budget -= 1 + Int(propertyCount)
            var properties: [Int] = []
            for _ in 0..<propertyCount {
                guard let index = try reader.window.bigEndian(at: offset, isWide ? 2 : 1) else { return }
                // The highest bit marks essential properties.
                properties.append(index & (isWide ? 0x7FFF : 0x7F))
                offset += isWide ? 2 : 1
            }
            associations[item] = properties
        }
    }
}
