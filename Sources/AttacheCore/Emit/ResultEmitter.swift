/// The emit stage: reports the result to the observers and hands it to the caller, who writes it with `ResultEncoder`.
package struct ResultEmitter: Sendable {
    private let observers: [any AttacheObserver]

    package init(observers: [any AttacheObserver] = []) {
        self.observers = observers
    }

    /// Reports that an item has come in.
    func begin(_ item: InputItem) {
        // Without an observer no event is made.
        guard !observers.isEmpty else { return }
        let event = ItemBegan(item.origin)
        for observer in observers { observer.itemBegan(event) }
    }

    /// Reports a result, and hands it on.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - references: The media that the payload names, in the order they were tried.
    func emit(_ result: RewriteResult, media references: [MediaReference] = []) -> RewriteResult {
        guard !observers.isEmpty else { return result }
        let event = ItemFinished(result, media: references)
        for observer in observers { observer.itemFinished(event) }
        return result
    }
}
