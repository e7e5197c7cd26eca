import AttacheSystem
import Foundation
import Glibc
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ScratchFileTests {
    @Test func hasContentAndNoName() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = try ScratchFile(in: directory.path)
        try file.append([1, 2, 3])
        try file.append([4])
        #expect(file.byteCount == 4)
        #expect(try file.read(at: 1, count: 9) == [2, 3, 4])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        // Programs inherit what they are given, and no other file.
        #expect(fcntl(file.descriptor.number, F_GETFD) == FD_CLOEXEC)
        #expect(FileDescriptor.writeAll([5], to: try file.readOnly().number) == .failed(EBADF))
    }

    @Test func directoryThatIsMissingIsAnError() {
        #expect(throws: SystemCallError.self) { try ScratchFile(in: "/nowhere") }
    }
}
