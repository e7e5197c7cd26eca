import CFuzzer
import Glibc

/// One program for all targets, selected by the variable `FUZZ_TARGET`, since libFuzzer restarts itself at times and
/// passes on only its own arguments.
@main
enum FuzzMain {
    /// Every target, by its name.
    private static let targets: [String: FuzzTarget] = [
        "json-document": JSONDocumentTarget.run,
        "payload": PayloadTarget.run,
        "url": URLTarget.run,
        "redacted-url": RedactedURLTarget.run,
        "json-path": JSONPathTarget.run,
        "policy-file": PolicyFileTarget.run,
        "info-plist": InfoPlistTarget.run,
        "container": ContainerTarget.run,
        "response-head": ResponseHeadTarget.run,
        "request-head": RequestHeadTarget.run,
        "batch": BatchTarget.run,
        "database": DatabaseTarget.run,
        "property-list": PropertyListTarget.run,
        "push-request": PushRequestTarget.run,
        "bucket-answer": BucketAnswerTarget.run,
    ]

    /// The target of this process. libFuzzer uses one thread, and a C function can capture nothing.
    nonisolated(unsafe) private static var selected: FuzzTarget = { _ in }

    static func main() {
        guard let name = unsafe getenv("FUZZ_TARGET").map({ unsafe String(cString: $0) }), let target = targets[name]
        else {
            print(targets.keys.sorted().joined(separator: "\n"))
            exit(2)
        }
        unsafe selected = target
        var count = CommandLine.argc
        var arguments = unsafe CommandLine.unsafeArgv
        let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
            // Unsafe, and right: libFuzzer's buffer lives for the call, and the bytes are copied.
            unsafe FuzzMain.selected(Array(UnsafeBufferPointer(start: data, count: size)))
            return 0
        }
        exit(status)
    }
}
