import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheServer

/// The page's description of a result, run by Node.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct StoryTests {
    /// A push that names no media loses none, and one that is shown late says so.
    @Test(arguments: [
        (
            #"{"outcome":"untouched","reasons":[{"code":"gate.no-media","severity":"note","stage":"gate"}],"device":{"dialect":"fcm","shown":"original"}}"#,
            "Shown as sent|good|fcm: shown as pushed."
        ),
        (
            #"{"outcome":"untouched","reasons":[{"code":"gate.handler-not-called","severity":"block","stage":"gate"},{"code":"gate.no-media","severity":"note","stage":"gate"}],"device":{"dialect":"dengage","shown":"original","delay_ms":30000}}"#,
            "Shown as sent, after 30 s|bad|dengage: shown as pushed, after 30 s."
        ),
        (
            #"{"outcome":"untouched","reasons":[{"code":"gate.media-unread","severity":"warning","stage":"gate"}],"device":{"dialect":"fcm","shown":"original"}}"#,
            "Shown as sent; its media are not checked|bad|fcm: shown as pushed, without its media."
        ),
        (
            #"{"outcome":"untouched","reasons":[{"code":"gate.no-media","severity":"note","stage":"gate"}],"device":{"dialect":"bloomreach","shown":"changed-text"}}"#,
            "Shown as sent|good|bloomreach: shown with changed text."
        ),
    ])
    func lossIsNamedOnlyWhereThereIsOne(_ result: String, _ words: String) async throws {
        let page = Checkout.root.appending(path: "Sources/Service/AttacheServer/Page/Files")
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        for name in ["story.js", "words.js"] {
            try FileManager.default.copyItem(at: page.appending(path: name), to: directory.appending(path: name))
        }
        try Data(DeviceScript.bytes).write(to: directory.appending(path: "shown.js"))
        try Data(#"{"type":"module"}"#.utf8).write(to: directory.appending(path: "package.json"))
        let script = """
            import { story } from "./story.js";
            const seen = story(JSON.parse(process.argv[2]));
            const last = seen.stages.at(-1);
            process.stdout.write([seen.sentence, last.tone, last.text].join("|"));
            """
        try Data(script.utf8).write(to: directory.appending(path: "run.js"))
        let file = directory.appending(path: "run.js").path(percentEncoded: false)
        let output = directory.appending(path: "output").path(percentEncoded: false)
        let child = try ChildProcess("/usr/bin/node", [file, result], output: output)
        #expect(await child.wait() == 0)
        #expect(try String(contentsOfFile: output, encoding: .utf8) == words)
    }
}
