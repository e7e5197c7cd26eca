import AttacheCore
import AttacheDatabase
import Glibc

/// Databases at rest: whatever bits of the file have changed, opening, reading and writing it gives results or errors.
///
/// An input is the kind of the database in one byte, then changes of four bytes each: the place in the file in three, and
/// the bits that flip there in one.
enum DatabaseTarget {
    private static let samples = Databases.allCases.map { kind in
        kind.write()
        kind.work()
        return kind.bytes
    }

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let number = Int(first) % Databases.allCases.count
        let kind = Databases.allCases[number]
        var file = samples[number]
        var rest = bytes.dropFirst()
        while rest.count >= 4 {
            let change = Array(rest.prefix(4))
            let place = Int(change[0]) << 16 | Int(change[1]) << 8 | Int(change[2])
            file[place % file.count] ^= change[3]
            rest = rest.dropFirst(4)
        }
        Databases.clean()
        kind.replace(by: file)
        // The second time it opens what the first has made of the file.
        for _ in 0..<2 { kind.work() }
    }
}

/// The three databases, each in the same directory in memory.
private enum Databases: CaseIterable {
    case index, answers, ledger

    private static let directory: String = {
        let base = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        let path = "\(base)/attache-fuzz-\(getpid())"
        require(unsafe mkdir(path, 0o700) == 0, "a directory can be made")
        atexit { DatabaseFiles.remove() }
        return path
    }()

    private var path: String { "\(Self.directory)/\(self == .index ? "index" : "other").sqlite" }

    /// Removes what the last input has left.
    static func clean() {
        for name in ["index", "other"] {
            for damaged in ["", ".damaged"] {
                for suffix in ["", "-wal", "-shm", "-journal"] {
                    _ = unsafe unlink("\(directory)/\(name).sqlite\(damaged)\(suffix)")
                }
            }
        }
        unsafe DatabaseFiles.directory = directory
    }

    var bytes: [UInt8] {
        let number = unsafe open(path, O_RDONLY)
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
        require(count > 0 && count < bytes.count, "the sample is a file of some pages")
        return Array(bytes.prefix(count))
    }

    func replace(by bytes: [UInt8]) {
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(number) }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
        require(count == bytes.count, "the file can be written")
    }

    /// Makes a database with some rows in every table.
    func write() {
        Self.clean()
        for round in 0..<3 { work(round) }
    }

    /// Opens the database, reads all of it, and writes; every error is one of the three kinds.
    func work(_ round: Int = 0) {
        do {
            switch self {
            case .index: try index(round)
            case .answers: try answers(round)
            case .ledger: try ledger(round)
            }
        } catch {
            require(error is DatabaseFailure, "\(error) is no failure of a database")
        }
    }

    private func index(_ round: Int) throws {
        let index = try MediaIndex(directory: Self.directory)
        defer { index.shutDown() }
        for number in 0..<8 {
            let key = CacheKey(text: "\(number)")
            _ = Blocking.wait { await index.lookUp(key) }
            let isFailure = number % 2 == 1
            if isFailure { index.save(Samples.failure, as: key) } else { index.save(Samples.media(round), as: key) }
        }
        _ = try index.statistics(at: 50)
        _ = try index.forgetMedia { _, _, byteCount in byteCount != 7 }
        _ = try index.prune(at: 20)
        _ = try index.findDamage()
    }

    private func answers(_ round: Int) throws {
        let store = try IdempotencyStore(path: path, limits: IdempotencyLimits(), wall: FixedWallClock())
        defer { store.shutDown() }
        _ = store.totals
        for number in 0..<4 {
            let key = [UInt8](repeating: UInt8(number), count: 32)
            _ = Blocking.wait { try? await store.find(key) }
            let body = Array("{\"round\":\(round)}".utf8)
            let answer = StoredResponse(fingerprint: key, status: 200, mediaType: "application/json", body: body)
            Blocking.wait { try? await store.keep(answer, as: key) }
        }
    }

    private func ledger(_ round: Int) throws {
        let ledger = try RunLedger(path: path)
        if try ledger.identity() == nil {
            try ledger.setIdentity(RunIdentity(members: [.init(name: "--policy", value: "auto")]))
        }
        for number in 0..<3 {
            let name = Array("in/\(number).ndjson".utf8)
            var state = try ledger.input(InputListing(name: name, source: "s", isLines: true, output: name)).state
            _ = try ledger.pendingLines(of: state.number)
            _ = try ledger.pendingLines(of: state.number, from: 1, byteLimit: 1 << 20)
            _ = try ledger.faults(of: state.number, from: 0, limit: 10)
            (state.stage, state.itemCount) = (number == 0 ? .unnamed : .open, 1)
            var entry = LedgerGroup.Entry(state: state)
            let fault: [UInt8]? = number == 1 ? [1] : nil
            entry.items = [LedgerItem(sequence: 0, line: 1, record: Samples.record, faultDigest: fault)]
            entry.waiting = [PendingLine(sequence: 1 + round, line: 2, end: 9, bytes: [10])]
            var group = LedgerGroup()
            group.entries = [entry]
            try ledger.commit(group)
        }
        _ = try ledger.unnamedInputs()
        try ledger.eachOutput { _ in }
        try ledger.eachItem { _ in }
        try ledger.eachItem(onlySeen: true) { _ in }
    }
}

/// Removes the directory when the process ends by itself; a C function can capture nothing.
private enum DatabaseFiles {
    nonisolated(unsafe) static var directory: String?

    static func remove() {
        guard let directory = unsafe directory else { return }
        Databases.clean()
        _ = unsafe rmdir(directory)
    }
}
