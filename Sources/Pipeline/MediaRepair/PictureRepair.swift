import AttacheCore

/// How pictures become JPEG, PNG or GIF.
enum PictureRepair {
    /// The reader of each format in libvips; ffmpeg reads what has none.
    static let loaders: [MediaFormat: String] = [
        .jpeg: "jpegload", .png: "pngload", .gif: "gifload", .webp: "webpload", .tiff: "tiffload",
        .heic: "heifload", .heif: "heifload", .heics: "heifload", .avif: "heifload", .svg: "svgload",
    ]
    /// The readers that turn pictures upright on request; that of HEIF always does.
    private static let rotatingLoaders: Set<String> = ["jpegload", "tiffload"]
    /// The longest sides, in pixels, and the qualities of further attempts when the result is too long.
    private static let steps = [(side: 2048, quality: 80), (side: 1280, quality: 75), (side: 800, quality: 70)]
    private static let animationSides = [640, 400, 240]

    static func attempts(
        _ source: RepairSource,
        _ facts: PictureFacts
    ) throws(RepairPlan.Refusal) -> [RepairAttempt] {
        let kind = RepairPlan.kind(of: source.format, byteCount: source.byteCount, limit: source.limit)
        let size = PixelSize(width: facts.width, height: facts.height)
        try RepairPlan.check(size, kind)
        // Pages of a TIFF are no animation.
        let isAnimated = facts.frames > 1 && [.webp, .gif].contains(source.format)
        let isMoving = isAnimated || source.format == .heics
        let (count, overflows) = size.count.multipliedReportingOverflow(by: facts.frames)
        let animationFits =
            isAnimated && facts.frames <= MediaExaminer.frameLimit && !overflows
            && count <= RepairPlan.animationPixelLimit
        var attempts = animationFits && source.targets.contains(.gif) ? animations(source, facts, kind) : []
        guard let target = still(source.targets, hasAlpha: facts.hasAlpha) else { return attempts }
        var losses: [RepairRecord.Loss] = isMoving ? [.firstFrame] : []
        if facts.hasAlpha, target == .jpeg { losses.append(.flattened) }
        // The same GIF or PNG again is no shorter.
        if target != source.format {
            attempts.append(RepairAttempt(kind: kind, target: target, command: whole(source, target), losses: losses))
        }
        guard loaders[source.format] != nil else { return attempts }
        for step in steps {
            let isSmaller = max(facts.width, facts.height) > step.side
            guard isSmaller || source.byteCount > source.limit else { continue }
            attempts.append(
                RepairAttempt(
                    kind: kind,
                    target: target,
                    command: scaled(to: step.side, "", target, quality: step.quality),
                    losses: losses + (isSmaller ? [.scaled] : [])
                )
            )
        }
        return attempts
    }

    /// The format of a still picture; `nil` when the policy accepts none.
    private static func still(_ targets: [MediaFormat], hasAlpha: Bool) -> MediaFormat? {
        let order: [MediaFormat] = hasAlpha ? [.png, .jpeg, .gif] : [.jpeg, .png, .gif]
        return order.first(where: targets.contains)
    }

    private static func animations(
        _ source: RepairSource,
        _ facts: PictureFacts,
        _ kind: RepairRecord.Kind
    ) -> [RepairAttempt] {
        var attempts: [RepairAttempt] = []
        if source.format != .gif {
            let loader = loaders[source.format] ?? ""
            let command = vips([loader, "--n", "-1", "--fail-on", "error", ToolCommand.input, ".gif"])
            attempts.append(RepairAttempt(kind: kind, target: .gif, command: command))
        }
        return attempts
            + animationSides.filter { $0 < max(facts.width, facts.height) }.map { side in
                let command = scaled(to: side, "[n=-1]", .gif, quality: 0)
                return RepairAttempt(kind: kind, target: .gif, command: command, losses: [.scaled])
            }
    }

    /// The conversion in full size, by the reader of the format.
    private static func whole(_ source: RepairSource, _ target: MediaFormat) -> ToolCommand {
        if let loader = loaders[source.format] {
            // Without its metadata a photograph would lie on its side.
            let upright = rotatingLoaders.contains(loader) ? ["--autorotate"] : []
            return vips([loader] + upright + ["--fail-on", "error", ToolCommand.input, saver(target, quality: 85)])
        }
        let encoder = target == .jpeg ? ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p"] : ["-c:v", target.name]
        let output = ["-frames:v", "1"] + encoder + ["-f", "image2pipe", "pipe:1"]
        return FFmpeg.command(demuxer: "bmp_pipe", output: output)
    }

    /// The conversion of a picture whose reader is known to be chosen, which reads no more pixels than needed.
    private static func scaled(to side: Int, _ option: String, _ target: MediaFormat, quality: Int) -> ToolCommand {
        vips([
            "thumbnail", ToolCommand.input + option, saver(target, quality: quality), "\(side)", "--height", "\(side)",
            "--size", "down", "--fail-on", "error",
        ])
    }

    /// The form of a result on standard output, without metadata such as the place of a photograph.
    static func saver(_ target: MediaFormat, quality: Int) -> String {
        switch target {
        case .jpeg: ".jpg[Q=\(quality),strip,background=255]"
        case .png: ".png[strip,compression=9]"
        default: ".gif"
        }
    }

    static func vips(_ arguments: [String], isDrawing: Bool = false) -> ToolCommand {
        ToolCommand(tool: .vips, arguments: arguments, isDrawing: isDrawing)
    }
}

/// How drawings become pictures.
enum DrawingRepair {
    /// The longest side of a drawing in pixels, which is as sharp as a notification shows.
    static let side = 1024

    static func attempts(
        _ source: RepairSource,
        _ size: PixelSize
    ) throws(RepairPlan.Refusal) -> [RepairAttempt] {
        try RepairPlan.check(size, .convert)
        guard let target = [MediaFormat.png, .jpeg].first(where: source.targets.contains) else { return [] }
        let losses: [RepairRecord.Loss] = target == .jpeg ? [.flattened] : []
        let saver = PictureRepair.saver(target, quality: 85)
        let arguments = ["svgload", "--scale", "\(scale(of: size))", "--fail-on", "error", ToolCommand.input, saver]
        let command = PictureRepair.vips(arguments, isDrawing: true)
        return [RepairAttempt(kind: .convert, target: target, command: command, losses: losses)]
    }

    /// The scale at which a drawing of a size fills `side`; 1 when it is large enough.
    static func scale(of size: PixelSize) -> Double {
        let longest = max(size.width, size.height)
        guard longest > 0, longest < side else { return 1 }
        return min(1000, Double(side) / Double(longest))
    }

    /// Whether a result is far smaller than it was to be: libvips draws one pixel of a drawing whose size it cannot count.
    static func isTooSmall(_ drawn: PixelSize, of size: PixelSize) -> Bool {
        Double(max(drawn.width, drawn.height)) * 2 < scale(of: size) * Double(max(size.width, size.height))
    }
}

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
