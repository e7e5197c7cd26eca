import TestWidth
import Testing

@testable import FleetWorker

@Suite("The last message of a subject, as the leader has it", .inProcess, .timeLimit(.minutes(1)))
struct StoredMessageTests {
    /// The headers `KV-Operation: DEL`, as the protocol has them.
    private static let removed = "TkFUUy8xLjANCktWLU9wZXJhdGlvbjogREVMDQoNCg=="

    static let rows: [(String, [Int]?)] = [
        (#"{"message":{"subject":"a","seq":7,"data":"SGk="}}"#, [7, 2, 0]),
        (#"{"message":{"subject":"a","seq":7}}"#, [7, 0, 0]),
        (#"{"message":{"seq":8,"hdrs":"\#(removed)"}}"#, [8, 0, 1]),
        (#"{"error":{"code":404,"err_code":10037,"description":"no message found"}}"#, nil),
    ]

    @Test("An answer has a sequence, a body and headers, or no message", arguments: rows)
    func answers(_ text: String, _ expected: [Int]?) throws {
        let message = try StoredMessage.read(Array(text.utf8))
        #expect(message.map { [$0.sequence, $0.body.count, $0.hasHeader("KV-Operation") ? 1 : 0] } == expected)
    }

    @Test(
        "Anything else is an error",
        arguments: [
            "", "{}", "[]", #"{"message":{"data":"SGk="}}"#, #"{"message":{"seq":1,"data":"?"}}"#,
            #"{"message":{"seq":1,"hdrs":"?"}}"#, #"{"error":{"code":503,"err_code":10008,"description":"x"}}"#,
        ]
    )
    func faults(_ text: String) {
        #expect(throws: NATSError.self) { try StoredMessage.read(Array(text.utf8)) }
    }
}
