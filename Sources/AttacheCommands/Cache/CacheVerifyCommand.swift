import ArgumentParser
import Attache
import AttacheOptions

/// `attache cache verify`: whether everything is what it says.
struct CacheVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Hash every file again, move damaged ones to damaged/, and drop entries without a file.",
        discussion: "The status is 1 when something was damaged."
    )

    @OptionGroup var options: CacheOptions

    func run() async throws {
        let isJSON = options.json
        try await CacheCommandRunner.finish(options) { cache, workers, diagnostics in
            let verification = try await cache.verify(on: workers)
            for damage in verification.damages { diagnostics.error(damage) }
            for name in verification.foreign { diagnostics.warning("\(name) is not Attache's; it was left alone.") }
            let text = isJSON ? CacheEncoder.line(verification) : CacheText.lines(verification)
            return (text, verification.damages.isEmpty ? .success : .runtimeFault)
        }
    }
}
