import Glibc

/// The benchmarks that need the modules, not a program; `Tests/Benchmarks/run` runs each and prints its table.
@main
enum Benchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("scan", 2): try ScanBenchmark.run()
        case ("recognition", 3): try RecognitionBenchmark.run(policies: arguments[2])
        case ("types", 3): try await TypeBenchmark.run(program: arguments[2])
        case ("link", 2): try LinkBenchmark.run()
        default:
            print("usage: Benchmark scan | recognition POLICIES | types ATTACHE | link")
            exit(2)
        }
    }
}
