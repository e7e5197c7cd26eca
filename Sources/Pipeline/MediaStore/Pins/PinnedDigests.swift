import AttacheSystem
import Glibc

/// The media of all live runs, loaded for one eviction.
struct PinnedDigests {
    private(set) var digests: Set<StoreDigest> = []
    /// The number of live runs.
    private(set) var runCount = 0

    init() {}

    /// Reads the pins of every run whose directory exists, and removes those of the others.
    init(of directory: StoreDirectory) {
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
    }

    var isEmpty: Bool { digests.isEmpty }

    /// Whether a live run refers to the stored file, whose name begins with its digest.
    func contains(_ name: String) -> Bool {
        !digests.isEmpty && StoreDigest(name.utf8.prefix(64)).map(digests.contains) ?? false
    }

    /// Adds the digests of one file, and returns whether its run is alive; a file with an unreadable first line keeps
    /// its digests.
    private mutating func read(_ file: FileDescriptor) -> Bool {
        var line: [UInt8] = []
        var isFirst = true
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe FileDescriptor.read(file.number, into: $0) }
            guard count > 0 else { return true }
            for byte in buffer[..<count] {
                guard byte == UInt8(ascii: "\n") else {
                    // No path is longer, and other content is ignored.
                    if line.count < 64 * 1024 { line.append(byte) }
                    continue
                }
                if isFirst, let run = PinFile.run(line[...]), !Self.isAlive(run, file) { return false }
                if let digest = StoreDigest(line) { digests.insert(digest) }
                isFirst = false
                line.removeAll(keepingCapacity: true)
            }
        }
    }

    private static func isAlive(_ run: PinnedRun, _ file: FileDescriptor) -> Bool {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else { return true }
        return run.isAlive(lastPin: status.st_mtim.tv_sec, now: time(nil))
    }
}
