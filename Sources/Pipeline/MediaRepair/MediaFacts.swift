import AttacheCore

/// What a program found in the header of a picture.
struct PictureFacts: Sendable, Equatable {
    var width: Int
    var height: Int
    /// Pictures of an animation, and 1 for a still.
    var frames = 1
    var hasAlpha = false
}

extension PictureFacts {
    /// Reads the output of `vipsheader -a`; `nil` without a size, or when another reader than `loader` would be used.
    ///
    /// The file's own texts follow the fields of the picture, so that the first of each name counts.
    init?(vipsheader output: [UInt8], loader: String) {
        var fields: [Substring: Substring] = [:]
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"), line[colon...].hasPrefix(": ") else { continue }
            let name = line[..<colon]
            if fields[name] == nil { fields[name] = line[colon...].dropFirst(2) }
        }
        guard fields["vips-loader"].map(String.init) == loader,
            let width = fields["width"].flatMap({ Int($0) }), let height = fields["height"].flatMap({ Int($0) }),
            let bands = fields["bands"].flatMap({ Int($0) }), width > 0, height > 0
        else { return nil }
        let isPrint = fields["interpretation"] == "cmyk"
        self.init(
            width: width,
            height: height,
            frames: max(1, fields["n-pages"].flatMap { Int($0) } ?? 1),
            hasAlpha: bands == (isPrint ? 5 : 4) || bands == 2
        )
    }

    /// Reads the header of a BMP, for which libvips has no reader of its own; `nil` when it is damaged.
    init?(bitmap head: [UInt8]) {
        func number(_ offset: Int, _ width: Int) -> Int {
            (0..<width).reduce(0) { $0 | Int(head[offset + $1]) << ($1 * 8) }
        }
        guard head.count >= 30 else { return nil }
        // The oldest header has numbers of 16 bits; rows from the top down have a negative height.
        let isOld = number(14, 4) == 12
        let height = isOld ? number(20, 2) : Int(Int32(truncatingIfNeeded: number(22, 4)).magnitude)
        let width = isOld ? number(18, 2) : number(18, 4)
        let depth = number(isOld ? 24 : 28, 2)
        guard width > 0, height > 0 else { return nil }
        self.init(width: width, height: height, hasAlpha: depth == 32)
    }
}

/// What ffprobe found in a video.
struct VideoFacts: Sendable, Equatable {
    /// The length in seconds.
    var seconds: Double
    /// The codec's name in ffmpeg, such as `h264`, and the layout of its pixels, such as `yuv420p`.
    var video: String
    var pixelFormat = "yuv420p"
    var width: Int
    var height: Int
    /// The sound's codec; `nil` without sound.
    var audio: String?
}

extension VideoFacts {
    /// Reads the output of ffprobe; `nil` without a video track of a known size and length.
    init?(ffprobe output: [UInt8]) {
        guard let root = try? JSONDocument(parsing: output).root, let streams = root["streams"]?.elements else {
            return nil
        }
        func first(_ kind: String) -> JSONValue? { streams.first { $0["codec_type"]?.string == kind } }
        guard let video = first("video"), let codec = video["codec_name"]?.string,
            let width = video["width"]?.integer, let height = video["height"]?.integer, width > 0, height > 0,
            let seconds = root["format"]?["duration"]?.string.flatMap(Double.init), seconds > 0, seconds.isFinite
        else { return nil }
        self.init(
            seconds: seconds,
            video: codec,
            pixelFormat: video["pix_fmt"]?.string ?? "",
            width: width,
            height: height,
            audio: first("audio")?["codec_name"]?.string
        )
    }
}
