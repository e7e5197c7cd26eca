import Glibc

/// A value that several threads share, behind a POSIX mutex.
///
/// `Synchronization.Mutex` is not used: on Linux, ThreadSanitizer reports false races for it, which would make a
/// sanitizer run mean nothing.
// @unchecked Sendable: the value is reached only inside `withLock`, which holds the mutex, and neither pointer is
// handed out or changed after `init`.
@safe package final class Locked<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Creates the lock around `value`.
    ///
    /// - Parameter value: What is shared from now on.
    package init(_ value: sending Value) {
        unsafe self.mutex = .allocate(capacity: 1)
        unsafe self.mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(self.mutex, nil)
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
    }

    deinit {
        // Unsafe, and right: nobody else holds a reference any more, so nobody holds the mutex.
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// Runs `body` alone with the value.
    ///
    /// - Parameter body: Short work; it must not wait for anything and must not take the same lock again.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and nothing else.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Unsafe, and right: the pointers live as long as `self`, and the mutex gives this thread the value alone.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&value.pointee)
    }
}
