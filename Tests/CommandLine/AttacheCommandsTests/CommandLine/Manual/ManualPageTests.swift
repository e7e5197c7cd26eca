import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheCommandLine

/// Man pages generated from the help.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ManualPageTests {
    private static let description = #"""
        {"command":{"commandName":"sample","abstract":"Does a thing.","discussion":"It does\n.this and 'that'.\n\nEXIT STATUS\n  0  well\n  2  wrong usage",
        "arguments":[{"kind":"flag","names":[{"kind":"long","name":"version"}],"shouldDisplay":true}],
        "subcommands":[
        {"commandName":"one","abstract":"First.","arguments":[
        {"kind":"positional","valueName":"file","isOptional":true,"isRepeating":true,"abstract":"Files.","shouldDisplay":true},
        {"kind":"option","names":[{"kind":"long","name":"only-one"}],"valueName":"n","defaultValue":"5","abstract":"A number.","shouldDisplay":true},
        {"kind":"flag","names":[{"kind":"short","name":"q"},{"kind":"long","name":"quiet"}],"sectionTitle":"Output","abstract":"Say C:\\less.","shouldDisplay":true},
        {"kind":"flag","names":[{"kind":"long","name":"secret"}],"abstract":"Hidden.","shouldDisplay":false}]},
        {"commandName":"two","abstract":"Second.","arguments":[
        {"kind":"flag","names":[{"kind":"short","name":"q"},{"kind":"long","name":"quiet"}],"sectionTitle":"Output","abstract":"Say C:\\less.","shouldDisplay":true}]},
        {"commandName":"help","abstract":"Help.","arguments":[]}]}}
        """#

    private func page() throws -> String {
        try ManualPage(of: Self.description, version: "1.2.3", seeAlso: ["other(1)"]).text
    }

    @Test func pageBeginsWithManHeader() throws {
        let lines = try page().split(separator: "\n").prefix(3)
        #expect(
            lines == [".TH SAMPLE 1 \"\" \"sample 1.2.3\" \"User Commands\"", ".SH NAME", "sample \\- does a thing"]
        )
    }

    @Test func commandsListTheirArguments() throws {
        let text = try page()
        #expect(text.contains(".SS \\fBsample one\\fR [\\fIfile\\fR ...]\nFirst.\n"))
        let standard = GoldenMessages["manual.default", ["value": "5"]]
        #expect(text.contains(".TP\n\\fB\\-\\-only\\-one\\fR \\fIn\\fR\nA number.\n\(standard)\n"))
        #expect(!text.contains("secret") && !text.contains("Help."))
    }

    @Test func sharedOptionsAreDescribedOnce() throws {
        let text = try page()
        #expect(text.ranges(of: "\\-\\-quiet").count == 1)
        #expect(text.contains(".SS Output\n.TP\n\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR\nSay C:\\eless.\n"))
        #expect(text.ranges(of: GoldenMessages["manual.shared-options", ["group": "Output"]]).count == 2)
    }

    @Test func textLinesDoNotBecomeRoffRequests() throws {
        let text = try page()
        #expect(text.contains("It does\n\\&.this and 'that'.\n"))
    }

    @Test func discussionHeadingsFollowCommands() throws {
        let text = try page()
        #expect(
            text.contains(
                ".SH EXIT STATUS\n.TP\n\\fB0\\fR\nwell\n.TP\n\\fB2\\fR\nwrong usage\n.SH SEE ALSO\n\\fBother\\fR(1)\n"
            )
        )
        let order = try [".SH DESCRIPTION", ".SH COMMANDS", ".SH OPTIONS", ".SH EXIT"].map {
            try #require(text.firstRange(of: $0)).lowerBound
        }
        #expect(order == order.sorted())
    }
}
