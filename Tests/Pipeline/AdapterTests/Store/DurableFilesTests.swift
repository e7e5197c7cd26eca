import TestWidth
import Testing

@testable import MediaStore

@Suite("Durable files", .inProcess, .timeLimit(.minutes(1)))
struct DurableFilesTests {
    @Test("A file is identified by name and inode")
    func identity() {
        let files = DurableFiles()
        files.note("a", inode: 1)
        #expect(files.contains("a", inode: 1))
        #expect(!files.contains("a", inode: 2))
        #expect(!files.contains("b", inode: 1))
        files.note("a", inode: 2)
        #expect(files.contains("a", inode: 2) && !files.contains("a", inode: 1))
    }

    @Test("The least recently used files are forgotten", arguments: [(3, true), (4, false)])
    func capacity(count: Int, isKnown: Bool) {
        let files = DurableFiles(capacity: 2)
        files.note("old", inode: 0)
        for number in 1...UInt(count) { files.note("new \(number)", inode: number) }
        #expect(files.contains("old", inode: 0) == isKnown)
    }

    @Test("A file that is used repeatedly stays known")
    func use() {
        let files = DurableFiles(capacity: 2)
        files.note("used", inode: 0)
        for number in 1...UInt(20) {
            files.note("new \(number)", inode: number)
            #expect(files.contains("used", inode: 0))
        }
    }
}
