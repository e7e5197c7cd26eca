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

    /// The bytes of the two tables of what is known of files.
    private static func byteCount<Value>(_ value: Value.Type) -> Int {
        let table = [Int: Value](minimumCapacity: RecentFiles<UInt>.standardCapacity)
        // Three of four places are in use at most, and each has a bit.
        let places = table.capacity / 3 * 4
        return 2 * (places * (MemoryLayout<Int>.stride + MemoryLayout<Value>.stride) + places / 8)
    }

    @Test("What is known of files has the size that is documented")
    func size() {
        #expect(Self.byteCount(UInt.self) == (2 << 20) + (16 << 10))
        #expect(Self.byteCount([Int].self) == (2 << 20) + (16 << 10))
    }

    /// The clients that use a file one after the other, and those that are known.
    static let userRows: [([Int], [Int])] = [
        ([], []), ([0], []), ([7], [7]), ([7, 7], [7]), ([7, 8], [7, 8]), ([7, 8, 7], [7, 8]), ([7, 0], []),
        ([7, 0, 8], []), (Array(1...17), Array(2...17)),
    ]

    @Test(arguments: userRows)
    func users(clients: [Int], expected: [Int]) {
        let users = FileUsers()
        for client in clients { users.note("a", client: client) }
        #expect(users.clients(of: "a") == expected)
    }

    @Test func aSecondUserDoesNotHideAFirstOneThatIsUnknown() {
        let users = FileUsers()
        users.note("a", client: 7, isSecond: true)
        #expect(users.clients(of: "a").isEmpty && !users.isEmpty)
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
