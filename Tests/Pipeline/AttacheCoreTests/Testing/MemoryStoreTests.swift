import AttacheCore
import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MemoryStoreTests {
    @Test("A committed file is stored once under its digest, and is readable before")
    func commit() async throws {
        let store = MemoryStore()
        for _ in 0..<2 {
            let spool = try store.openSpool()
            try spool.append(Array("ab".utf8).span)
            try spool.append(Array("c".utf8).span)
            #expect(spool.byteCount == 3)
            #expect(try spool.read(at: 1, count: 5) == Array("bc".utf8))
            let file = try await store.commit(spool, fileExtension: "png")
            #expect(file.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            #expect(file.path == "/memory/ba/\(file.sha256).png")
            #expect(file.byteCount == 3)
        }
        #expect(Array(store.files.values) == [Array("abc".utf8)])
        #expect(store.spools.count == 2)
    }

    @Test("A discarded spool is empty and closed, and is not committed")
    func discard() async throws {
        let store = MemoryStore()
        let spool = try store.openSpool()
        try spool.append([1].span)
        spool.discard()
        spool.discard()
        #expect(spool.byteCount == 0)
        #expect(store.spools.map(\.isOpen) == [false])
        #expect(throws: SystemCallError.self) { try spool.append([1].span) }
        await #expect(throws: SystemCallError.self) { try await store.commit(spool, fileExtension: "png") }
        #expect(store.files.isEmpty)
    }

    @Test("A discard after the commit removes nothing")
    func discardAfterCommit() async throws {
        let store = MemoryStore()
        let spool = try store.openSpool()
        try spool.append([1].span)
        let file = try await store.commit(spool, fileExtension: "gif")
        spool.discard()
        #expect(store.files[file.path] == [1])
        #expect(store.spools.map(\.bytes) == [[1]])
    }

    @Test("A full disk accepts the bytes that fit and rejects the next one")
    func full() throws {
        let spool = try MemoryStore(byteLimit: 2).openSpool()
        try spool.append([1, 2].span)
        #expect(throws: SystemCallError(operation: "write to", path: "/memory", code: 28)) {
            try spool.append([3].span)
        }
    }

    @Test("It fails where configured to")
    func failures() async throws {
        let error = SystemCallError(operation: "test", path: "/", code: 5)
        #expect(throws: error) { try MemoryStore(openError: error).openSpool() }
        let store = MemoryStore(commitError: error)
        let spool = try store.openSpool()
        await #expect(throws: error) { try await store.commit(spool, fileExtension: "png") }
        #expect(store.spools.map(\.isOpen) == [false])
    }
}
