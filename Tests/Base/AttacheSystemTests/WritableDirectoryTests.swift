import AttacheSystem
import Foundation
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct WritableDirectoryTests {
    @Test("A directory that exists or can be created is fine, and stays as it was")
    func writable() throws {
        let directory = NSTemporaryDirectory() + "attache-writable-\(UUID().uuidString)"
        #expect(WritableDirectory.problem("\(directory)/a/b/") == nil)
        #expect(!FileManager.default.fileExists(atPath: directory))
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        #expect(WritableDirectory.problem(directory) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
        #expect(WritableDirectory.problem("relative-\(UUID().uuidString)") == nil)
    }

    @Test("A directory in which nothing can be created is a problem", arguments: ["/proc", "/proc/x/y", "/dev/null/x"])
    func refused(_ path: String) {
        #expect(WritableDirectory.problem(path) != nil)
    }
}
