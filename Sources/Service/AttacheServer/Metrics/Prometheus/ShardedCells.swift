import AttacheSystem
import Glibc
import Synchronization

/// Integers that many threads add to, sharded to avoid contention.
///
/// Two processors that add to the same cache line wait for each other. Here they do so only if their threads share a
/// shard; the sum is computed on the rare reads.
// @unchecked Sendable: the memory is allocated once, lives as long as `self`, and is reached by atomic operations only.
@safe final class ShardedCells: @unchecked Sendable {
    /// Cells of eight bytes in a cache line of 64 bytes.
    private static let lineCount = 8
    /// A power of two, at least the processor count and at most 16: each shard costs memory.
    private static let shardCount = (0...4).map { 1 << $0 }.first { $0 >= ProcessorCount.count } ?? 16

    /// The number of integers, at least 1.
    let count: Int
    private let stride: Int
    private let cells: UnsafeMutablePointer<Atomic<Int64>>

    init(count: Int) {
        self.count = count
        stride = (count + Self.lineCount - 1) / Self.lineCount * Self.lineCount
        let total = stride * Self.shardCount
        // Unsafe, and right: the memory is as large as what it is bound to, and each cell is initialised before it is used.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: total * MemoryLayout<Atomic<Int64>>.stride,
            alignment: Self.lineCount * MemoryLayout<Atomic<Int64>>.stride
        )
        unsafe cells = memory.bindMemory(to: Atomic<Int64>.self, capacity: total)
        for index in 0..<total { unsafe (cells + index).initialize(to: Atomic(0)) }
    }

    deinit {
        // Unsafe, and right: no reference is left.
        unsafe cells.deinitialize(count: stride * Self.shardCount)
        unsafe UnsafeMutableRawPointer(cells).deallocate()
    }

    func add(_ amount: Int64, at index: Int) {
        precondition(index >= 0 && index < count, "there is such a number")
        // Unsafe, and right: the index has been checked, and the shard is below their count.
        unsafe cells[Self.shard * stride + index].wrappingAdd(amount, ordering: .relaxed)
    }

    /// The integer at an index: the sum of all shards, each read once.
    subscript(_ index: Int) -> Int64 {
        precondition(index >= 0 && index < count, "there is such a number")
        var sum: Int64 = 0
        // Unsafe, and right: as in `add`.
        for shard in 0..<Self.shardCount {
            sum &+= unsafe cells[shard * stride + index].load(ordering: .relaxed)
        }
        return sum
    }

    /// Sets every integer to zero; concurrent additions may be lost.
    func reset() {
        for index in 0..<(stride * Self.shardCount) {
            // Unsafe, and right: the index is within what was allocated.
            unsafe cells[index].store(0, ordering: .relaxed)
        }
    }

    private static var shard: Int {
        // The thread descriptor lies at the end of the stack, so threads differ in the middle bits; multiplying by 2^64
        // divided by the golden ratio spreads them over the highest bits.
        let identity = UInt64(UInt(pthread_self())) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: identity >> 48) & (shardCount - 1)
    }
}
