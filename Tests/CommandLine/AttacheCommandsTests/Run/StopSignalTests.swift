import AttacheSystem
import Glibc
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

/// Signals are sent to the whole process, as a terminal or a service manager sends them; the system chooses the thread.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct StopSignalTests {
    @Test func firstSignalStopsAndSecondExits() async {
        await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
            let stop = try InterruptSignal()
            #expect(!stop.isRequested)
            kill(getpid(), SIGINT)
            var descriptor = pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
            while unsafe poll(&descriptor, 1, 300_000) < 0 && errno == EINTR {}
            guard descriptor.revents != 0, stop.isRequested else { _exit(1) }
            kill(getpid(), SIGTERM)
            sleep(300)
            _exit(2)
        }
    }
}
