/// The media paths of all policies by the key at the root of a payload with which they begin.
///
/// A path that several policies read is looked up once. Only keys with the hash of a media key cost more than a comparison
/// of hashes.
final class MediaKeyTable: Sendable {
    /// One key at the root; free without paths.
    private struct Slot: Sendable {
        var key: JSONTapeKey?
        var hash: UInt32 = 0
        var paths: Range<Int> = 0..<0
    }

    /// The paths, those with the same root key in a row.
    private let paths: [JSONPath]
    /// The places of the policies that read each path, ascending.
    private let readers: [[Int]]
    /// A power of two, at least twice the number of root keys.
    private let slots: [Slot]
    /// The paths that do not begin with a key.
    private let rootless: Range<Int>
    /// The number of each path.
    private let numbers: [JSONPath: Int]

    /// Creates the table of the media of each policy.
    init(_ media: [[PayloadRules.MediaLocation]]) {
        var readersByPath: [JSONPath: [Int]] = [:]
        var pathsByRoot: [String: [JSONPath]] = [:]
        var ordered: [JSONPath] = []
        for (place, locations) in media.enumerated() {
            for url in locations.map(\.url) where readersByPath[url]?.last != place {
                let isKnown = readersByPath[url] != nil
                readersByPath[url, default: []].append(place)
                guard !isKnown else { continue }
                if case .name(let root)? = url.segments.first {
                    pathsByRoot[root, default: []].append(url)
                } else {
                    ordered.append(url)
                }
            }
        }
        rootless = ordered.indices
        var slots = [Slot](repeating: Slot(), count: 2 << (Int.bitWidth - pathsByRoot.count.leadingZeroBitCount))
        for group in pathsByRoot.values {
            let range = ordered.count..<ordered.count + group.count
            ordered += group
            guard let first = group.first, let key = first.rootKey else { continue }
            var slot = Int(key.hash) & (slots.count - 1)
            while slots[slot].key != nil { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Slot(key: key, hash: key.hash, paths: range)
        }
        self.slots = slots
        paths = ordered
        readers = ordered.map { readersByPath[$0] ?? [] }
        numbers = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) })
    }

    /// The number of a path of the table.
    func number(of path: JSONPath) -> Int { numbers[path] ?? paths.count }

    /// The places of the policies that read a path, ascending.
    func readers(of path: Int) -> [Int] { readers[path] }

    /// The places of the policies that read one of several paths, ascending.
    func readers(of paths: [Int]) -> [Int] {
        if paths.count == 1 { return readers[paths[0]] }
        var places: [Int] = []
        for path in paths {
            for place in readers[path] where !places.contains(place) { places.append(place) }
        }
        return places.sorted()
    }

    /// The numbers of the paths that have a match in a document.
    func matches(in tape: Span<JSONNode>, _ text: Span<UInt8>) -> [Int] {
        var matches: [Int] = []
        for path in rootless where paths[path].first(in: tape, text) != nil { matches.append(path) }
        guard tape.kind(at: 0, in: text) == JSONByte.openBrace else { return matches }
        var key = 1
        let end = Int(tape[0].link)
        while key < end {
            let node = tape[key]
            var slot = Int(node.link) & (slots.count &- 1)
            while !slots[slot].paths.isEmpty {
                if slots[slot].hash == node.link, slots[slot].key?.isEqual(toText: node, in: text) ?? false {
                    for path in slots[slot].paths
                    where paths[path].first(belowRootValue: key &+ 1, tape, text) != nil {
                        matches.append(path)
                    }
                    break
                }
                slot = (slot &+ 1) & (slots.count &- 1)
            }
            key = Int(tape[key &+ 1].link)
        }
        return matches
    }
}
