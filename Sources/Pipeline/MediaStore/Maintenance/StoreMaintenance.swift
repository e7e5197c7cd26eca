import AttacheCore
package import AttacheSystem
import Glibc

/// Statistics, verification and pruning of a store. The methods wait for the disk, so call them from a thread that may.
package struct StoreMaintenance: Sendable {
    /// The directory of damaged files.
    package static let damagedName = "damaged"

    private let directory: StoreDirectory

    /// Opens a store; throws when its directory cannot be created or opened.
    package init(_ configuration: StoreConfiguration) throws(SystemCallError) {
        directory = try StoreDirectory(configuration)
    }

    package func statistics() -> StoreStatistics {
        let pins = PinnedDigests(of: directory)
        var statistics = StoreStatistics()
        statistics.runCount = pins.runCount
        for shardName in directory.shardNames {
            for file in directory.entries(ofShard: shardName).files {
                statistics.fileCount += 1
                statistics.byteCount += file.byteCount
                statistics.oldestUse = min(statistics.oldestUse ?? .max, file.used / 1_000_000_000)
                guard pins.contains(file.name) else { continue }
                statistics.pinnedCount += 1
                statistics.pinnedByteCount += file.byteCount
            }
        }
        return statistics
    }

    /// Whether a file is stored with this length; the digest is lower-case hexadecimal, the extension has no full stop.
    package func holds(_ digest: String, fileExtension: String, byteCount: Int) -> Bool {
        guard let shard = directory.openExisting(String(digest.prefix(2))) else { return false }
        var status = stat()
        guard unsafe fstatat(shard.number, "\(digest).\(fileExtension)", &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return false
        }
        return status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == byteCount
    }

    /// Hashes every stored file, two at a time on the threads of `workers`, and moves damaged files to `damagedName`.
    package func verify(on workers: WorkerPool) async -> StoreVerification {
        let waiting = Locked(directory.shardNames)
        let result = Locked(StoreVerification())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    _ = await workers.run {
                        while let shardName = waiting.withLock({ $0.popLast() }) {
                            let part = verifyShard(shardName)
                            result.withLock { $0.add(part) }
                        }
                    }
                }
            }
        }
        return result.withLock { $0.sorted }
    }

    /// Removes unfinished files of dead processes and evicts down to a limit of bytes, the least recently used files
    /// first, but no files that live runs refer to or that were used in the last ten minutes. Returns the number of
    /// removed unfinished files, and the bytes that are left.
    package func prune(to byteLimit: Int) -> (leftoverCount: Int, byteCount: Int) {
        let leftoverCount = LeftoverSpools(directory: directory).remove()
        let evictor = StoreEvictor(directory: directory, byteLimit: byteLimit, protection: .recent(.seconds(600)))
        var size = StoreSize(of: directory)
        let before = size.byteCount
        let left = evictor.makeRoom(.atMost(byteLimit)).byteCount
        size.set(left, since: before)
        return (leftoverCount, left)
    }

    private func verifyShard(_ shardName: String) -> StoreVerification {
        var result = StoreVerification()
        let (files, foreign) = directory.entries(ofShard: shardName)
        result.foreign = foreign
        for file in files {
            let name = "\(file.shardName)/\(file.name)"
            do throws(SystemCallError) {
                let digest = try LocalMediaFile("\(directory.path)/\(name)").digest()
                if digest != file.digest {
                    result.damages.append(.init(name: name, sentence: "\(name) holds \(digest); \(quarantine(file))"))
                }
                result.fileCount += 1
                result.byteCount += file.byteCount
            } catch {
                // It may have been evicted since it was listed.
                guard error.code != ENOENT else { continue }
                let cause = error.message
                result.damages.append(.init(name: name, sentence: "\(name) cannot be read: \(cause)."))
            }
        }
        return result
    }

    /// Moves a damaged file to `damagedName`, so that the next download stores it again; returns the end of a sentence.
    private func quarantine(_ file: StoredEntry) -> String {
        do throws(SystemCallError) {
            let damaged = try directory.open(Self.damagedName)
            guard let shard = directory.openExisting(file.shardName),
                unsafe renameat(shard.number, file.name, damaged.number, file.name) == 0
            else { return "it could not be moved: \(SystemCallError.message(errno))." }
            return "moved to \(Self.damagedName)/."
        } catch {
            return "it could not be moved: \(error.message)."
        }
    }
}

extension StoreVerification {
    fileprivate mutating func add(_ part: StoreVerification) {
        fileCount += part.fileCount
        byteCount += part.byteCount
        damages += part.damages
        foreign += part.foreign
    }

    fileprivate var sorted: StoreVerification {
        var result = self
        result.damages.sort { $0.name < $1.name }
        result.foreign.sort()
        return result
    }
}

/// The number and size of the files in a store.
package struct StoreStatistics: Sendable, Equatable {
    package var fileCount = 0
    package var byteCount = 0
    /// The last use of the least recently used file, in seconds since 1970; `nil` in an empty store.
    package var oldestUse: Int?
    /// Files that live runs refer to.
    package var pinnedCount = 0
    package var pinnedByteCount = 0
    /// Runs with pins.
    package var runCount = 0
}

/// The result of hashing every stored file.
package struct StoreVerification: Sendable, Equatable {
    /// A file whose content does not match its name.
    package struct Damage: Sendable, Equatable {
        /// The path below the store's directory.
        package var name: String
        /// The damage and the action, as one sentence.
        package var sentence: String
    }

    package var fileCount = 0
    package var byteCount = 0
    /// The damaged files, by name.
    package var damages: [Damage] = []
    /// Files that are not Attache's and stay untouched, by name.
    package var foreign: [String] = []
}
