import AttacheCore
import AttacheSystem
import MagicInspect

/// The cost of the second opinion: in this process, and in a sandboxed helper.
@main
enum TypeBenchmark {
    private static let count = 5_000

    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: TypeBenchmark PATH-OF-ATTACHE")
            return
        }
        let database = try MagicDatabase()
        let workers = try WorkerPool(threadCount: 2)
        defer { workers.shutDown() }
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let prefix = picture + Array(repeating: 7, count: 32 * 1024 - picture.count)
        let inside = LibmagicTypeDetector(database: database, workers: workers)
        let command = [CommandLine.arguments[1], MagicHelper.flag, database.path]
        let clock = ContinuousClock()
        let started = clock.now
        let helper = try SandboxedTypeDetector(command: command, workers: workers)
        let start = started.duration(to: clock.now)
        let own = await time(inside, prefix)
        let isolated = await time(helper, prefix)
        print("in-process", own.milliseconds / Double(count) * 1000)
        print("isolated", isolated.milliseconds / Double(count) * 1000)
        print("start", start.milliseconds * 1000)
    }

    private static func time(_ detector: some TypeDetecting, _ prefix: [UInt8]) async -> Duration {
        _ = await detector.mimeType(of: prefix)
        let clock = ContinuousClock()
        let began = clock.now
        for _ in 0..<count { _ = await detector.mimeType(of: prefix) }
        return began.duration(to: clock.now)
    }
}
