import AttacheCore
import AttacheTesting
import MagicInspect
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MagicDatabaseTests {
    @Test func defaultDatabaseIsFound() throws {
        #expect(MagicDatabase.usualPaths.contains(try MagicDatabase().path))
    }

    @Test(arguments: [
        ("/nonexistent/magic.mgc", MagicDatabase.Problem.noDatabase), ("/etc/magic", .badPath), ("", .badPath),
        ("/usr/lib/file/magic", .badPath), ("/usr/lib/file/magic.mgc:/tmp/other.mgc", .badPath),
    ])
    func otherPathsAreRejected(_ path: String, _ problem: MagicDatabase.Problem) {
        let error = #expect(throws: SurroundingsError.self) { try MagicDatabase(path: path) }
        #expect(error?.sentence.hasPrefix("libmagic's database \(path) cannot be used (\(problem.rawValue))") == true)
    }

    @Test func fileOfOtherTypeIsRejected() throws {
        let path = try MediaSamples.path("source.mgc")
        try MemoryFile.write(Array("0 string GIF GIF".utf8), to: path)
        let error = #expect(throws: SurroundingsError.self) { try MagicDatabase(path: path) }
        #expect(error?.sentence.contains("(\(MagicDatabase.Problem.databaseRejected.rawValue))") == true)
    }
}
