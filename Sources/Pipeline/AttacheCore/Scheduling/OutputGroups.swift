/// The results whose turn has come, in groups that are written together, and the load of all that is not written.
struct OutputGroups<Batch: ResultBatch> {
    private let limits: RunnerLimits
    private var progress = GroupProgress.collecting
    /// The number of the group that is being collected.
    private var number = 0
    /// The results of the group.
    private var part: BatchPart<Batch>?
    /// What the write of the group frees besides its results: cost such as that of blank lines, and whole chunks.
    private var rest = RunLoad()
    /// What has been read and not written.
    private var unwritten = RunLoad()

    init(limits: RunnerLimits) {
        self.limits = limits
    }

    /// Whether nothing is to be written, and nothing is being written.
    var isIdle: Bool { part == nil && !isWriting }

    var isWriting: Bool { if case .writing = progress { true } else { false } }

    // MARK: The load

    /// Whether the limits of memory allow to read another chunk; `isHeld` is ignored while there is none in progress.
    func hasRoom(unless isHeld: () -> Bool) -> Bool {
        guard unwritten.cost < limits.cost || unwritten.chunks < limits.chunkCount else { return false }
        return unwritten.chunks == 0 || !isHeld()
    }

    /// Counts a chunk that has been read.
    mutating func addLoad(cost: Int) {
        unwritten.cost += cost
        unwritten.chunks += 1
    }

    private mutating func release(_ load: RunLoad) {
        unwritten.cost -= load.cost
        unwritten.chunks -= load.chunks
    }

    // MARK: The group

    mutating func add(_ next: BatchPart<Batch>) {
        // Taken out to append in place.
        guard var joined = part.take() else { return part = next }
        joined.append(contentsOf: next)
        part = joined
    }

    /// Adds the end of a chunk, with the cost that none of its items has.
    mutating func endChunk(cost: Int) {
        rest.cost += cost
        rest.chunks += 1
    }

    /// The next batch to write while none is being written, if any; the last does not wait for more results.
    mutating func startWriting(isLast: Bool) -> Batch? {
        if let part, !isComplete(part, isLast: isLast) { return nil }
        let load = RunLoad(cost: (part?.cost ?? 0) + rest.cost, chunks: rest.chunks)
        rest = RunLoad()
        guard let group = part.take() else {
            // Only chunks without items.
            release(load)
            return nil
        }
        progress = .writing(load)
        number += 1
        return group.batch
    }

    /// Whether a group has enough items, has waited long enough, or is the last.
    private func isComplete(_ group: BatchPart<Batch>, isLast: Bool) -> Bool {
        if case .due = progress { return true }
        return isLast || group.itemCount >= limits.groupSize
    }

    mutating func endWriting() {
        guard case .writing(let load) = progress else { return }
        release(load)
        progress = .collecting
    }

    // MARK: The delay

    /// Starts the delay of the group that is being collected; returns its number.
    mutating func startDelay() -> Int? {
        guard case .collecting = progress, part != nil else { return nil }
        progress = .delayed
        return number
    }

    /// Ends the delay of a group, which may have been written before.
    mutating func endDelay(ofGroup ended: Int) {
        if ended == number, case .delayed = progress { progress = .due }
    }
}

/// Chunks, and the cost of items.
private struct RunLoad {
    var cost = 0
    var chunks = 0
}

private enum GroupProgress {
    /// The group has no results, or no delay yet.
    case collecting
    /// The group waits for more results until its delay ends.
    case delayed
    /// The delay has ended.
    case due
    /// The group before is being written; its end frees this load.
    case writing(RunLoad)
}
