import Glibc
import TestWidth
import Testing

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(1)))
struct PipedProgramTests {
    /// In a process for itself: with the default of SIGPIPE, a signal for the closed pipe would end all tests.
    @Test("What is written to a program that has ended is lost")
    func endedProgram() async {
        await #expect(processExitsWith: .success) {
            _ = signal(SIGPIPE, SIG_DFL)
            let program = try PipedProgram(["--version"])
            #expect(await program.wait() == .exited(0))
            program.write("{}")
        }
    }
}
