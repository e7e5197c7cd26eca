import AttacheSystem
import Glibc
import ProcessSandbox

/// The helper process of a repair: it enters the sandbox and becomes the program that repairs.
package enum RepairHelper {
    /// The first argument of a helper process; behind it are three limits, the program, and the program's arguments.
    package static let flag = "repair-helper"
    /// The status when the sandbox cannot be entered.
    static let refusedStatus: Int32 = 125

    /// Becomes the program if the arguments, which include the process's name, request it; otherwise it returns. Call it
    /// before the process has another thread.
    package static func run(ifAskedBy arguments: [String]) {
        guard arguments.count > 5, arguments[1] == flag else { return }
        let numbers = arguments[2...4].compactMap { Int($0) }
        guard numbers.count == 3 else { _exit(refusedStatus) }
        let program = arguments[5]
        let limits = ConverterLimits(memory: numbers[1], seconds: max(1, numbers[0]), fileSize: numbers[2])
        // When memory is short, the kernel ends this process before the service.
        let score = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        if score >= 0 { _ = unsafe write(score, "1000", 4) }
        do throws(SystemCallError) {
            try Sandbox.enterForConverter(.converter(program), limits: limits)
        } catch {
            _exit(refusedStatus)
        }
        var words = unsafe arguments[5...].map { unsafe strdup($0) } + [nil]
        unsafe execv(program, &words)
        _exit(refusedStatus)
    }

    /// The arguments of a helper that becomes a program.
    static func command(_ helper: String, _ limits: ConverterLimits, _ program: [String]) -> [String] {
        [helper, flag, "\(limits.seconds)", "\(limits.memory)", "\(limits.fileSize)"] + program
    }
}
