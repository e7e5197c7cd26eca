import AttacheSystem
import Foundation
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct InputForecastTests {
    private static let media = #"{"aps":{"mutable-content":1},"media_url":"https://cdn.example.com/a.png"}"#

    private static func file(_ name: String, _ text: String, in directory: TemporaryDirectory) throws -> String {
        let path = "\(directory.path)/\(name)"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    /// Payloads, and whether one needs a transfer.
    static let payloads: [(String, Bool)] = [
        (media, true),
        (#"{"aps":{"mutable-content":1},"media_url":"https:\/\/cdn.example.com\/a.png"}"#, true),
        (#"{"aps":{"alert":"Hello","mutable-content":1}}"#, false),
        (#"{"aps":{"alert":"Hello"},"media_url":"https://cdn.example.com/a.png"}"#, false),
        ("", false),
    ]

    @Test(arguments: payloads)
    func fileIsRead(_ payload: String, _ expected: Bool) throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = try Self.file("push.json", payload, in: directory)
        #expect(InputForecast.expectsMedia(["rewrite", "--network", "3g", path], standardInput: -1) == expected)
        #expect(InputForecast.expectsMedia(["explain", path], standardInput: -1) == expected)
    }

    @Test(arguments: payloads)
    func pipeIsLeftAsItIs(_ payload: String, _ expected: Bool) throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        let (reader, writer) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
        #expect(FileDescriptor.writeAll(Array(payload.utf8), to: writer.number) == .written)
        #expect(InputForecast.expectsMedia(["rewrite"], standardInput: reader.number) == expected)
        #expect(try FileDescriptor.readAll(payload.utf8.count, from: reader.number) == Array(payload.utf8))
    }

    @Test func fileOfAnOptionDoesNotHideStandardInput() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let policy = try Self.file("policy.yaml", "name: mine", in: directory)
        let input = try Self.file("push.json", Self.media, in: directory)
        let descriptor = FileDescriptor(unsafe open(input, O_RDONLY | O_CLOEXEC))
        #expect(InputForecast.expectsMedia(["rewrite", "--policy", policy], standardInput: descriptor.number))
        #expect(lseek(descriptor.number, 0, SEEK_CUR) == 0)
    }

    @Test(arguments: [("http://a.example/a.png", true), ("https://a.example/a.png", true), ("fetch.status", false)])
    func explainedURLIsATransfer(_ argument: String, _ expected: Bool) {
        #expect(InputForecast.expectsMedia(["explain", argument], standardInput: -1) == expected)
        #expect(!InputForecast.expectsMedia(["rewrite", argument], standardInput: -1))
    }

    @Test(arguments: ["/dev/zero", "/dev/urandom", "/tmp"])
    func otherInputsAreNotRead(_ path: String) {
        let descriptor = FileDescriptor(unsafe open(path, O_RDONLY | O_CLOEXEC))
        #expect(!InputForecast.expectsMedia(["rewrite"], standardInput: descriptor.number))
    }

    @Test(arguments: [[], ["--version"], ["batch"], ["check"], ["rewrite", "missing.json"], ["rewrite", "/tmp"]])
    func otherCommandsNeedNothingAtOnce(_ arguments: [String]) {
        #expect(!InputForecast.expectsMedia(arguments, standardInput: -1))
    }

    @Test func lateTextIsNotSeen() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let padding = String(repeating: " ", count: 16 * 1024)
        let first = try Self.file("first.json", Self.media + padding, in: directory)
        let late = try Self.file("late.json", padding + Self.media, in: directory)
        #expect(InputForecast.expectsMedia(["rewrite", first], standardInput: -1))
        #expect(!InputForecast.expectsMedia(["rewrite", late], standardInput: -1))
    }
}
