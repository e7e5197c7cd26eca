import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia

/// Reading and writing decisions, step by step, without a task.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ItemRunnerStateTests {
    /// Items that are numbers; the cost of an item is its number, and a chunk may cost more than its items.
    private struct NumberChunk: WorkChunk {
        var numbers: [Int]
        var restCost = 0

        var cost: Int { numbers.reduce(restCost, +) }
        var isEmpty: Bool { numbers.isEmpty }

        static func cost(of item: Int) -> Int { item }

        mutating func next(at now: ContinuousClock.Instant) -> Int? { numbers.isEmpty ? nil : numbers.removeFirst() }
    }

    private struct NumberProcessor: ItemProcessing {
        typealias Chunk = NumberChunk

        /// Even numbers must wait.
        func begin(_ item: Int) -> BeginResult<Int, Int> {
            item.isMultiple(of: 2) ? .needsMedia(item) : .finished(item)
        }

        func finish(_ prepared: Int) async -> Int { prepared }

        var executors: PayloadExecutors { PayloadExecutors() }

        func executor(of prepared: Int) -> (any TaskExecutor)? { nil }
    }

    private struct NumberList: ResultBatch {
        var numbers: [Int] = []

        mutating func append(_ result: Int) { numbers.append(result) }

        mutating func append(contentsOf next: consuming NumberList) { numbers += next.numbers }
    }

    private typealias State = ItemRunnerState<NumberChunk, NumberList>

    private func state(
        jobs: Int = 4,
        chunkCount: Int = 0,
        cost: Int = 10,
        groupSize: Int = 1,
        keepsOrder: Bool = false
    ) -> State {
        State(
            limits: RunnerLimits(jobs: jobs, workers: 2, chunkCount: chunkCount, cost: cost, groupSize: groupSize),
            keepsOrder: keepsOrder
        )
    }

    /// Starts reading if that is allowed.
    private func mayRead(_ state: inout State, isHeld: Bool = false) -> Bool { state.startReading { isHeld } }

    /// Reads a chunk and processes it.
    ///
    /// - Returns: The items that wait.
    private func work(
        _ numbers: [Int],
        restCost: Int = 0,
        in state: inout State
    ) -> [(position: ResultPosition, prepared: Int, cost: Int)] {
        guard mayRead(&state) else { return [] }
        state.endReading(NumberChunk(numbers: numbers, restCost: restCost))
        return workThrough(&state)
    }

    /// Processes the chunks that have been read; returns the items that wait.
    private func workThrough(
        _ state: inout State
    ) -> [(position: ResultPosition, prepared: Int, cost: Int)] {
        var waiting: [(position: ResultPosition, prepared: Int, cost: Int)] = []
        while let start = state.startChunk() {
            waiting += state.finishChunk(result(of: start), slots: start.slots)
        }
        return waiting
    }

    private func result(of start: State.Start) -> ChunkResult<NumberProcessor, NumberList> {
        ChunkResult(
            start.chunk,
            number: start.number,
            slots: start.slots,
            processor: NumberProcessor(),
            time: SystemTime(),
            makeBatch: { NumberList() }
        )
    }

    private func finish(
        _ item: (position: ResultPosition, prepared: Int, cost: Int),
        in state: inout State
    ) {
        var part = BatchPart(batch: NumberList())
        part.append(item.prepared, cost: item.cost)
        state.endItem(at: item.position, part)
    }

    @Test("Reading stops at the limit, and resumes when results have been written", arguments: [true, false])
    func cost(keepsOrder: Bool) {
        var state = state(keepsOrder: keepsOrder)
        #expect(work([3, 5], in: &state).isEmpty)
        #expect(work([1, 1], in: &state).isEmpty)
        #expect(!mayRead(&state))
        #expect(state.startWriting()?.numbers == [3, 5, 1, 1])
        #expect(!mayRead(&state))
        state.endWriting()
        #expect(mayRead(&state))
    }

    @Test("A chunk releases the cost of its items one by one, and the rest with the last")
    func parts() {
        var state = state()
        let waiting = work([5, 2, 4], restCost: 6, in: &state)
        #expect(waiting.map(\.prepared) == [2, 4])
        #expect(state.startWriting()?.numbers == [5])
        state.endWriting()
        // 12 of 17 are left.
        #expect(!mayRead(&state))
        finish(waiting[1], in: &state)
        #expect(state.startWriting()?.numbers == [4])
        state.endWriting()
        #expect(mayRead(&state))
        state.endReading(NumberChunk(numbers: [], restCost: 2))
        #expect(!mayRead(&state))
        finish(waiting[0], in: &state)
        #expect(state.startWriting()?.numbers == [2])
        state.endWriting()
        #expect(workThrough(&state).isEmpty)
        #expect(state.startWriting()?.numbers == nil)
        #expect(mayRead(&state, isHeld: true))
    }

    @Test("A number of chunks may be read ahead, whatever they cost")
    func chunks() {
        var state = state(chunkCount: 2, cost: 0)
        _ = work([2], in: &state)
        _ = work([4], in: &state)
        #expect(!mayRead(&state))
    }

    @Test("Reading is paused only while items are in progress")
    func held() {
        var state = state(cost: 100)
        #expect(mayRead(&state, isHeld: true))
        state.endReading(NumberChunk(numbers: [2]))
        let waiting = workThrough(&state)
        #expect(waiting.map(\.prepared) == [2])
        #expect(!mayRead(&state, isHeld: true))
        #expect(work([3], in: &state).isEmpty)
        finish(waiting[0], in: &state)
        #expect(state.startWriting()?.numbers.sorted() == [2, 3])
        state.endWriting()
        #expect(mayRead(&state, isHeld: true))
    }

    @Test("Without order each result is written as it completes, otherwise in sequence", arguments: [true, false])
    func order(keepsOrder: Bool) {
        var state = state(cost: 100, keepsOrder: keepsOrder)
        let waiting = work([1, 2, 3, 4, 5], in: &state)
        #expect(state.startWriting()?.numbers == (keepsOrder ? [1] : [1, 3, 5]))
        state.endWriting()
        finish(waiting[1], in: &state)
        #expect(state.startWriting()?.numbers == (keepsOrder ? nil : [4]))
        state.endWriting()
        finish(waiting[0], in: &state)
        #expect(state.startWriting()?.numbers == (keepsOrder ? [2, 3, 4, 5] : [2]))
    }

    @Test("Without order, results wait for those of an earlier chunk in processing")
    func earlier() throws {
        var state = state(cost: 100)
        var started: [State.Start] = []
        for numbers in [[1, 2], [3]] {
            #expect(mayRead(&state))
            state.endReading(NumberChunk(numbers: numbers))
            let start = state.startChunk()
            started.append(try #require(start))
        }
        #expect(state.finishChunk(result(of: started[1]), slots: started[1].slots).isEmpty)
        #expect(state.startWriting()?.numbers == nil)
        let waiting = state.finishChunk(result(of: started[0]), slots: started[0].slots)
        #expect(waiting.map(\.prepared) == [2])
        #expect(state.startWriting()?.numbers == [1, 3])
        state.endWriting()
        // An item that waits delays no other chunk.
        #expect(work([5], in: &state).isEmpty)
        #expect(state.startWriting()?.numbers == [5])
        state.endWriting()
        finish(waiting[0], in: &state)
        #expect(state.startWriting()?.numbers == [2])
    }

    @Test("A group is written when it is large enough, when its delay expires, and at the end")
    func groups() {
        var state = state(cost: 100, groupSize: 3)
        #expect(state.startDelay() == nil)
        _ = work([1, 1], in: &state)
        #expect(state.startWriting()?.numbers == nil)
        let first = state.startDelay()
        #expect(first != nil)
        #expect(state.startDelay() == nil)
        _ = work([1], in: &state)
        #expect(state.startWriting()?.numbers == [1, 1, 1])
        state.endWriting()
        // The next group has its own delay; the expired timer of the first is too late.
        _ = work([3], in: &state)
        #expect(state.startWriting()?.numbers == nil)
        let second = state.startDelay()
        if let first { state.endDelay(ofGroup: first) }
        #expect(state.startWriting()?.numbers == nil)
        if let second { state.endDelay(ofGroup: second) }
        #expect(state.startWriting()?.numbers == [3])
        state.endWriting()
        _ = work([5], in: &state)
        #expect(state.startWriting()?.numbers == nil)
        #expect(mayRead(&state))
        state.endReading(nil)
        #expect(!state.isFinished)
        #expect(state.startWriting()?.numbers == [5])
        #expect(!state.isFinished)
        state.endWriting()
        #expect(state.isFinished)
    }
}
