import ArgumentParser
import Attache
import AttacheCommandLine
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("Defaults in help texts", .inProcess, .timeLimit(.minutes(1)))
struct DefaultTextTests {
    private static let commands: [any ParsableCommand.Type] = [RewriteCommand.self, BatchCommand.self]

    @Test("Defaults that differ for a batch are stated in its help and in that of other commands", arguments: 0..<2)
    func differences(_ index: Int) {
        let (usual, batch) = (AttacheConfiguration(), BatchCommand.defaults)
        let text = Self.commands[index].helpMessage(columns: 1000)
        #expect(usual.cache != batch.cache)
        let caches = "(default: \(usual.cache.rawValue); \(batch.cache.rawValue) for batch and attached)"
        #expect(text.contains(caches), "\(text)")
        #expect(usual.typeCheck == .inProcess && batch.typeCheck != .inProcess)
        let (inProcess, isolated) = (TypeCheckMode.inProcess.rawValue, TypeCheckMode.isolated.rawValue)
        #expect(text.contains("(default: \(inProcess); \(isolated) for batch and attached)"), "\(text)")
    }

    @Test("The option groups documented as environment and file settings cover the whole file")
    func keys() throws {
        let text = BatchCommand.helpMessage(columns: 1000)
        let groups = try #require(text.split(separator: "\nPOLICY:").last?.split(separator: "\nOPTIONS:").first)
        let names = groups.matches(of: /(?m)^  --([a-z-]+)/).map { String($0.1) }
        let elsewhere = (LintSettings.settings + CenterFileSettings.settings).map(\.definition.name)
        #expect(
            Set(names).subtracting(["config"])
                == Set(RunSettings.all.map(\.definition.name)).subtracting(elsewhere)
        )
    }
}
