import AttacheCore
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("The long text of a reason", .inProcess, .timeLimit(.minutes(1)))
struct ReasonTextTests {
    @Test("Every reason that takes the media away has a meaning and advice", arguments: ReasonCode.allCases)
    func advice(_ code: ReasonCode) throws {
        let text = try #require(ReasonText.text(of: code.rawValue))
        #expect(text.hasPrefix("\(code.rawValue)  "))
        #expect(code.severity != .block || text.contains("What to do:"), "\(text)")
        // No mark of the page that it comes from.
        #expect(!text.contains("*") && !text.contains("`") && !text.contains("<doc:"), "\(text)")
    }

    @Test("Any other text is no reason", arguments: ["", "fetch", "a.json", "fetch.unknown"])
    func others(_ text: String) {
        #expect(ReasonText.text(of: text) == nil)
    }
}
