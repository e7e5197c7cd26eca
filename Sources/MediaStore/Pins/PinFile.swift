import AttacheCore
import Glibc

/// The file in which a run names the media that its results point at: who the run is, then one digest a line.
///
/// Whatever is no digest is passed over, so a line that a crash has cut short costs that one digest and no other.
enum PinFile {
    /// The directory of these files.
    static let directoryName = "pins"

    /// The name of a run's file.
    static func name(ofRunAt path: String) -> String { ContentDigester().digest(of: Array(path.utf8)) }

    /// The first line: the run's directory, and the device of the directory that it is in.
    ///
    /// JSON, since names may have line breaks.
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

    /// The run that a first line names.
    static func run(_ header: ArraySlice<UInt8>) -> PinnedRun? {
        guard let root = (try? JSONDocument(parsing: Array(header)))?.root, let path = root["run"]?.string else {
            return nil
        }
        return PinnedRun(path: path, device: root["device"]?.integer)
    }

    /// Lines that can be appended to whatever stands there, a line that was cut short included.
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

/// A run that pins media: alive, gone, or nowhere to be seen.
struct PinnedRun {
    /// How long a run that is nowhere to be seen keeps its pins: a disk that is not mounted may come back, a directory
    /// that was removed with everything around it does not.
    static let gracePeriod = 30 * 24 * 3600

    /// The run's directory.
    let path: String
    /// The device of the directory that it is in, as it was when the run began.
    let device: Int?

    /// Whether its pins count.
    ///
    /// - Parameters:
    ///   - lastPin: When the last of them was written, in seconds of the epoch.
    ///   - now: The same clock now.
    /// - Returns: `false` when the run's directory is gone from where it was, or has not been seen for long.
    func isAlive(lastPin: Int, now: Int) -> Bool {
        var status = stat()
        // A directory that cannot be looked at may come back.
        if unsafe lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR) { return true }
        let found = Self.device(above: path)
        // The directory around it is there and still the same: it was removed from it.
        if let found, found == device ?? found { return false }
        return now - lastPin < Self.gracePeriod
    }

    /// The device of the directory that a path is in, or `nil` when there is none.
    static func device(above path: String) -> Int? {
        var status = stat()
        guard let slash = path.lastIndex(of: "/"), unsafe stat(String(path[...slash]), &status) == 0 else { return nil }
        return Int(bitPattern: UInt(status.st_dev))
    }
}
