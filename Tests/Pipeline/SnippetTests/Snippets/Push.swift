/// What a sender has around a payload; stands in for the reader's own types.
protocol Push {
    var payload: String { get }
    func reject(_ reason: String)
    func note(_ text: String)
    func send(_ body: [UInt8]) async throws
}
