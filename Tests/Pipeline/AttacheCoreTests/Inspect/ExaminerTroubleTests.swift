import AttacheCore
import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

/// The health of the inspect stage, which depends on its second opinion.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ExaminerTroubleTests {
    private static let rows: [(answer: String?, healthProblem: String?)] = [
        ("image/png", nil), ("application/octet-stream", nil),
        ("text/html", GoldenMessages["trouble.type-check-wrong", ["type": "text/html"]]),
        (nil, GoldenMessages["trouble.type-check-silent"]),
    ]

    @Test(arguments: rows)
    func healthProblemIsTakenFromSampleResult(_ answer: String?, _ healthProblem: String?) async throws {
        let workers = try WorkerPool(threadCount: 1)
        defer { workers.shutDown() }
        let examiner = MediaExaminer(detector: FixedTypeDetector(answer), workers: workers)
        #expect(await examiner.healthProblem() == healthProblem)
    }
}
