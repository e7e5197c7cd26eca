import AttacheCore
import AttacheSystem
import Glibc
import MagicInspect

/// The cost of the second opinion, in this process and in a sandboxed helper: for one question after the other, and for
/// as many at once as one exchange takes. Prints time and processor time in microseconds, those of the helper included.
struct TypeBenchmark {
    private static let count = 8_000
    private static let crowd = 16

    let command: [String]
    let database: MagicDatabase
    let workers: WorkerPool

    static func run(program: String) async throws {
        let database = try MagicDatabase()
        let benchmark = TypeBenchmark(
            command: [program, MagicHelper.flag, database.path],
            database: database,
            workers: try WorkerPool(threadCount: 2)
        )
        defer { benchmark.workers.shutDown() }
        for crowd in [1, crowd] {
            try await benchmark.printRow("in-process-\(crowd)", crowd) {
                LibmagicTypeDetector(database: database, workers: benchmark.workers)
            }
            try await benchmark.printRow("isolated-\(crowd)", crowd) {
                try SandboxedTypeDetector(command: benchmark.command, workers: benchmark.workers)
            }
        }
        let start = try await benchmark.measure(0, crowd: 1) {
            try SandboxedTypeDetector(command: benchmark.command, workers: benchmark.workers)
        }
        print("start-of-a-helper", start.time, start.processor)
    }

    private func printRow(_ name: String, _ crowd: Int, _ make: () throws -> some TypeDetecting) async throws {
        // The start of the helper, or of the library, is not the cost of a question.
        let start = try await measure(crowd, crowd: crowd, make)
        let all = try await measure(Self.count + crowd, crowd: crowd, make)
        let count = Double(Self.count)
        print(name, (all.time - start.time) / count, (all.processor - start.processor) / count)
    }

    /// The microseconds of so many questions, `crowd` of them at once, and of the detector's start and end.
    private func measure(
        _ count: Int,
        crowd: Int,
        _ make: () throws -> some TypeDetecting
    ) async throws -> (time: Double, processor: Double) {
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let prefix = picture + Array(repeating: 7, count: 32 * 1024 - picture.count)
        let clock = ContinuousClock()
        let (began, used) = (clock.now, Self.processorTime())
        do {
            let detector = try make()
            for _ in 0..<count / crowd {
                let questions = (0..<crowd).map { _ in detector.ask(prefix) }
                for question in questions { _ = await question.answer() }
            }
        }
        return (began.duration(to: clock.now).milliseconds * 1000, Self.processorTime() - used)
    }

    /// The processor time of this process and of its ended children, in microseconds.
    private static func processorTime() -> Double {
        [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, part in
            var usage = rusage()
            unsafe getrusage(__rusage_who_t(part.rawValue), &usage)
            return [usage.ru_utime, usage.ru_stime].reduce(sum) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
        }
    }
}
