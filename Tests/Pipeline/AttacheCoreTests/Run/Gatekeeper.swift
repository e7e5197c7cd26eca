/// Blocks tasks until it is opened.
actor Gatekeeper {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until the gate is open.
    func wait() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Releases all tasks, now and later.
    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
