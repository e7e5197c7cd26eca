import AttacheCore
import Glibc

/// The file that lists the media of a run's results: a header with the run, then one digest per line.
///
/// Lines without a valid digest are skipped, so a line that a crash has cut short costs that one digest only.
enum PinFile {
    static let directoryName = "pins"

    static func name(ofRunAt path: String) -> String { ContentDigester().digest(of: Array(path.utf8)) }

    /// The first line: the run's directory and the device of its parent directory, as JSON, since names may have line
    /// breaks.
    static func header(ofRunAt path: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("run")
        writer.string(path)
        if let device = PinnedRun.device(above: path) {
            writer.key("device")
            writer.integer(device)
        }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    static func run(_ header: ArraySlice<UInt8>) -> PinnedRun? {
        guard let root = (try? JSONDocument(parsing: Array(header)))?.root, let path = root["run"]?.string else {
            return nil
        }
        return PinnedRun(path: path, device: root["device"]?.integer)
    }

    /// Lines that can be appended to any content, including a line that was cut short.
    static func lines(_ digests: [String]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "\n")]
        bytes.reserveCapacity(1 + digests.count * 65)
        for digest in digests {
            bytes.append(contentsOf: digest.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}

/// A run that pins media: alive, removed or absent.
struct PinnedRun {
    /// The time in seconds for which an absent run keeps its pins: an unmounted disk may return, a directory that was
    /// removed together with its parents does not.
    static let gracePeriod = 30 * 24 * 3600

    /// The run's directory.
    let path: String
    /// The device of the parent directory at the beginning of the run.
    let device: Int?

    /// Whether its pins count: `false` when the run's directory was removed from its parent, or is absent for the grace
    /// period since `lastPin`. Times are in seconds since 1970.
    func isAlive(lastPin: Int, now: Int) -> Bool {
        var status = stat()
        // A directory that cannot be read may become readable again.
        if unsafe lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR) { return true }
        let found = Self.device(above: path)
        // The parent directory exists and is still the same, so the run was removed from it.
        if let found, found == device ?? found { return false }
        return now - lastPin < Self.gracePeriod
    }

    /// The device of a path's parent directory, or `nil` when there is none.
    static func device(above path: String) -> Int? {
        var status = stat()
        guard let slash = path.lastIndex(of: "/"), unsafe stat(String(path[...slash]), &status) == 0 else { return nil }
        return Int(bitPattern: UInt(status.st_dev))
    }
}
