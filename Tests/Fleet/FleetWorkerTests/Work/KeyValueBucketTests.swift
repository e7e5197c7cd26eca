import TestWidth
import Testing

@testable import FleetWorker

@Suite("The value of a key, as the leader has it", .inProcess, .timeLimit(.minutes(1)))
struct KeyValueBucketTests {
    /// The headers `KV-Operation: DEL`, as the protocol has them.
    private static let removed = "TkFUUy8xLjANCktWLU9wZXJhdGlvbjogREVMDQoNCg=="

    static let rows: [(String, String?)] = [
        (#"{"message":{"subject":"a","seq":7,"data":"SGk="}}"#, "Hi"),
        (#"{"message":{"subject":"a","seq":7}}"#, ""),
        (#"{"message":{"seq":8,"hdrs":"\#(removed)"}}"#, ""),
        (#"{"error":{"code":404,"err_code":10037,"description":"no message found"}}"#, nil),
    ]

    @Test("An answer has a value, that of a removed one is empty, or there is none", arguments: rows)
    func answers(_ text: String, _ expected: String?) throws {
        let value = try KeyValueBucket.value(in: Array(text.utf8))
        #expect(value.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(
        "Anything else is an error",
        arguments: [
            "", "{}", "[]", #"{"message":7,"error":{"err_code":10008}}"#, #"{"message":{"seq":1,"data":"?"}}"#,
            #"{"error":{"code":503,"err_code":10008,"description":"x"}}"#,
        ]
    )
    func faults(_ text: String) {
        #expect(throws: NATSError.self) { try KeyValueBucket.value(in: Array(text.utf8)) }
    }
}
