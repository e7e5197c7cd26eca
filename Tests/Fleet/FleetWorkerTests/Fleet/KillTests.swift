import AttacheCore
import AttacheSystem
import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

@testable import FleetWorker

@Suite("Workers that are killed", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct KillTests {
    /// Starts the built `attached work`.
    private func start(_ scene: FleetScene, _ number: Int) throws -> ChildProcess {
        try ChildProcess(
            "/usr/bin/env",
            ChildProcess.plainly(home: scene.directory) + [
                BuiltProgram.path("attached"), "work", "--nats", scene.server.url,
                "--store", "\(scene.directory)/store", "--allow-address", "127.0.0.0/8:\(scene.origin.port)",
            ],
            in: scene.directory,
            output: "\(scene.directory)/worker-\(number)"
        )
    }

    /// Waits for the first line of a program's log: from then on a signal ends it in an orderly way.
    private func waitForStart(_ scene: FleetScene, _ log: String) async throws {
        let path = "\(scene.directory)/\(log)"
        try await waitUntil { try String(decoding: FileBytes.read(path), as: UTF8.self).contains("notice") }
    }

    @Test("Nothing is lost and nothing is doubled while workers are killed with -9")
    func killed() async throws {
        let picture = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")
        // Some seconds, so that a busy machine does not deliver payloads of living workers again and again.
        var plan = FleetPlan()
        plan.ackWait = .seconds(5)
        try await FleetScene.with(plan: plan, origin: { _ in .delayed(.milliseconds(30), picture) }) { scene in
            let count = 1500
            var workers = [try start(scene, 0), try start(scene, 1)]
            try await scene.send((0..<count).map { scene.payload("\($0)", path: "/\($0).png") })
            // Each worker is killed once it has had part of the work, and another one takes its place.
            for (round, part) in [50, 250, 150, 200].enumerated() {
                try await scene.wait(for: part, below: "attache.results")
                let killed = workers.removeFirst()
                killed.send(SIGKILL)
                #expect(await killed.wait() == -SIGKILL)
                workers.append(try start(scene, round + 2))
            }
            try await scene.waitForEmptyWork()
            for (number, worker) in workers.enumerated() {
                // The last one may have begun when the others had done all the work.
                try await waitForStart(scene, "worker-\(number + 4)")
                worker.terminate()
                let status = await worker.wait()
                let log = "\(scene.directory)/worker-\(number + 4)"
                #expect(status == 0, "\((try? String(contentsOfFile: log, encoding: .utf8))?.suffix(1000) ?? "")")
            }
            let results = try await scene.stored(in: "ATTACHE_RESULTS")
            #expect(results.count == count)
            #expect(Set(results.compactMap(\.identifier)).count == count)
            #expect(try await scene.stored(in: "ATTACHE_DEAD").isEmpty)
        }
    }

    @Test(
        "A payload that ends its workers becomes a dead letter, and its neighbours have results",
        arguments: ["crash", "hang"]
    )
    func poison(_ fault: String) async throws {
        try await FleetScene.with(plan: FleetScene.quickPlan) { scene in
            let names = (0..<20).map { "\($0)" } + [fault] + (20..<40).map { "\($0)" }
            try await scene.send(names.map { #"{"id":"\#($0)","payload":{"aps":{"alert":"Hi"}}}"# })
            let watching = Task { try await scene.wait(for: 1, below: "attache.dead") }
            let isOver = Locked(false)
            let ending = Task {
                try await watching.value
                isOver.withLock { $0 = true }
            }
            var ends = 0
            while !isOver.withLock({ $0 }) {
                let worker = try ChildProcess(
                    BuiltProgram.path("ServiceFixture"),
                    [
                        "worker", "nats=\(scene.server.url)", "store=\(scene.directory)/store", "deliveries=1",
                        "hang=300",
                    ],
                    output: "\(scene.directory)/fixture-\(ends)"
                )
                try await waitUntil { worker.isOver || isOver.withLock { $0 } }
                if isOver.withLock({ $0 }) { worker.terminate() }
                _ = await worker.wait()
                ends += 1
            }
            try await ending.value
            _ = try await scene.work { try await scene.waitForEmptyWork() }
            // Once beside others and ten times as a suspect; the last worker makes it a dead letter. JetStream may count a
            // delivery to a worker that has just ended.
            #expect(ends >= 9 && ends <= 12)
            let letters = try await scene.stored(in: "ATTACHE_DEAD")
            #expect(letters.count == 1)
            #expect(letters.first?.body.contains(#""id":"\#(fault)""#) == true)
            #expect(letters.first?.headers.contains("Attache-Reason: work.poisonous") == true)
            let results = try await scene.stored(in: "ATTACHE_RESULTS")
            #expect(Set(results.compactMap(\.identifier)) == Set(names).subtracting([fault]))
            #expect(results.count == 40)
        }
    }

    @Test("The service does not load libnats")
    func unloaded() async throws {
        try await FleetScene.with { scene in
            let service = try ChildProcess(
                "/usr/bin/env",
                ChildProcess.plainly(home: scene.directory) + [
                    BuiltProgram.path("attached"), "serve", "--listen", "127.0.0.1:0",
                    "--state", "\(scene.directory)/state",
                ],
                output: "\(scene.directory)/service"
            )
            let worker = try start(scene, 0)
            func libraries(_ process: ChildProcess, log: String) async throws -> String {
                try await waitForStart(scene, log)
                return try String(decoding: FileBytes.read(process.systemFile("maps")), as: UTF8.self)
            }
            #expect(try await !libraries(service, log: "service").contains("libnats"))
            #expect(try await libraries(worker, log: "worker-0").contains("libnats"))
            for process in [service, worker] {
                process.terminate()
                #expect(await process.wait() == 0)
            }
        }
    }
}

/// The bytes of files whose length the system does not know, such as those in /proc.
private enum FileBytes {
    static func read(_ path: String) throws -> [UInt8] {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        let file = FileDescriptor(number)
        defer { withExtendedLifetime(file) {} }
        return try FileDescriptor.readAll(1 << 22, from: number)
    }
}
