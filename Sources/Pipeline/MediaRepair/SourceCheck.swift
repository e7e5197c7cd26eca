import AttacheCore
import AttacheSystem

/// The checks of a file before a program reads it: programs repair the beginning of a file that was cut, silently.
enum SourceCheck {
    /// Returns the fault of a file that is not repaired, as the end of a sentence; `nil` when there is none.
    static func fault(of file: ScratchFile, head: [UInt8], format: MediaFormat) throws(SystemCallError) -> String? {
        if format.family == .matroska {
            return isCut(matroska: head, byteCount: file.byteCount) ? "it is incomplete" : nil
        }
        let facts = try ContainerTable.read(file, format: format)
        if facts.notes.contains(.externalData) { return "its media data are outside of the file" }
        switch facts.completeness {
        case .incomplete(let why), .undecodable(let why): return "it is incomplete: \(why)"
        case .complete, .unterminated: break
        }
        if let pixels = facts.pixels, pixels.count > RepairPlan.pixelLimit {
            return "it has \(pixels.width) × \(pixels.height) pixels, and \(RepairPlan.pixelLimit) are the limit"
        }
        return nil
    }

    /// Whether a Matroska file is shorter than its segment, the element that holds all others; one of unknown length, as
    /// live streams have, is complete.
    static func isCut(matroska head: [UInt8], byteCount: Int) -> Bool {
        guard let header = size(head, at: 4), let segment = header.end.adding(header.value),
            head.count >= segment + 5, head[segment..<segment + 4].elementsEqual([0x18, 0x53, 0x80, 0x67]),
            let content = size(head, at: segment + 4)
        else { return true }
        let isUnknown = content.value == 1 << (7 * content.width) - 1
        guard !isUnknown else { return false }
        return content.end.adding(content.value).map { $0 > byteCount } ?? true
    }

    /// The variable-length number at an offset: leading zero bits tell its width.
    private static func size(_ head: [UInt8], at offset: Int) -> (value: Int, width: Int, end: Int)? {
        guard offset < head.count, head[offset] != 0 else { return nil }
        let width = head[offset].leadingZeroBitCount + 1
        guard offset + width <= head.count else { return nil }
        let first = Int(head[offset]) & (0xFF >> width)
        let value = head[offset + 1..<offset + width].reduce(first) { $0 << 8 | Int($1) }
        return (value, width, offset + width)
    }
}

extension Int {
    /// The sum; `nil` beyond the range.
    fileprivate func adding(_ other: Int) -> Int? {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? nil : sum
    }
}
