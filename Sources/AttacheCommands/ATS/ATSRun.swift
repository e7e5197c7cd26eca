import Attache
import AttacheCore
import AttacheOptions
import AttacheThreads
import Glibc

/// One run of `ats`: from the options to standard output.
struct ATSRun {
    let url: String
    let printsJSON: Bool

    /// Diagnoses and prints.
    ///
    /// - Parameter settings: Gives the settings.
    /// - Returns: The status to end with.
    func run(settings: () throws -> RunSettings) async -> CommandStatus {
        var diagnostics = Diagnostics()
        do {
            let settings = try settings()
            diagnostics = settings.diagnostics
            let stop = try InterruptSignal()
            let report = try await ATSDiagnostics.run(
                url,
                configuration: settings.configuration,
                mayContinue: { !stop.isRequested }
            )
            for warning in report.warnings { diagnostics.warning(warning) }
            let color = settings.color.isOn(for: STDOUT_FILENO, environment: settings.environment)
            return emit(report.diagnosis, style: Style(isColored: color), to: diagnostics)
        } catch let error as UsageError {
            for problem in error.problems { diagnostics.error(problem) }
        } catch let error as ConfigurationError {
            for problem in error.problems { diagnostics.error(problem) }
        } catch let error as ThreadError {
            diagnostics.error("No thread could be started: \(SystemError.text(error.code)).")
            return .runtimeFault
        } catch {
            diagnostics.error("\(error)")
        }
        return .usage
    }

    private func emit(_ diagnosis: ATSDiagnosis, style: Style, to diagnostics: Diagnostics) -> CommandStatus {
        let text =
            printsJSON
            ? ATSDiagnosisEncoder.encode(diagnosis) + [UInt8(ascii: "\n")]
            : Array(ATSTable(style: style).render(diagnosis).utf8)
        if case .failed(let code) = StandardOutput.write(text) {
            diagnostics.error("Standard output cannot be written: \(SystemError.text(code)).")
            return .runtimeFault
        }
        guard diagnosis.isComplete else { return .interrupted }
        return diagnosis.passes ? .success : .fallback
    }
}
