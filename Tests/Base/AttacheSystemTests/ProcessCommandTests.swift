import Foundation
import TestWidth
import Testing

@testable import AttacheSystem

@Suite("Programs to start", .inProcess, .timeLimit(.minutes(1)))
struct ProcessCommandTests {
    /// Prints the open descriptors above 2; the shell opens none for its own tests.
    private static let script = "n=3; while [ $n -lt 99 ]; do [ -e /proc/self/fd/$n ] && echo $n; n=$((n+1)); done; :"

    @Test(
        "A program has the descriptors that it is given, and no others",
        arguments: [[], [3], [5], [3, 4, 60], [60]] as [[Int32]]
    )
    func descriptors(given: [Int32]) throws {
        // As a library opens them: every program would inherit them.
        let leak = unsafe open("/dev/null", O_RDONLY)
        let leaks = [leak, fcntl(leak, F_DUPFD, 40), fcntl(leak, F_DUPFD, 70)]
        defer { for number in leaks { close(number) } }
        let output: FileDescriptor
        let identifier: Int32
        do {
            let pipe = try DescriptorPair.pipe()
            output = pipe.first
            var table: [Int32: Int32] = [STDOUT_FILENO: pipe.second.number]
            for number in given { table[number] = leak }
            let command = ProcessCommand(["/bin/sh", "-c", Self.script], environment: [:], descriptors: table)
            identifier = try withExtendedLifetime(pipe) { try command.start() }
        }
        let text = String(decoding: try FileDescriptor.readAll(4096, from: output.number), as: UTF8.self)
        #expect(text.split(separator: "\n").compactMap { Int32($0) } == given)
        #expect(ProcessEnd(waitingFor: identifier) == .exited(0))
    }
}
