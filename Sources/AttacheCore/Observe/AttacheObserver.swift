/// Is told what happens to payloads, for logs, metrics and traces.
///
/// It is called in the middle of the work, from many tasks at once and under no lock: it must be quick and must not wait.
/// What it does not implement is not told. Without an observer nothing of this is made.
public protocol AttacheObserver: Sendable {
    /// A payload has come in.
    ///
    /// - Parameter event: Which one.
    func itemBegan(_ event: ItemBegan)

    /// A transfer for one medium has ended, well or not; media that are remembered or shared have none of their own.
    ///
    /// - Parameter event: What was loaded and what it took.
    func mediaTransferred(_ event: MediaTransferred)

    /// A payload has its result; each that began finishes, unless a stopped run drops it.
    ///
    /// - Parameter event: The result.
    func itemFinished(_ event: ItemFinished)
}

extension AttacheObserver {
    /// Ignores the event.
    public func itemBegan(_ event: ItemBegan) {}
    /// Ignores the event.
    public func mediaTransferred(_ event: MediaTransferred) {}
    /// Ignores the event.
    public func itemFinished(_ event: ItemFinished) {}
}
