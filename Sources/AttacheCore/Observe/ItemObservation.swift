/// Tells the observers; where there are none, nothing is made for them.
struct ObserverNotifier: Sendable {
    private let observers: [any AttacheObserver]

    init(_ observers: [any AttacheObserver]) {
        self.observers = observers
    }

    /// A payload has come in.
    func begin(_ item: InputItem) {
        guard !observers.isEmpty else { return }
        let event = ItemBegan(item.origin)
        for observer in observers { observer.itemBegan(event) }
    }

    /// A transfer has ended.
    func transfer(_ url: MediaURL, _ verdict: MediaVerdict) {
        guard !observers.isEmpty else { return }
        let event = MediaTransferred(url, verdict)
        for observer in observers { observer.mediaTransferred(event) }
    }

    /// A payload has its result, which is handed on.
    func finish(_ result: RewriteResult, media: [MediaReference] = []) -> RewriteResult {
        guard !observers.isEmpty else { return result }
        let event = ItemFinished(result, media: media)
        for observer in observers { observer.itemFinished(event) }
        return result
    }
}
