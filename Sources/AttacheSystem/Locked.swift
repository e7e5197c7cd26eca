import Glibc
import Synchronization

/// A value shared by several threads, protected by a POSIX mutex.
///
/// `Synchronization.Mutex` is not used: on Linux, ThreadSanitizer reports false races for it, which would make a
/// sanitizer run meaningless.
// @unchecked Sendable: the value is reached only inside `withLock`, which holds the mutex, and neither pointer is
// exposed or changed after `init`.
@safe package final class Locked<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>
    private let waitingThreads = Atomic(0)

    package init(_ value: sending Value) {
        unsafe self.mutex = .allocate(capacity: 1)
        unsafe self.mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(self.mutex, nil)
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
    }

    deinit {
        // Unsafe, and right: no other reference exists, so no thread holds the mutex.
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// The number of threads that found the lock taken and wait for it.
    package var waiterCount: Int { waitingThreads.load(ordering: .relaxed) }

    /// Runs `body` with exclusive access to the value. `body` must be short, must not wait for anything and must not
    /// take the same lock again.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Unsafe, and right: the pointers live as long as `self`, and the mutex gives this thread exclusive access.
        if unsafe pthread_mutex_trylock(mutex) != 0 {
            waitingThreads.add(1, ordering: .relaxed)
            unsafe pthread_mutex_lock(mutex)
            waitingThreads.subtract(1, ordering: .relaxed)
        }
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&value.pointee)
    }
}
