import AttacheJSON
import TestWidth
import Testing

@testable import Attache

@Suite("Hive's group and buttons", .inProcess, .timeLimit(.minutes(1)))
struct HiveContentTests {
    @Test(
        "The content has the group as its thread, and the buttons of a preset",
        arguments: [
            ("hive", #","category":"CONFIRM_CATEGORY""#, #""groupId":"raid""#, "raid", ["CONFIRM_ID", "CLOSE_ID"]),
            ("auto", "", #""hive":{"groupId":"raid"}"#, "raid", []),
            ("auto", #","thread-id":"t""#, #""groupId":"raid""#, "t", []),
            ("hive", #","thread-id":"t""#, #""groupId":"""#, "t", []),
            ("fcm", #","category":"CONFIRM_CATEGORY""#, #""groupId":"raid""#, nil, []),
        ] as [(String, String, String, String?, [String])]
    )
    func content(policy: String, aps: String, members: String, thread: String?, actions: [String]) async throws {
        try await LibraryScene.run(configure: { $0.policy = policy }) { scene in
            let payload = #"{"aps":{"alert":"Raid","mutable-content":1\#(aps)},\#(members)}"#
            let result = await scene.attache.rewrite(Array(payload.utf8))
            let content = try JSONDocument(parsing: result.json()).root["content"]
            #expect(content?["threadIdentifier"]?.string == thread)
            #expect(content?["actions"]?.elements.compactMap { $0["identifier"]?.string } ?? [] == actions)
        }
    }
}
