/// One iteration over results; when its iterator is dropped, what is under way for it ends.
final class ResultSession<Failure: Error>: Sendable {
    let flow: ResultFlow<Failure>

    init(_ flow: ResultFlow<Failure>) {
        self.flow = flow
    }

    deinit {
        flow.cancel()
    }
}
