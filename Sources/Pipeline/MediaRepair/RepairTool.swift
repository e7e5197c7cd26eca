import AttacheSystem
import Glibc

/// A program that repairs or measures media.
enum RepairTool: String, Sendable, CaseIterable {
    case vips
    case vipsheader
    case ffmpeg
    case ffprobe

    /// The Debian package with the program.
    var package: String {
        switch self {
        case .vips, .vipsheader: "libvips-tools"
        case .ffmpeg, .ffprobe: "ffmpeg"
        }
    }

    /// Variables that the program gets; it has no others.
    ///
    /// libvips marks readers that were not tested with hostile files as untrusted, and the one of SVG is among them.
    func environment(isDrawing: Bool) -> [String: String] {
        guard package == Self.vips.package else { return [:] }
        // Temporary files are impossible, so that large pictures stay in memory, whose limit ends the program.
        let limits = ["VIPS_CONCURRENCY": "2", "VIPS_DISC_THRESHOLD": "4g"]
        return isDrawing ? limits : limits.merging(["VIPS_BLOCK_UNTRUSTED": "1"]) { first, _ in first }
    }
}

/// The programs of this machine.
package struct RepairTools: Sendable {
    /// Where Debian and people install programs.
    package static let usualDirectories = ["/usr/bin", "/usr/local/bin"]

    private let paths: [RepairTool: String]

    /// Finds the programs in directories, of which the first that has a program wins.
    package init(in directories: [String] = RepairTools.usualDirectories) {
        var paths: [RepairTool: String] = [:]
        for tool in RepairTool.allCases {
            let places = directories.map { "\($0)/\(tool.rawValue)" }
            paths[tool] = places.first { unsafe access($0, X_OK) == 0 }
        }
        self.paths = paths
    }

    /// The path of a program; `nil` when it is not installed.
    func path(of tool: RepairTool) -> String? { paths[tool] }
}

/// One use of a program: it reads standard input as a file, and writes standard output.
struct ToolCommand: Sendable, Equatable {
    /// The names of standard input and output as files, which a program can open and seek in.
    static let input = "/dev/fd/0"
    static let output = "/dev/fd/1"

    var tool: RepairTool
    var arguments: [String]
    /// Whether the input is a drawing, for which libvips has an untrusted reader only.
    var isDrawing = false

    /// The encoders that ffmpeg needs for it.
    var encoders: [String] {
        zip(arguments, arguments.dropFirst()).compactMap { option, value in
            ["-c:v", "-c:a"].contains(option) && value != "copy" ? value : nil
        }
    }
}
