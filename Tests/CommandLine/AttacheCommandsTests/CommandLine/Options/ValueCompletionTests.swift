import AttacheCore
import TestWidth
import Testing

@testable import AttacheCommandLine

@Suite("Values that a shell offers", .inProcess, .timeLimit(.minutes(1)))
struct ValueCompletionTests {
    @Test(
        "Paths are resolved against a directory, names are not",
        arguments: [
            (ValueCompletion.file, "a.pem", "/etc/a.pem"), (.file, "/a.pem", "/a.pem"), (.file, "", ""),
            (.directory, "store", "/etc/store"), (.wordsOrFile(["auto"]), "auto", "auto"),
            (.wordsOrFile(["auto"]), "a.yaml", "/etc/a.yaml"), (.wordsOrFile([]), "p/a", "/etc/p/a"),
            (.none, "a.b", "a.b"), (.words(["a"]), "a", "a"), (.none, "unix:a.sock", "unix:/etc/a.sock"),
            (.none, "unix:/a.sock", "unix:/a.sock"),
        ] as [(ValueCompletion, String, String)]
    )
    func paths(_ completion: ValueCompletion, _ text: String, expected: String) {
        #expect(completion.path(text, below: "/etc/") == expected)
        #expect(ValueCompletion.file.path("a", below: "") == "a")
    }

    @Test("The argument parser's description contains every kind")
    func description() throws {
        let text =
            #"{"f":{"file":{"extensions":[]}},"d":{"directory":{}},"w":{"list":{"values":["a","b"]}},"#
            + #""e":{"list":{"values":["a","FILE"]}},"s":{"list":{"values":["a=FILE"]}}}"#
        let root = try JSONDocument(parsing: Array(text.utf8)).root
        let found = ["f", "d", "w", "e", "s", "x"].map { ValueCompletion(root[$0], values: []) }
        #expect(found == [.file, .directory, .words(["a", "b"]), .wordsOrFile(["a"]), .assignments(["a"]), .none])
        #expect(ValueCompletion(nil, values: ["a"]) == .words(["a"]))
    }
}
