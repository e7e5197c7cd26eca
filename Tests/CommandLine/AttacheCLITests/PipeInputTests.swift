import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// Every command that takes files reads pipes that are named on its command line, as `<(…)` of a shell does.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PipeInputTests {
    private static let push = #"{"aps":{"alert":"Hello","mutable-content":1}}"#

    private static let rows: [(words: String, status: Int32, output: String)] = [
        ("rewrite <(cat push.json)", 0, #""outcome":"untouched""#), ("explain <(cat push.json)", 0, "UNTOUCHED"),
        ("lint <(cat push.json)", 0, "no findings"), ("inspect --policy hive <(cat photo.png)", 0, "public.png"),
        ("batch <(cat push.json) -o out && cat out/*", 0, #""outcome":"untouched""#),
        ("batch <(cat push.json push.json) -o out", 0, "2 items"),
        ("batch <(tr , '\\n' <push.json | sed '1s/$/,/') -o out", 0, "1 item"),
        ("lint push.ndjson.gz", 0, "no findings in 1 payload"),
        ("batch push.ndjson.gz -o out && ls out/push.ndjson", 0, "push.ndjson"),
        ("matrix --only fcm <(cat push.json)", 3, "names no media file"),
        ("policy check <(cat policy.yaml)", 0, ": ok"),
        ("app check <(cat push.json)", 2, "is a pipe, and an .ipa is read from its end"),
    ]

    @Test(arguments: rows)
    func isRead(_ row: (words: String, status: Int32, output: String)) async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        try directory.write(Self.push + "\n", to: "push.json")
        try Data(SampleMedia.photoPNG.bytes).write(to: directory.url("photo.png"))
        try directory.write("schema: attache-policy/1\nname: own\nextends: apple\n", to: "policy.yaml")
        // A named pipe that is unpacked.
        let packed = row.words.contains(".gz") ? "mkfifo push.ndjson.gz; gzip -c push.json > push.ndjson.gz & " : ""
        let program = try ChildProcess(
            "/bin/bash",
            ["-c", "\(packed)ATTACHE_STORE=\(directory.path("store")) '\(PipedProgram.path)' \(row.words)"],
            in: directory.path,
            output: directory.path("talk")
        )
        let status = await program.wait()
        let text = directory.text("talk")
        #expect(status == row.status, "\(text)")
        #expect(text.contains(row.output), "\(text)")
    }
}
