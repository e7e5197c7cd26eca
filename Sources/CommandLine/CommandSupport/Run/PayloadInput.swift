package import Attache
package import AttacheCore

/// The input of a command that takes one payload.
package enum PayloadInput {
    /// Reads a payload from a file, or from standard input for `-`; the file is one value, regardless of its name.
    package static func read(_ path: String, time: any TimeSource) -> InputItem {
        let source = InputSource.sources([path])[0]
        do throws(InputError) {
            let reader = try ItemReader(source, framing: .oneValue, stopDescriptor: -1, time: time)
            if var unit = reader.next(), let item = unit.next(at: time.now) { return item }
            return InputItem(source: source.name, content: .bytes([]), arrival: time.now)
        } catch {
            return InputItem(source: source.name, content: .unreadable(error.sentence), arrival: time.now)
        }
    }
}
