import Attache
import AttacheThreads

extension ReadinessCheck {
    /// What an `Attache` behind a queue cannot work without.
    ///
    /// - Parameters:
    ///   - attache: What does the work.
    ///   - queue: Who is let in.
    ///   - threads: Where the disk is waited for, apart from all other work.
    /// - Returns: The checks.
    static func all(_ attache: Attache, _ queue: AdmissionController, threads: WorkerPool) -> [ReadinessCheck] {
        [
            ReadinessCheck(name: "queue") { queue.isClosed ? "The queue takes nothing any more." : nil },
            ReadinessCheck(name: "store") { await threads.run { attache.storeHealthProblem() } ?? nil },
            ReadinessCheck(name: "resolver") { await attache.transferHealthProblem() },
            ReadinessCheck(name: "type check") { await attache.inspectionHealthProblem() },
        ]
    }
}
