import AttacheSystem
import Glibc

/// The distances of a time zone from UTC, read from a file of the system's time zone database (RFC 9636).
///
/// The C library knows one time zone for each process, and Foundation's own reader is not in what the program links.
struct ZoneRules {
    /// The instants at which a new distance begins, in seconds since 1970, in rising order.
    private var starts: [Int] = []
    /// The distance in seconds from each of these instants on.
    private var offsets: [Int] = []
    /// The distance before the first instant.
    private var firstOffset = 0
    /// The rule for the time after the last instant.
    private var footer: ZoneFooter?

    /// Reads the zone of an identifier such as `Asia/Seoul` or `GMT+0900`; `nil` when there is none.
    init?(identifier: String) {
        if let offset = Self.fixedOffset(identifier) {
            firstOffset = offset
            return
        }
        let isPlain = identifier.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "/_+-".utf8.contains(byte)
        }
        guard isPlain, !identifier.isEmpty, !identifier.hasPrefix("/"), identifier.utf8.count <= 64,
            let bytes = Self.file("/usr/share/zoneinfo/\(identifier)")
        else { return nil }
        guard read(bytes) else { return nil }
    }

    /// Returns the distance from UTC at an instant, both in seconds.
    func offset(at time: Int) -> Int {
        guard let last = starts.last else { return footer?.offset(at: time) ?? firstOffset }
        if time >= last, let footer { return footer.offset(at: time) }
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : offsets[low - 1]
    }

    /// Returns the first instant of a local time, given as seconds since 1970 of a clock without a zone; for a time that
    /// the clocks skip, the instant at which they skip it.
    func instant(ofLocal local: Int) -> Int {
        // A day before and after: no change of clocks is larger.
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        for candidate in [before, after] where offset(at: local - candidate) == candidate { return local - candidate }
        var (low, high) = (local - max(before, after) - 1, local - min(before, after))
        while high - low > 1 {
            let middle = (low + high) / 2
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// `GMT`, and `GMT` with a sign, hours and minutes.
    private static func fixedOffset(_ identifier: String) -> Int? {
        guard identifier.hasPrefix("GMT") else { return nil }
        let rest = identifier.dropFirst(3)
        guard let sign = rest.first else { return 0 }
        let digits = rest.dropFirst().filter { $0 != ":" }
        guard sign == "+" || sign == "-", digits.count == 4, let number = Int(digits), number >= 0, number % 100 < 60
        else { return nil }
        return (number / 100 * 3600 + number % 100 * 60) * (sign == "-" ? -1 : 1)
    }

    private static func file(_ path: String) -> [UInt8]? {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(number)
        // The largest file of the database has about 4 KB.
        return try? FileDescriptor.readAll(1 << 20, from: file.number, path: path)
    }

    private mutating func read(_ bytes: [UInt8]) -> Bool {
        guard let first = Header(bytes, at: 0), first.version >= 0x32 else { return false }
        // The first block has times of 32 bits, and is repeated with 64.
        guard let header = Header(bytes, at: 44 + first.blockLength(timeLength: 4)) else { return false }
        let times = header.start
        let kinds = times + header.timeCount * 8
        let types = kinds + header.timeCount
        let end = header.start + header.blockLength(timeLength: 8)
        guard end <= bytes.count, header.typeCount > 0 else { return false }
        func offset(_ type: Int) -> Int { Int(Int32(truncatingIfNeeded: Self.number(bytes, types + type * 6, 4))) }
        firstOffset = offset(0)
        for index in 0..<header.timeCount {
            let type = Int(bytes[kinds + index])
            guard type < header.typeCount else { return false }
            starts.append(Self.number(bytes, times + index * 8, 8))
            offsets.append(offset(type))
        }
        let text = bytes[end...].dropFirst().prefix { $0 != 0x0A }
        footer = ZoneFooter(String(decoding: text, as: UTF8.self))
        return zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// A number in network order.
    private static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int {
        Int(truncatingIfNeeded: bytes[place..<(place + length)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// The head of a block of the file.
    private struct Header {
        let version: UInt8
        /// The place of the block's content.
        let start: Int
        let timeCount: Int
        let typeCount: Int
        /// The length of what follows times and types, with times of the first length.
        private let restCounts: (standard: Int, universal: Int, leap: Int, text: Int)

        init?(_ bytes: [UInt8], at place: Int) {
            guard place >= 0, bytes.count >= place + 44, Array("TZif".utf8) == Array(bytes[place..<(place + 4)]) else {
                return nil
            }
            version = bytes[place + 4]
            start = place + 44
            let counts = (0..<6).map { ZoneRules.number(bytes, place + 20 + $0 * 4, 4) }
            restCounts = (counts[1], counts[0], counts[2], counts[5])
            (timeCount, typeCount) = (counts[3], counts[4])
        }

        func blockLength(timeLength: Int) -> Int {
            timeCount * (timeLength + 1) + typeCount * 6 + restCounts.text + restCounts.leap * (timeLength + 4)
                + restCounts.standard + restCounts.universal
        }
    }
}
