import AttacheCore
import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import MediaStore

/// The size of a store that its processes share.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct StoreSizeTests {
    private let scratch: ScratchStore
    private let directory: StoreDirectory

    init() throws {
        scratch = try ScratchStore()
        directory = try StoreDirectory(StoreConfiguration(directory: scratch.path))
    }

    private var file: String { "\(scratch.path)/\(StoreSize.name)" }

    @Test func aStoreThatWasNeverMeasuredHasNoSize() {
        var size = StoreSize(of: directory)
        size.add(5)
        #expect(size.byteCount == nil)
        #expect(StoreSize(of: directory).byteCount == nil)
    }

    @Test func processesAddToOneNumber() {
        var (one, other) = (StoreSize(of: directory), StoreSize(of: directory))
        one.set(100, since: nil)
        other.add(7)
        one.add(1)
        #expect(one.byteCount == 108)
        other.refresh()
        #expect(other.byteCount == 108)
        #expect(StoreSize(of: directory).byteCount == 108)
    }

    /// The number before the measurement and at its end, what was measured, and the number afterwards.
    @Test(
        "What is stored during a measurement counts, whether it is in it or not",
        arguments: [(nil, nil, 50, 50), (nil, 70, 50, 50), (100, 100, 50, 50), (100, 130, 50, 80), (100, 20, 50, 50)]
            as [(Int?, Int?, Int, Int)]
    )
    func measurement(earlier: Int?, later: Int?, measured: Int, expected: Int) {
        var other = StoreSize(of: directory)
        if let later { other.set(later, since: nil) }
        var size = StoreSize(of: directory)
        size.set(measured, since: earlier)
        #expect(size.byteCount == expected)
        #expect(StoreSize(of: directory).byteCount == expected)
    }

    @Test(
        "A damaged number is none",
        arguments: [
            ([], nil), ([1, 0, 0, 0, 0, 0, 0], nil), ([1, 0, 0, 0, 0, 0, 0, 0], 1), ([0, 0, 0, 0, 0, 0, 0, 0x80], nil),
            ([255, 255, 255, 255, 255, 255, 255, 0x7F], nil), ([0, 0, 0, 0, 0, 0, 0, 0x10], 1 << 60),
            ([1, 0, 0, 0, 0, 0, 0, 0x10], nil),
        ] as [([UInt8], Int?)]
    )
    func damage(bytes: [UInt8], expected: Int?) throws {
        try Data(bytes).write(to: URL(filePath: file))
        #expect(StoreSize(of: directory).byteCount == expected)
    }

    @Test func storesInOneDirectoryShareTheirLimit() async throws {
        let (one, other) = (try scratch.open(byteLimit: 4000), try scratch.open(byteLimit: 4000))
        for number in 0..<3 { _ = try await one.store(ScratchStore.body(number, 1000)) }
        _ = try await other.store(ScratchStore.body(3, 1000))
        await #expect(throws: SystemCallError.self) { try await other.store(ScratchStore.body(4, 1000)) }
        await #expect(throws: SystemCallError.self) { try await one.store(ScratchStore.body(5, 1000)) }
        #expect(scratch.byteCount == 4000)
    }

    @Test(
        "A number that is too high, or cannot be written, leaves the limit what it is",
        arguments: ["high", "directory"]
    )
    func wrong(_ fault: String) async throws {
        if fault == "directory" {
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        } else {
            var size = StoreSize(of: directory)
            size.set(1 << 40, since: nil)
        }
        let store = try scratch.open(byteLimit: 4000)
        for number in 0..<4 { _ = try await store.store(ScratchStore.body(number, 1000)) }
        await #expect(throws: SystemCallError.self) { try await store.store(ScratchStore.body(4, 1000)) }
        #expect(scratch.byteCount == 4000)
    }

    @Test func pruningMeasures() async throws {
        let file = try await scratch.open().store(ScratchStore.body(0, 1000))
        try scratch.age(String(file.path.dropFirst(scratch.path.count + 1)), seconds: 5000)
        _ = try StoreMaintenance(StoreConfiguration(directory: scratch.path)).prune(to: 10)
        #expect(StoreSize(of: directory).byteCount == 0)
    }
}
