import Glibc
import TestWidth
import Testing

@testable import AttacheSystem

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct FileDescriptorTests {
    private static func pipe() throws -> (reader: FileDescriptor, writer: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe Glibc.pipe(&ends) == 0)
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    /// An unnamed temporary file.
    private static func file(_ content: [UInt8] = []) throws -> FileDescriptor {
        let number = unsafe open("/tmp", O_RDWR | 0o20_000_000 | O_DIRECTORY | O_CLOEXEC, 0o600)
        try #require(number >= 0)
        #expect(FileDescriptor.writeAll(content, to: number) == .written)
        return FileDescriptor(number)
    }

    @Test func nonBlockingPipeAcceptsMoreThanItsCapacity() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let (reader, writer) = try Self.pipe()
        #expect(fcntl(writer.number, F_SETFL, O_NONBLOCK) == 0)
        let pool = try WorkerPool(threadCount: 2)
        defer { pool.shutDown() }
        async let result = pool.run { FileDescriptor.writeAll(bytes, to: writer.number) }
        async let read = pool.run { try? FileDescriptor.readAll(bytes.count, from: reader.number) }
        #expect(await result == .written)
        #expect(await read == bytes)
    }

    @Test(arguments: [("/dev/full", ENOSPC), ("/dev/null", 0)])
    func deviceErrorIsReturned(_ path: String, _ code: Int32) throws {
        let device = FileDescriptor(unsafe open(path, O_WRONLY | O_CLOEXEC))
        #expect(FileDescriptor.writeAll([1, 2], to: device.number) == (code == 0 ? .written : .failed(code)))
    }

    @Test(arguments: [
        (0, 4, [1, 2, 3, 4]), (2, 2, [3, 4]), (3, 9, [4]), (4, 1, []), (9, 1, []), (0, 0, []), (0, -1, []),
    ])
    func rangeOfFileIsReadToItsEnd(_ offset: Int, _ count: Int, _ expected: [UInt8]) throws {
        let file = try Self.file([1, 2, 3, 4])
        #expect(try FileDescriptor.readAll(count, from: file.number, at: offset) == expected)
    }

    @Test(arguments: [(0, 4, [1, 2, 3, 4]), (0, 3, [1, 2, 3]), (2, 4, [3, 4]), (4, 4, []), (0, 0, [])])
    func nextBytesOfFileAreSeenAndLeft(_ offset: off_t, _ limit: Int, _ expected: [UInt8]) throws {
        let file = try Self.file([1, 2, 3, 4])
        #expect(lseek(file.number, offset, SEEK_SET) == offset)
        #expect(FileDescriptor.peek(file.number, limit: limit) == expected)
        #expect(lseek(file.number, 0, SEEK_CUR) == offset)
    }

    @Test(arguments: [([1, 2, 3, 4], 4), ([1, 2, 3, 4], 3), ([], 4)])
    func bytesInPipeAreSeenAndLeft(_ bytes: [UInt8], _ limit: Int) throws {
        let (reader, writer) = try Self.pipe()
        #expect(FileDescriptor.writeAll(bytes, to: writer.number) == .written)
        #expect(FileDescriptor.peek(reader.number, limit: limit) == Array(bytes.prefix(limit)))
        #expect(try FileDescriptor.readAll(bytes.count, from: reader.number) == bytes)
    }

    @Test(arguments: ["/tmp", "/dev/null"])
    func nothingElseIsSeen(_ path: String) {
        let descriptor = FileDescriptor(unsafe open(path, O_RDONLY | O_CLOEXEC))
        #expect(FileDescriptor.peek(descriptor.number, limit: 4) == [])
        #expect(FileDescriptor.peek(-1, limit: 4) == [])
    }

    @Test func bytesAreWrittenAtOffset() throws {
        let file = try Self.file([1, 2, 3, 4])
        let bytes: [UInt8] = [8, 9]
        let code = unsafe bytes.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: file.number, at: 1) }
        #expect(code == 0)
        #expect(try FileDescriptor.readAll(9, from: file.number, at: 0) == [1, 8, 9, 4])
    }

    @Test func errorHasPathAndCode() throws {
        let directory = FileDescriptor(unsafe open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        #expect(throws: SystemCallError(operation: "read", path: "/tmp", code: EISDIR)) {
            try FileDescriptor.readAll(1, from: directory.number, path: "/tmp")
        }
        #expect(SystemCallError(operation: "read", code: EISDIR).message == "Is a directory")
    }
}

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct NetworkAddressTests {
    @Test func addressesOfBothFamiliesAreInNetworkOrder() {
        var short = sockaddr_in()
        short.sin_family = sa_family_t(AF_INET)
        short.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        #expect(Self.bytes(&short) == [127, 0, 0, 1])
        var long = sockaddr_in6()
        long.sin6_family = sa_family_t(AF_INET6)
        long.sin6_addr = in6addr_loopback
        #expect(Self.bytes(&long) == Array(repeating: 0, count: 15) + [1])
    }

    @Test func otherFamiliesHaveNoAddress() {
        var other = sockaddr_un()
        other.sun_family = sa_family_t(AF_UNIX)
        #expect(Self.bytes(&other) == nil)
    }

    private static func bytes<Address>(_ address: inout Address) -> [UInt8]? {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe NetworkAddress.bytes(of: $0) }
        }
    }
}
