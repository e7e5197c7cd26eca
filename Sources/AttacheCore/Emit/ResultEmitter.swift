/// The emit stage: reports the result to the observers and returns it to the caller, who writes it with `ResultEncoder`.
package struct ResultEmitter: Sendable {
    private let observers: [any AttacheObserver]

    package init(observers: [any AttacheObserver] = []) {
        self.observers = observers
    }

    /// Reports that an item has arrived.
    func begin(_ item: InputItem) {
        // Without observers no event is created.
        guard !observers.isEmpty else { return }
        let event = ItemBegan(item.origin)
        for observer in observers { observer.itemBegan(event) }
    }

    /// Reports and returns a result; `references` are the media of the payload, in the order they were tried.
    func emit(_ result: RewriteResult, media references: [MediaReference] = []) -> RewriteResult {
        guard !observers.isEmpty else { return result }
        let event = ItemFinished(result, media: references)
        for observer in observers { observer.itemFinished(event) }
        return result
    }
}
