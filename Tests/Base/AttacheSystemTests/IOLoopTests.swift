import AttacheSystem
import Glibc
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct IOLoopTests {
    private func withLoop(_ body: (IOLoop) async throws -> Void) async throws {
        let loop = try IOLoop()
        try await body(loop)
        loop.stop()
        loop.join()
    }

    @Test func taskAndPostedWorkShareTheThread() async throws {
        try await withLoop { loop in
            let threads = await Task(executorPreference: loop) { @concurrent in
                let own = pthread_self()
                let posted = await withCheckedContinuation { continuation in
                    loop.post { continuation.resume(returning: pthread_self()) }
                }
                return (own, posted, loop.isCurrent)
            }.value
            #expect(threads.0 == threads.1)
            #expect(threads.2)
            #expect(!loop.isCurrent)
        }
    }

    @Test func workAfterTheEndIsRefusedAndTasksStillRun() async throws {
        let loop = try IOLoop()
        loop.stop()
        loop.join()
        #expect(!loop.post {})
        #expect(await Task(executorPreference: loop) { @concurrent in 7 }.value == 7)
    }

    @Test func readyDescriptorIsHandled() async throws {
        try await withLoop { loop in
            let pipe = try Pipe()
            let source = ReadingSource(pipe.reader)
            loop.add { source.watching($0) }
            for text in ["a", "bc"] {
                pipe.write(text)
                #expect(await source.next() == text)
            }
        }
    }

    // The first source would watch a closed pipe whose number another one has now.
    @Test func reusedNumberKeepsItsNewOwner() async throws {
        try await withLoop { loop in
            let pipe = try Pipe()
            let (first, second) = (ReadingSource(pipe.reader), ReadingSource(pipe.reader))
            loop.add { first.watching($0) }
            loop.add { second.watching($0) }
            await withCheckedContinuation { continuation in
                loop.post {
                    first.ignore()
                    continuation.resume()
                }
            }
            pipe.write("x")
            #expect(await second.next() == "x")
        }
    }

    @Test func sourceIsTurnedAtItsInstant() async throws {
        try await withLoop { loop in
            let source = CountingSource(turns: 3)
            loop.add { _ in source }
            #expect(await source.next() == 3)
        }
    }

    // The stop may come before the thread has run at all.
    @Test(arguments: 0..<20)
    func sourceOfAStoppedLoopEndsToo(_ repetition: Int) async throws {
        let loop = try IOLoop()
        let source = CountingSource(turns: 1)
        loop.add { _ in source }
        loop.stop()
        loop.join()
        #expect(source.hasEnded.withLock { $0 })
    }

    // Work that never ends would keep the source from its turns.
    @Test func sourceHasTurnsBetweenWorks() async throws {
        try await withLoop { loop in
            let source = CountingSource(turns: 3)
            let isOver = Locked(false)
            @Sendable func again() {
                if !isOver.withLock({ $0 }) { loop.post(again) }
            }
            loop.post(again)
            loop.add { _ in source }
            #expect(await source.next() == 3)
            isOver.withLock { $0 = true }
        }
    }

    @Test func sourceEndsBeforeTheThread() async throws {
        let loop = try IOLoop()
        let source = CountingSource(turns: 1)
        loop.add { _ in source }
        _ = await source.next()
        loop.stop()
        loop.join()
        #expect(source.hasEnded.withLock { $0 })
    }
}

/// A pipe whose ends close with it.
private final class Pipe: Sendable {
    let reader: FileDescriptor
    private let writer: FileDescriptor

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        (reader, writer) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    func write(_ text: String) { _ = FileDescriptor.writeAll(Array(text.utf8), to: writer.number) }
}

/// Reads what arrives in a pipe.
// @unchecked Sendable: only `arrived` is used outside of the loop's thread.
private final class ReadingSource: LoopSource, @unchecked Sendable {
    private let reader: FileDescriptor
    private var descriptors: LoopDescriptors?
    private let (arrived, arrivals) = AsyncStream<String>.makeStream()

    init(_ reader: FileDescriptor) {
        self.reader = reader
    }

    func watching(_ descriptors: LoopDescriptors) -> ReadingSource {
        self.descriptors = descriptors
        descriptors.watch(reader.number, isReadable: true, isWritable: false, for: self) { [self] _ in
            var buffer = [UInt8](repeating: 0, count: 16)
            let count = unsafe read(reader.number, &buffer, buffer.count)
            arrivals.yield(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
        }
        return self
    }

    func ignore() { descriptors?.ignore(reader.number, for: self) }

    func next() async -> String? {
        for await text in arrived { return text }
        return nil
    }

    func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? { nil }

    func end() { ignore() }
}

/// Is due again at once, for a number of turns.
// @unchecked Sendable: `count` is used on the loop's thread only.
private final class CountingSource: LoopSource, @unchecked Sendable {
    private let (reached, reports) = AsyncStream<Int>.makeStream()
    let hasEnded = Locked(false)
    private let turns: Int
    private var count = 0

    init(turns: Int) {
        self.turns = turns
    }

    /// Waits for the last turn, and returns its number.
    func next() async -> Int? {
        for await count in reached { return count }
        return nil
    }

    func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        count += 1
        if count == turns { reports.yield(count) }
        return count < turns ? now : nil
    }

    func end() { hasEnded.withLock { $0 = true } }
}
