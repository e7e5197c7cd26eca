package import Foundation

/// The files of this package, for tests that compare them, or run scripts.
package enum Checkout {
    /// The folder of Package.swift.
    package static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path()),
            folder.path() != "/"
        {
            folder = folder.deletingLastPathComponent()
        }
        return folder
    }()

    /// Returns the path of a file or a folder, such as `Tests/Golden`.
    package static func path(_ path: String) -> String { root.appending(path: path).path(percentEncoded: false) }
}
