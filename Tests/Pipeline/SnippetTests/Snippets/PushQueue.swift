/// Where pushes come from; stands in for the reader's own types.
protocol PushQueue {
    var pushes: AsyncThrowingStream<any Push, any Error> { get }
    func send(_ body: [UInt8], for identifier: String) async throws
}
