/// Reports each load of the wrapped loader to the observers.
package struct ObservedMediaLoader: MediaLoading {
    private let base: any MediaLoading
    private let observers: [any AttacheObserver]

    package init(_ base: any MediaLoading, observers: [any AttacheObserver]) {
        self.base = base
        self.observers = observers
    }

    package func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia {
        let loaded = await base.load(request, unless: stale)
        let event = MediaTransferred(request.url, loaded.verdict)
        for observer in observers { observer.mediaTransferred(event) }
        return loaded
    }
}
