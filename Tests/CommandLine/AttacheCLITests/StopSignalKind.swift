import Glibc

/// The signals that ask the program to stop.
enum StopSignalKind: Sendable, CaseIterable {
    case interrupt
    case terminate

    var number: Int32 { self == .interrupt ? SIGINT : SIGTERM }
}
