public import Synchronization

/// An object that is made at its first use, without a lock.
///
/// Threads that need it at the same time may each make one; all of them get the same.
@usableFromInline package final class LazyReference<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline let object = AtomicLazyReference<Object>()

    @inlinable package init() {}

    /// Returns the object, which `make` makes if there is none yet.
    @inlinable package func value(_ make: () -> Object) -> Object {
        object.load() ?? object.storeIfNil(make())
    }
}
