public import Glibc
public import Synchronization

/// A value shared by several threads, protected by a POSIX mutex.
///
/// `Synchronization.Mutex` is not used: on Linux, ThreadSanitizer reports false races for it, which would make a
/// sanitizer run meaningless. Its use is inlinable, since a lock of an unknown type costs more than most of what it
/// protects: metadata at run time, and copies through functions of that type.
// @unchecked Sendable: the value is reached only inside `withLock`, which holds the mutex, and neither pointer is
// exposed or changed after `init`.
@safe @usableFromInline package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Behind the mutex, in the same block of memory.
    @usableFromInline let value: UnsafeMutablePointer<Value>
    @usableFromInline let waitingThreads = Atomic(0)

    @inlinable package init(_ value: sending Value) {
        typealias Layout = MemoryLayout<Value>
        // Unsafe, and right: the block has room for both, each at a multiple of its alignment.
        let mutexSize = unsafe MemoryLayout<pthread_mutex_t>.size
        let offset = (mutexSize + Layout.alignment - 1) / Layout.alignment * Layout.alignment
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: offset + Layout.size,
            alignment: unsafe max(MemoryLayout<pthread_mutex_t>.alignment, Layout.alignment)
        )
        unsafe mutex = block.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe self.value = (block + offset).initializeMemory(as: Value.self, to: value)
    }

    @inlinable deinit {
        // Unsafe, and right: no other reference exists, so no thread holds the mutex.
        unsafe pthread_mutex_destroy(mutex)
        unsafe value.deinitialize(count: 1)
        unsafe UnsafeMutableRawPointer(mutex).deallocate()
    }

    /// The number of threads that found the lock taken and wait for it.
    package var waiterCount: Int { waitingThreads.load(ordering: .relaxed) }

    /// Runs `body` with exclusive access to the value. `body` must be short, must not wait for anything and must not
    /// take the same lock again.
    @inlinable package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Unsafe, and right: the pointers live as long as `self`, and the mutex gives this thread exclusive access.
        if unsafe pthread_mutex_trylock(mutex) != 0 { waitForLock() }
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&value.pointee)
    }

    @usableFromInline func waitForLock() {
        waitingThreads.add(1, ordering: .relaxed)
        unsafe pthread_mutex_lock(mutex)
        waitingThreads.subtract(1, ordering: .relaxed)
    }
}

/// Replaces a value, and returns the one before.
///
/// It takes the place of `defer { value = next }; return value`: for a struct of several members the optimiser of Swift 6.3 has
/// destroyed the old value there before it kept what is returned.
///
/// - Parameters:
///   - value: The value to replace.
///   - next: What takes its place.
/// - Returns: The value before.
@inlinable package func exchange<Value>(_ value: inout Value, with next: consuming Value) -> Value {
    var old = next
    swap(&value, &old)
    return old
}
