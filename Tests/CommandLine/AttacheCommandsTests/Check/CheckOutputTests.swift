import Attache
import AttacheCommandLine
import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

/// The output of `check` for each verdict, and its exit status.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct CheckOutputTests {
    private let checker: URLChecker

    init() throws {
        checker = try URLChecker(AttacheConfiguration())
    }

    private func json(_ url: String, _ result: ResolveResult? = nil) -> String {
        let line = URLLine(url)
        var verdict = checker.check(line.bytes, byteCount: line.byteCount)
        if let result { verdict = checker.check(verdict, resolved: result) }
        var writer = JSONWriter()
        VerdictEncoder.write(verdict, of: line, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func text(_ url: String, _ result: ResolveResult? = nil) -> String {
        let line = URLLine(url)
        var verdict = checker.check(line.bytes, byteCount: line.byteCount)
        if let result { verdict = checker.check(verdict, resolved: result) }
        var text: [UInt8] = []
        VerdictText.write(verdict, of: line, TerminalText(width: nil), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// A batch with these verdicts; `nil` for a URL whose check was interrupted.
    private func batch(_ urls: [String?], failsOnDenial: Bool = true) -> VerdictBatch {
        var batch = VerdictBatch(form: .json, failsOnDenial: failsOnDenial)
        for url in urls {
            batch.append(
                url.map(URLLine.init).map { line in
                    JudgedURL(line: line, verdict: checker.check(line.bytes, byteCount: line.byteCount))
                }
            )
        }
        return batch
    }

    @Test func outputStopsAtURLWithoutVerdict() {
        let line = batch(["https://h.example/1.png"]).bytes
        var batch = batch(["https://h.example/1.png", nil, "http://h.example/2.png"])
        batch.append(contentsOf: self.batch(["http://h.example/3.png"]))
        #expect(batch.tally.isInterrupted)
        #expect(batch.tally.status == .interrupted)
        #expect(batch.bytes == line)
        var first = self.batch(["https://h.example/1.png"])
        first.append(contentsOf: batch)
        #expect(first.tally.isInterrupted)
        #expect(first.bytes == line + line)
    }

    @Test func membersHaveDocumentedOrder() {
        #expect(
            json("https://BÜCHER.example:443/a.png")
                == #"{"url":"https://BÜCHER.example:443/a.png","verdict":"allow","host":"xn--bcher-kva.example"}"#
                + "\n"
        )
        let denied = json("https://0x7f.1/a.png")
        #expect(
            denied.hasPrefix(
                #"{"url":"https://0x7f.1/a.png","verdict":"deny","host":"127.0.0.1","address":"127.0.0.1","#
                    + #""reasons":[{"code":"egress.address-denied","severity":"block","#
            )
        )
        #expect(denied.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
        #expect(json("nothing").hasPrefix(#"{"url":"nothing","verdict":"deny","reasons":[{"code":"url.invalid","#))
    }

    @Test func allAddressesAreShownAndChecked() {
        let good = IPAddress.v4(0x0808_0808)
        #expect(
            json("https://h.example/a.png", .addresses([.v6(high: 0x2606_4700 << 32, low: 1), good]))
                == #"{"url":"https://h.example/a.png","verdict":"allow","host":"h.example","address":"2606:4700::1","#
                + #""addresses":["2606:4700::1","8.8.8.8"]}"# + "\n"
        )
        let mixed = json("https://h.example/a.png", .addresses([good, .v4(0x7F00_0001)]))
        #expect(
            mixed.contains(
                #""verdict":"deny","host":"h.example","address":"8.8.8.8","addresses":["8.8.8.8","127.0.0.1"]"#
            )
        )
        #expect(mixed.contains(#"{"code":"egress.mixed-answers""#))
        #expect(
            json("https://h.example/a.png", .notFound).contains(
                #""host":"h.example","reasons":[{"code":"fetch.host-not-found""#
            )
        )
        #expect(json("https://h.example/a.png", .failed(detail: "x")).contains(#"[{"code":"fetch.resolve-failed""#))
    }

    @Test func textOutputIsOneEscapedLine() {
        #expect(text("https://h.example/a.png") == "allow  https://h.example/a.png\n")
        #expect(
            text("https://h.example/a.png", .addresses([.v4(0x0808_0808)]))
                == "allow  https://h.example/a.png  [8.8.8.8]\n"
        )
        #expect(
            text("https://h.example/\u{1B}[2J\n").hasPrefix("deny   https://h.example/\\u{1b}[2J\\u{a}  url.invalid: ")
        )
        let insecure = GoldenMessages["ats.insecure-http", ["host": "h.example"]]
        let closed = GoldenMessages["url.port-closed", ["port": "22"]]
        let denied = text("http://h.example:22/")
        #expect(denied.hasPrefix("deny   http://h.example:22/  ats.insecure-http: \(insecure) → "), "\(denied)")
        #expect(denied.contains("  url.port: \(closed) → ") && denied.hasSuffix("--allow-port 22.\n"), "\(denied)")
        #expect(denied.count { $0 == "\n" } == 1)
    }

    @Test func denialNamesNothingThatAdmits() {
        let denied = text("http://10.0.0.1/a.png")
        #expect(
            denied.contains("egress.address-denied") && denied.hasSuffix("--allow-address 10.0.0.1.\n"),
            "\(denied)"
        )
        #expect(!denied.contains("ats.local-http"))
    }

    @Test(arguments: [
        ("allowed", "https://h.example/a.png", true, CommandStatus.success),
        ("denied", "http://h.example/a.png", false, .success),
        ("denied, with --fail", "http://h.example/a.png", true, .fallback),
    ])
    func status(_ what: String, _ url: String, failsOnDenial: Bool, is expected: CommandStatus) {
        var tally = batch([url], failsOnDenial: failsOnDenial).tally
        #expect(tally.status == expected, "\(what)")
        tally.add(batch([nil]).tally)
        #expect(tally.status == .interrupted, "\(what)")
        tally.note(.runtimeFault)
        #expect(tally.status == .runtimeFault, "\(what)")
    }
}
