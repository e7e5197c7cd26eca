package import Attache
package import AttacheCore
import AttacheSystem
import Glibc

/// The input of a command that takes one payload.
package enum PayloadInput {
    /// Reads the payload of a command; throws `ConfigurationError`, which says what to do, for a directory, a media file or
    /// several payloads.
    package static func read(
        _ path: String,
        for command: String,
        time: any TimeSource
    ) throws(ConfigurationError) -> InputItem {
        if InputPaths.isDirectory(path) {
            throw ConfigurationError(problems: [InputPaths.sentence(ofDirectory: path)])
        }
        var item = read(path, time: time)
        // What begins with a bracket is no YAML of people, and nearly always JSON.
        if case .bytes(let text) = item.content, let first = text.first(where: { !JSONByte.isWhiteSpace($0) }),
            first != JSONByte.openBrace, first != JSONByte.openBracket,
            case .unreadable(.yaml, _)? = ConsoleText.read(text),
            let json = YAMLPayload.json(text)
        {
            item.content = .transcribed(json, .yaml)
        }
        let bytes =
            switch item.content {
            case .bytes(let bytes): bytes
            case .tooLong: beginning(of: path)
            default: [UInt8]()
            }
        if let problem = problem(bytes, of: item.source, path, command) {
            throw ConfigurationError(problems: [problem])
        }
        return item
    }

    /// What a text is that is not one payload; `nil` for what may be one.
    private static func problem(_ bytes: [UInt8], of source: String, _ path: String, _ command: String) -> String? {
        if let kind = FormatDetector.detect(prefix: bytes)?.kind {
            let noun =
                switch kind {
                case .image: "a picture"
                case .video: "a video"
                case .audio: "a sound"
                }
            let file = path == "-" ? "FILE" : path
            return "\(source) is \(noun), not a payload; use attache inspect \(file), or a payload that names its URL."
        }
        guard JSONDocument.hasSeveralValues(bytes) else { return nil }
        return "\(source) has several values, and \(command) takes one payload. For one line, use "
            + "sed -n 1p \(path == "-" ? "FILE" : path) | attache \(command) -; for all, use attache rewrite "
            + "--ndjson\(path == "-" ? "" : " \(path)")."
    }

    /// The first bytes of a file that is longer than a payload can be; none of what can be read only once.
    private static func beginning(of path: String) -> [UInt8] {
        guard InputPaths.isRegularFile(path) else { return [] }
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return [] }
        defer { close(number) }
        return (try? FileDescriptor.readAll(ItemReader.itemLimit, from: number)) ?? []
    }

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
