import AttacheCore

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
