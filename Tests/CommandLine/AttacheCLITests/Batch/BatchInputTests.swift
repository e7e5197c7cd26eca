import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

extension BatchPrograms {
    /// How a batch handles each kind of file in its input directory.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchInputTests {
        @Test func outputsMirrorInputs() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("b"), to: "in/deep/er/b.apns")
            try site.scratch.write(site.payload("c") + "\n\n" + site.payload("missing") + "\n", to: "in/deep/c.ndjson")
            try site.scratch.write("not for us", to: "in/readme.txt")
            try site.scratch.write(site.payload("d"), to: "given.payload")
            let (end, standardError) = try await site.run(site.arguments(["in", "given.payload"]))
            #expect(end == .exited(0), "\(standardError)")
            #expect(site.outcomes("out/in/a.json") == ["attached"])
            #expect(site.outcomes("out/in/deep/er/b.apns") == ["attached"])
            #expect(site.outcomes("out/in/deep/c.ndjson") == ["attached", "plain"])
            #expect(site.scratch.read("out/in/deep/c.ndjson").contains(##"in/deep/c.ndjson#3""##))
            #expect(site.outcomes("out/given.payload") == ["attached"])
            #expect(!site.scratch.exists("out/in/readme.txt"))
        }

        @Test func compressedInputsAreReadAndUncompressedInputKeepsItsName() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a") + "\n", to: "in/a.ndjson")
            try site.scratch.write(site.payload("b") + "\n" + site.payload("c") + "\n", to: "in/b.ndjson")
            let shell =
                "cd in && gzip -c b.ndjson > a.ndjson.gz && zstd -q --rm b.ndjson -o b.jsonl.zst"
            #expect(try await site.shell(shell))
            let (end, standardError) = try await site.run(site.arguments())
            #expect(end == .exited(0), "\(standardError)")
            #expect(site.outcomes("out/in/a.ndjson") == ["attached"])
            #expect(site.outcomes("out/in/a.ndjson.gz.ndjson") == ["attached", "attached"])
            #expect(site.outcomes("out/in/b.jsonl") == ["attached", "attached"])
        }

        @Test func inputsWithCollidingOutputsGetDistinctOutputs() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a") + "\n", to: "in/x.ndjson")
            #expect(
                try await site.shell(
                    "cd in && gzip x.ndjson && cp x.ndjson.gz y && gunzip -c y | zstd -q -o x.ndjson.zst"
                )
            )
            #expect(try await site.run(site.arguments()).end == .exited(0))
            let first = site.scratch.read("out/in/x.ndjson")
            try site.scratch.write(site.payload("b") + "\n" + site.payload("c") + "\n", to: "in/x.ndjson")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.scratch.read("out/in/x.ndjson") == first)
            #expect(site.outcomes("out/in/x.ndjson.ndjson").count == 2)
            let names = "[ $(ls out/in | wc -l) = 3 ] && [ $(cat out/in/* | wc -l) = 4 ]"
            #expect(try await site.shell(names))
        }

        @Test func manyFinishedInputsDoNotHideNewInput() async throws {
            let site = try BatchSite()
            let arguments = site.arguments(["in"], out: "out", ["--allow-empty"])
            for index in 0..<300 { try site.scratch.write("", to: "in/\(index).ndjson") }
            #expect(try await site.run(arguments).end == .exited(0))
            for index in 0..<20 { try site.scratch.write("", to: "in/new-\(index).ndjson") }
            #expect(try await site.run(arguments).end == .exited(0))
            for index in 0..<20 { #expect(site.scratch.exists("out/in/new-\(index).ndjson")) }
        }

        @Test func truncatedCompressedInputKeepsEarlierResults() async throws {
            let site = try BatchSite()
            let lines = (0..<20_000).map { #"{"aps":{"alert":"\#($0)"}}"# + "\n" }
            try site.scratch.write(lines.joined(), to: "in/a.ndjson")
            let shell = "cd in && gzip a.ndjson && truncate -s -100 a.ndjson.gz"
            #expect(try await site.shell(shell))
            let (end, _) = try await site.run(site.arguments())
            #expect(end == .exited(3))
            let outcomes = site.outcomes("out/in/a.ndjson")
            #expect(outcomes.count > 15_000)
            #expect(outcomes.dropLast().allSatisfy { $0 == "untouched" })
            #expect(outcomes.last == "rejected")
            #expect(site.scratch.read("out/in/a.ndjson").contains(GoldenMessages["file.ends-early"]))
        }

        @Test func otherFileTypesAreRejectedAndOthersAreProcessed() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/good.json")
            try site.scratch.write("", to: "in/empty.json")
            try site.scratch.write("", to: "in/empty.ndjson")
            try site.scratch.write(site.payload("b"), to: "outside.json")
            let shell = """
                cd in && mkfifo fifo.json && ln -s ../outside.json link.json && ln -s . circle
                ln -s /nowhere dangling.json && mkdir directory.json
                python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket.json")'
                """
            #expect(try await site.shell(shell))
            let (end, standardError) = try await site.run(site.arguments())
            #expect(end == .exited(3), "\(standardError)")
            #expect(site.outcomes("out/in/good.json") == ["attached"])
            for name in ["empty", "fifo", "link", "dangling", "socket"] {
                #expect(site.outcomes("out/in/\(name).json") == ["rejected"], "\(name)")
            }
            #expect(site.scratch.read("out/in/fifo.json").contains(GoldenMessages["file.fifo"]))
            #expect(site.scratch.exists("out/in/empty.ndjson"))
            #expect(site.scratch.read("out/in/empty.ndjson") == "")
            #expect(site.origin.requestCount == 1)
        }

        @Test(.enabled(if: TestMachine.isRoot))
        func deviceIsRejectedItem() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/good.json")
            #expect(try await site.shell("mknod in/device.json c 1 3"))
            let (end, standardError) = try await site.run(site.arguments())
            #expect(end == .exited(3), "\(standardError)")
            #expect(site.outcomes("out/in/good.json") == ["attached"])
            #expect(site.outcomes("out/in/device.json") == ["rejected"])
            #expect(site.scratch.read("out/in/device.json").contains(GoldenMessages["file.device"]))
        }

        @Test func fileNamesAreBytes() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/seed.txt")
            let shell = """
                cd in && for name in '-dash' ' space' 'quote"s' 'back\\slash'; do cp seed.txt "./$name.json"; done
                cp seed.txt "$(printf 'new\\nline').json"; cp seed.txt "$(printf 'latin-\\374').json"
                """
            #expect(try await site.shell(shell))
            let (end, standardError) = try await site.run(site.arguments())
            #expect(end == .exited(0), "\(standardError)")
            let compare =
                "(cd in && ls *.json | od -c) > 1; (cd out/in && ls *.json | od -c) > 2"
            #expect(try await site.shell(compare + "; cmp 1 2 && [ $(ls in/*.json | wc -l) -ge 6 ]"))
        }

        @Test func standardInputIsReadAsLinesAndCanBeResumed() async throws {
            let site = try BatchSite()
            let lines = site.payload("a") + "\n" + site.payload("b") + "\n"
            let arguments = site.arguments(["-"])
            #expect(try await site.run(arguments, input: lines).end == .exited(0))
            #expect(site.outcomes("out/stdin.ndjson") == ["attached", "attached"])
            #expect(try await site.run(arguments, input: lines).end == .exited(0))
            #expect(site.origin.requestCount == 2)
            let (end, standardError) = try await site.run(arguments, input: site.payload("c") + "\n")
            #expect(end == .exited(1))
            #expect(standardError.contains(GoldenMessages["batch.other-input"]))
            #expect(try await site.run(arguments, input: lines).end == .exited(0))
            #expect(site.origin.requestCount == 2, "The wrong input discarded the stored state.")
        }

        @Test func lineOverLimitIsRejectedAndNextIsProcessed() async throws {
            let site = try BatchSite()
            let large = #"{"aps":{"alert":"x"},"x":"\#(String(repeating: "x", count: 70_000))"}"#
            try site.scratch.write(large + "\n" + site.payload("a") + "\n", to: "in/a.ndjson")
            try site.scratch.write(large, to: "in/b.json")
            let (end, _) = try await site.run(site.arguments())
            #expect(end == .exited(3))
            #expect(site.outcomes("out/in/a.ndjson") == ["rejected", "attached"])
            #expect(site.scratch.read("out/in/b.json").contains("payload.too-large"))
        }
    }
}
