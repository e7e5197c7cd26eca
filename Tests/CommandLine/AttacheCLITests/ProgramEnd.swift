/// How a program ended.
enum ProgramEnd: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
}
