import Attache
import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// Cases about time with more than one origin or payload.
@Suite("Hostile timing, several payloads", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostileTimeSceneTests {
    private static let picture = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")

    /// Valid payloads complete, one after the other, while those for a host that sends a byte a second wait.
    @Test("case 107: a slow host delays no other")
    func slowHost() async throws {
        // A byte a second: a transfer without one for ten seconds would end, and give its place to the next.
        let slow = try LoopbackOrigin.start { _ in
            .slow(SampleMedia.photoPNG.bytes, type: "image/png", byteCount: 1, interval: .seconds(1))
        }
        defer { slow.stop() }
        let good = try LoopbackOrigin.start { _ in Self.picture }
        defer { good.stop() }
        let server = try NameServer(names: ["good.example": [NameRow.loopback]])
        defer { server.stop() }
        try await HostileScene.with { scene in
            var configuration = try scene.lenientConfiguration(ports: [slow.port, good.port])
            configuration.allowedPorts = ["\(slow.port)", "\(good.port)"]
            configuration.dnsServers = [server.address]
            try await withAttache(configuration: configuration) { attache in
                await HostileRecorder.measure(SceneRow.slowHost) {
                    let ended = Locked(0)
                    await withTaskGroup { group in
                        for number in 0..<500 {
                            let payload = HostileScene.payload(slow.url("/\(number).png"))
                            // For longer than the test may take.
                            group.addTask {
                                _ = await attache.rewrite(payload, deadline: .seconds(3600))
                                ended.withLock { $0 += 1 }
                            }
                        }
                        for number in 0..<20 {
                            let payload = HostileScene.payload("http://good.example:\(good.port)/\(number).png")
                            let verdict = HostileVerdict(await attache.rewrite(payload))
                            #expect(verdict == SceneRow.besideSlowHost.verdict)
                            if verdict != SceneRow.besideSlowHost.verdict { break }
                        }
                        #expect(ended.withLock { $0 } == 0)
                        let late = HostileScene.payload(slow.url("/late.png"))
                        let result = await attache.rewrite(late, deadline: OriginRow.shortDeadline)
                        #expect(HostileVerdict(result) == SceneRow.slowHost.verdict)
                        #expect(slow.connectionCount <= 8)
                        group.cancelAll()
                    }
                }
            }
        }
    }

    @Test("case 111: a jumping wall clock has no effect")
    func jumpingClock() async throws {
        let origin = try LoopbackOrigin.start { _ in
            .slow(SampleMedia.photoPNG.bytes, type: "image/png", byteCount: 100, interval: .milliseconds(20))
        }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            let source = try scene.write(Self.clock, to: "clock.c")
            let library = scene.directory + "/clock.so"
            let compiler = try ChildProcess("/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", library, source])
            try #require(compiler.waitBlocking() == 0)
            let file = try scene.write(HostileScene.payload(origin.url("/a.png")), to: "a.json")
            let row = SceneRow.jumpingClock
            let ending = try await HostileRecorder.measure(row) {
                try await AttacheProgram(scene: scene, before: ["LD_PRELOAD=\(library)"]).run(
                    ["rewrite", "--deadline", "600s", "--allow-address", "127.0.0.1:\(origin.port)", file]
                )
            }
            #expect(try ProgramReport(try #require(ending.lines.first)).verdict == row.verdict, "\(ending)")
        }
    }

    /// Each reading of the wall clock is an hour before or after the previous one.
    private static let clock = """
        #define _GNU_SOURCE
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static int jump(void) {
            static volatile int count;
            return __sync_fetch_and_add(&count, 1) % 2 ? 3600 : -3600;
        }
        int clock_gettime(clockid_t clock, struct timespec *now) {
            int status = syscall(SYS_clock_gettime, clock, now);
            if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += jump();
            return status;
        }
        int gettimeofday(struct timeval *restrict now, void *restrict zone) {
            struct timespec exact;
            clock_gettime(CLOCK_REALTIME, &exact);
            now->tv_sec = exact.tv_sec;
            now->tv_usec = exact.tv_nsec / 1000;
            return 0;
        }
        time_t time(time_t *now) {
            struct timespec exact;
            clock_gettime(CLOCK_REALTIME, &exact);
            if (now) *now = exact.tv_sec;
            return exact.tv_sec;
        }
        """

    @Test("case 112: a cancelled caller ends its transfer")
    func cancelledTask() async throws {
        let origin = try LoopbackOrigin.start { _ in .silent }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            try await withAttache(configuration: scene.configuration(ports: [origin.port])) { attache in
                let payload = HostileScene.payload(origin.url("/a.png"))
                let task = Task { await attache.rewrite(payload) }
                try await waitUntil { origin.requestCount > 0 }
                let row = SceneRow.cancelledTask
                let result = await HostileRecorder.measure(row) {
                    task.cancel()
                    return await task.value
                }
                #expect(HostileVerdict(result) == row.verdict)
            }
            #expect(scene.storedFiles.isEmpty)
        }
    }

    @Test("case 140: the same URL is fetched once")
    func sameURL() async throws {
        let origin = try LoopbackOrigin.start { _ in .delayed(.milliseconds(50), Self.picture) }
        defer { origin.stop() }
        try await HostileScene.with { scene in
            try await withAttache(configuration: scene.configuration(ports: [origin.port])) { attache in
                let payload = HostileScene.payload(origin.url("/a.png"))
                let row = SceneRow.sameURL
                await HostileRecorder.measure(row) {
                    await withTaskGroup { group in
                        for _ in 0..<900 { group.addTask { HostileVerdict(await attache.rewrite(payload)) } }
                        for await verdict in group { #expect(verdict == row.verdict) }
                    }
                    for _ in 0..<100 { #expect(HostileVerdict(await attache.rewrite(payload)) == row.verdict) }
                }
            }
        }
        #expect(origin.requestCount == 1)
    }
}
