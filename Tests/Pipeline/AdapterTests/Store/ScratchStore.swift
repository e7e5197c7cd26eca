import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import Testing

@testable import MediaStore

/// A store in a scratch directory that is removed after the test.
final class ScratchStore: Sendable {
    private let directory: ScratchDirectory
    /// The store's directory.
    let path: String
    let pool: WorkerPool

    init() throws {
        directory = try ScratchDirectory("store")
        path = directory.path("media")
        pool = try WorkerPool(threadCount: 4)
    }

    deinit { pool.shutDown() }

    /// The directory that contains only the store's directory.
    var parent: String { directory.path }

    func open(
        byteLimit: Int = StoreConfiguration.defaultByteLimit,
        reserve: DiskReserve = .standard,
        protection: StoreConfiguration.Protection = .wholeRun,
        isGroupReadable: Bool = false,
        durability: StoreConfiguration.Durability = .each,
        space: StoreSpace = .system
    ) throws -> FileMediaStore {
        let configuration = StoreConfiguration(
            directory: path,
            byteLimit: byteLimit,
            reserve: reserve,
            protection: protection,
            isGroupReadable: isGroupReadable,
            durability: durability
        )
        return try FileMediaStore(configuration, workers: pool, space: space)
    }

    /// The bytes of the stored files.
    var byteCount: Int {
        files().reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// A body of its own for each number.
    static func body(_ number: Int, _ byteCount: Int) -> [UInt8] {
        Array("\(number) ".utf8) + [UInt8](repeating: 0, count: byteCount - "\(number) ".utf8.count)
    }

    /// The regular files below the store's directory, relative to it, including unfinished ones, without those of the store itself.
    func files() -> [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            if [StoreSize.name, BootMark.name].contains(name) { return false }
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            return attributes?[.type] as? FileAttributeType == .typeRegular
        }
        .sorted()
    }

    /// Sets the last use of a file to this many seconds ago.
    func age(_ name: String, seconds: Double) throws {
        let date = Date(timeIntervalSinceNow: -seconds)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(path)/\(name)")
    }

    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return try #require(attributes[.posixPermissions] as? Int)
    }
}

extension MediaStoring {
    /// Stores bytes as one body.
    func store(_ bytes: [UInt8], as fileExtension: String = "png", for client: Int = 0) async throws -> StoredFile {
        let spool = try openSpool(for: client)
        try spool.append(bytes.span)
        return try await commit(spool, fileExtension: fileExtension)
    }
}
