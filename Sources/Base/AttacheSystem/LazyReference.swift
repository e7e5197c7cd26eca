public import Synchronization

/// An object that is made at its first use, without a lock.
///
/// Threads that need it at the same time may each make one; all of them get the same.
@safe @usableFromInline package final class LazyReference<Object: AnyObject & Sendable>: Sendable {
    // Not `AtomicLazyReference`, whose functions are in a library and ask for the type at run time.
    @usableFromInline let object = unsafe Atomic<Unmanaged<Object>?>(nil)

    @inlinable package init() {}

    // Unsafe, and right: an object is stored once, and retained until this one is gone.
    @inlinable deinit { unsafe object.load(ordering: .acquiring)?.release() }

    /// Returns the object, which `make` makes if there is none yet.
    @inlinable package func value(_ make: () -> Object) -> Object {
        if let known = unsafe object.load(ordering: .acquiring) { return unsafe known.takeUnretainedValue() }
        let new = unsafe Unmanaged.passRetained(make())
        let (_, first) = unsafe object.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing)
        guard let first = unsafe first else { return unsafe new.takeUnretainedValue() }
        unsafe new.release()
        return unsafe first.takeUnretainedValue()
    }
}
