import AttacheCore

/// One request on its way to the fetcher's thread.
final class FetchJob: Sendable {
    let request: FetchRequest
    let receiver: any ResponseReceiving
    let completion: FetchCompletion

    init(request: FetchRequest, receiver: any ResponseReceiving, completion: FetchCompletion) {
        self.request = request
        self.receiver = receiver
        self.completion = completion
    }
}
