import AttacheSystem
import Glibc

/// The media that live runs point at, gathered for one eviction and let go with it: 32 bytes for each of them.
struct PinnedDigests {
    /// The digests, sorted, each once.
    private(set) var digests: [StoreDigest] = []
    /// Runs that are alive.
    private(set) var runCount = 0
    /// At how many digests those that are there twice are taken out: runs often point at the same media.
    private var compactionCount = 0

    /// Nothing is pinned.
    init() {}

    /// Reads the pins of every run whose directory exists, and removes those of the others.
    ///
    /// - Parameters:
    ///   - directory: The store.
    ///   - compactionCount: At how many digests those that are there twice are taken out for the first time.
    init(of directory: StoreDirectory, compactionCount: Int = 65_536) {
        self.compactionCount = compactionCount
        guard let pins = directory.openExisting(PinFile.directoryName) else { return }
        for name in DirectoryListing.names(of: pins) {
            let number = unsafe openat(pins.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard number >= 0 else { continue }
            guard read(FileDescriptor(number)) else {
                _ = unsafe unlinkat(pins.number, name, 0)
                continue
            }
            runCount += 1
        }
        compact()
    }

    /// Whether nothing is pinned.
    var isEmpty: Bool { digests.isEmpty }

    /// Whether a stored file is pinned.
    ///
    /// - Parameter name: The file's name, which begins with its digest.
    /// - Returns: Whether a live run points at it.
    func contains(_ name: String) -> Bool {
        guard !digests.isEmpty, let digest = StoreDigest(name.utf8.prefix(64)) else { return false }
        var low = 0
        var high = digests.count
        while low < high {
            let middle = (low + high) / 2
            if digests[middle] < digest { low = middle + 1 } else { high = middle }
        }
        return low < digests.count && digests[low] == digest
    }

    /// Adds the digests of one file.
    ///
    /// - Returns: Whether its run is alive; a file whose first line cannot be read keeps its digests all the same.
    private mutating func read(_ file: FileDescriptor) -> Bool {
        var line: [UInt8] = []
        var isFirst = true
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe FileDescriptor.read(file.number, into: $0) }
            guard count > 0 else { return true }
            for byte in buffer[..<count] {
                guard byte == UInt8(ascii: "\n") else {
                    // No path is longer, and nobody else's bytes are of interest.
                    if line.count < 64 * 1024 { line.append(byte) }
                    continue
                }
                if isFirst, let run = PinFile.run(line[...]), !Self.isAlive(run, file) { return false }
                if let digest = StoreDigest(line) { add(digest) }
                isFirst = false
                line.removeAll(keepingCapacity: true)
            }
        }
    }

    private mutating func add(_ digest: StoreDigest) {
        digests.append(digest)
        guard digests.count >= compactionCount else { return }
        compact()
        compactionCount = max(compactionCount, digests.count * 2)
    }

    /// Sorts the digests, and keeps each once.
    private mutating func compact() {
        digests.sort()
        var last: StoreDigest?
        digests.removeAll { digest in
            defer { last = digest }
            return digest == last
        }
    }

    private static func isAlive(_ run: PinnedRun, _ file: FileDescriptor) -> Bool {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { return true }
        return run.isAlive(lastPin: status.st_mtim.tv_sec, now: time(nil))
    }
}
