/// One iteration over results; when its iterator is dropped, what is under way for it ends.
final class ResultSession<Failure: Error>: Sendable {
    let channel: ResultChannel<Failure>

    init(_ channel: ResultChannel<Failure>) {
        self.channel = channel
    }

    deinit {
        channel.cancel()
    }
}
