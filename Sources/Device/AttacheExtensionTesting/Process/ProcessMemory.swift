import AttacheSystem
import Glibc

/// The memory of a process, and what devices give an extension.
///
/// A device counts what a process wrote to, and not the pages of files that it mapped. `VmHWM` is the peak of both; less
/// the pages of files at the time of reading, it is the peak of the former, or less than that by those that the process
/// mapped after the peak. What the process uses at its start, before its first push, is subtracted: it has another
/// Foundation than a device. What earlier pushes left in the process counts, as on a device.
struct ProcessMemory: Equatable {
    /// The peak of the pages in memory, since the start or the last `resetPeak`.
    let peak: Int
    /// The pages now that belong to no file.
    let anonymous: Int
    /// The pages now that belong to files.
    let file: Int

    /// The limit of devices, in bytes: 24 MB.
    static let limit = 24 << 20
    /// The limit of older versions of iOS, in bytes: 12 MB.
    static let olderLimit = 12 << 20

    /// The peak of the memory that a device counts.
    var writtenPeak: Int { max(anonymous, peak - file) }

    /// Reads the memory of a process; `nil` when it has ended.
    init?(of process: pid_t) {
        guard let bytes = try? FileDescriptor.readAll(path: "/proc/\(process)/status", limit: 1 << 16) else {
            return nil
        }
        var values: [Substring: Int] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == ":" }
            if words.count == 3, words[2] == "kB", let count = Int(words[1]) { values[words[0]] = count << 10 }
        }
        // A process that is ending has none.
        guard let peak = values["VmHWM"], let anonymous = values["RssAnon"] else { return nil }
        self.peak = peak
        self.anonymous = anonymous
        self.file = (values["RssFile"] ?? 0) + (values["RssShmem"] ?? 0)
    }

    /// Sets the peak of this process to what it uses now; where the system refuses it, the peak is since the start.
    static func resetPeak() {
        let number = unsafe open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { return }
        _ = FileDescriptor.writeAll(Array("5".utf8), to: number)
        close(number)
    }

    /// The sentence about a use of memory, in bytes; `nil` within the limits.
    static func sentence(on used: Int) -> String? {
        guard used > olderLimit else { return nil }
        let tenths = (used * 10) >> 20
        let amount = "The extension used \(tenths / 10).\(tenths % 10) MB of memory"
        return used > limit
            ? "\(amount); a device ends an extension beyond 24 MB." : "\(amount); older devices end it beyond 12 MB."
    }
}
