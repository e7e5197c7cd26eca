import AttacheCore
package import AttacheSystem
import Glibc

/// Looks after a store: counts, re-hashes, clears away. It waits for the disk, so call it from a thread that may.
package struct StoreMaintenance: Sendable {
    /// Where damaged files go.
    package static let damagedName = "damaged"

    private let directory: StoreDirectory
    private let inventory: StoreInventory

    /// Opens a store.
    ///
    /// - Parameter configuration: Where it is.
    /// - Throws: `SystemCallError` when the directory cannot be created or opened.
    package init(_ configuration: StoreConfiguration) throws(SystemCallError) {
        directory = try StoreDirectory(configuration)
        inventory = StoreInventory(directory: directory)
    }

    /// Counts what is stored.
    ///
    /// - Returns: What the store holds.
    package func statistics() -> StoreStatistics {
        let pins = PinnedDigests(of: directory)
        var statistics = StoreStatistics()
        statistics.runCount = pins.runCount
        for index in 0..<StoreDirectory.shardNames.count {
            for file in inventory.files(ofShard: index).files {
                statistics.fileCount += 1
                statistics.byteCount += file.byteCount
                statistics.oldestUse = min(statistics.oldestUse ?? .max, file.used)
                guard pins.contains(file.name) else { continue }
                statistics.pinnedCount += 1
                statistics.pinnedByteCount += file.byteCount
            }
        }
        return statistics
    }

    /// Whether a file is stored with this length.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 in lower-case hexadecimal.
    ///   - fileExtension: The extension, without the full stop.
    ///   - byteCount: The length in bytes.
    /// - Returns: Whether it is there.
    package func holds(_ digest: String, fileExtension: String, byteCount: Int) -> Bool {
        guard let shard = directory.openExisting(String(digest.prefix(2))) else { return false }
        var status = stat()
        guard unsafe fstatat(shard.number, "\(digest).\(fileExtension)", &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return false
        }
        return status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == byteCount
    }

    /// Reads and hashes every stored file, two at a time, and moves what is not what its name says out of the way.
    ///
    /// - Parameter workers: The threads that read; each takes a shard at a time.
    /// - Returns: What was found.
    package func verify(on workers: WorkerPool) async -> StoreVerification {
        let next = Locked(0)
        let result = Locked(StoreVerification())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    _ = await workers.run {
                        while let index = next.withLock({ Self.take(&$0) }) {
                            let part = verifyShard(index)
                            result.withLock { $0.add(part) }
                        }
                    }
                }
            }
        }
        return result.withLock { $0.sorted }
    }

    /// Removes unfinished files of dead processes and evicts down to a limit, what was not used for the longest time
    /// first, and never what a live run points at or was used in the last ten minutes.
    ///
    /// - Parameter byteLimit: How many bytes may be kept.
    /// - Returns: Unfinished files that were removed, and the bytes that are left.
    package func prune(to byteLimit: Int) -> (leftoverCount: Int, byteCount: Int) {
        let leftoverCount = LeftoverSpools(directory: directory).remove()
        let evictor = StoreEvictor(directory: directory, byteLimit: byteLimit, protection: .recent(.seconds(600)))
        return (leftoverCount, evictor.makeRoom())
    }

    private static func take(_ next: inout Int) -> Int? {
        guard next < StoreDirectory.shardNames.count else { return nil }
        next += 1
        return next - 1
    }

    private func verifyShard(_ index: Int) -> StoreVerification {
        var result = StoreVerification()
        let (files, foreign) = inventory.files(ofShard: index)
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

    /// Moves a damaged file out of the way, so that the next download of it is stored anew.
    private func quarantine(_ file: StoreInventory.File) -> String {
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

/// What a store holds.
package struct StoreStatistics: Sendable, Equatable {
    /// The stored files.
    package var fileCount = 0
    /// Their bytes together.
    package var byteCount = 0
    /// When the file that was not used for the longest time was used, in seconds since 1970; `nil` in an empty store.
    package var oldestUse: Int?
    /// The files that live runs point at.
    package var pinnedCount = 0
    /// The bytes of these.
    package var pinnedByteCount = 0
    /// The runs that pin anything.
    package var runCount = 0

    /// Counts nothing.
    package init() {}
}

/// What a look at every stored file has shown.
package struct StoreVerification: Sendable, Equatable {
    /// A file that is not what its name says.
    package struct Damage: Sendable, Equatable {
        /// Its name below the store's directory.
        package var name: String
        /// What is wrong and what was done, as one sentence.
        package var sentence: String
    }

    /// The files that were read.
    package var fileCount = 0
    /// Their bytes together.
    package var byteCount = 0
    /// The files that are not what their names say, by name.
    package var damages: [Damage] = []
    /// What is not Attache's and was left alone, by name.
    package var foreign: [String] = []

    /// Has seen nothing.
    package init() {}
}
