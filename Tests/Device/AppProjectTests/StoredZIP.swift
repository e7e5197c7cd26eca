/// Makes ZIP archives whose files are stored, by PKWARE's APPNOTE.TXT.
enum StoredZIP {
    static func bytes(_ files: [String: String]) -> [UInt8] {
        var body: [UInt8] = []
        var directory: [UInt8] = []
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            directory += entry(path, text, at: body.count)
            body += local(path, text)
        }
        return body + directory + end(files.count, directory, after: body)
    }

    /// An archive whose files share the bytes of one.
    static func bytes(_ paths: [String], sharing text: String) -> [UInt8] {
        let body = local("a", text)
        let directory = paths.flatMap { entry($0, text, at: 0) }
        return body + directory + end(paths.count, directory, after: body)
    }

    private static func sizes(_ path: String, _ text: String) -> [UInt8] {
        number(0, 4) + number(text.utf8.count, 4) + number(text.utf8.count, 4) + number(path.utf8.count, 2)
    }

    private static func local(_ path: String, _ text: String) -> [UInt8] {
        number(0x0403_4B50, 4) + number(20, 2) + number(0, 8) + sizes(path, text) + number(0, 2) + Array(path.utf8)
            + Array(text.utf8)
    }

    private static func entry(_ path: String, _ text: String, at offset: Int) -> [UInt8] {
        let head = number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + number(0, 8) + sizes(path, text)
        return head + number(0, 12) + number(offset, 4) + Array(path.utf8)
    }

    private static func end(_ count: Int, _ directory: [UInt8], after body: [UInt8]) -> [UInt8] {
        let counts = number(0x0605_4B50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
        return counts + number(directory.count, 4) + number(body.count, 4) + number(0, 2)
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
    }
}
