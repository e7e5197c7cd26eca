import AttacheCore
import AttacheSystem

/// How videos become MP4.
enum VideoRepair {
    /// The demuxer of each format in ffmpeg.
    static let demuxers: [MediaFormat: String] = [
        .mp4: "mov", .quickTime: "mov", .m4v: "mov", .webm: "matroska", .matroska: "matroska",
    ]
    /// Codecs that iOS plays in an MP4, and that need no encoder.
    private static let copiedVideo: Set<String> = ["h264", "hevc"]
    private static let copiedAudio: Set<String> = ["aac", "mp3", "ac3", "eac3", "alac"]
    private static let audioRate = 96_000
    /// The lowest bit rate of video that is worth sending.
    private static let leastRate = 150_000

    static func attempts(_ source: RepairSource, _ facts: VideoFacts) throws(RepairPlan.Refusal) -> [RepairAttempt] {
        let isTooLong = source.byteCount > source.limit
        let kind = RepairRecord.Kind.recompress
        guard source.targets.contains(.mp4), let demuxer = demuxers[source.format] else { return [] }
        guard PixelSize(width: facts.width, height: facts.height).count <= RepairPlan.pixelLimit else {
            throw RepairPlan.Refusal(
                kind: isTooLong ? kind : .transcode,
                outcome: .overLimit,
                cause: "its pictures have \(facts.width) × \(facts.height) pixels"
            )
        }
        guard facts.seconds <= RepairPlan.durationLimit else {
            throw RepairPlan.Refusal(
                kind: isTooLong ? kind : .transcode,
                outcome: .overLimit,
                cause: "it lasts \(Int(min(facts.seconds, 1e9))) s; the limit is \(Int(RepairPlan.durationLimit)) s"
            )
        }
        var attempts: [RepairAttempt] = []
        if !isTooLong {
            // No phone has a decoder for H.264 with ten bits.
            let depths: Set<String> = facts.video == "hevc" ? ["yuv420p", "yuv420p10le"] : ["yuv420p"]
            let copies = copiedVideo.contains(facts.video) && depths.contains(facts.pixelFormat)
            let copiesAudio = facts.audio.map(copiedAudio.contains) ?? true
            let video = copies ? ["-c:v", "copy"] + (facts.video == "hevc" ? ["-tag:v", "hvc1"] : []) : encoded()
            let audio = copiesAudio ? ["-c:a", "copy"] : ["-c:a", "aac", "-b:a", "\(audioRate)"]
            attempts.append(
                RepairAttempt(
                    kind: copies && copiesAudio ? .remux : .transcode,
                    target: .mp4,
                    command: command(demuxer, video + audio)
                )
            )
        }
        // A header may state any length above zero.
        let seconds = max(facts.seconds, 0.01)
        let bits = Double(source.limit) * 8 / seconds
        for (share, height) in [(0.9, 720), (0.6, 480)] {
            let rate = Int(bits * share) - (facts.audio == nil ? 0 : audioRate)
            // No better than the original, and no more than a phone shows.
            let most = min(rate, Int(Double(source.byteCount) * 8 / seconds), 8_000_000)
            guard most >= leastRate else { continue }
            // The encoder may begin with a full buffer, which is much of a short video.
            let buffer = Int(Double(most) * min(2, seconds / 4)) + 1
            let limit = ["-b:v", "\(most)", "-maxrate", "\(most)", "-bufsize", "\(buffer)"]
            let codecs = encoded(height: height) + limit + ["-c:a", "aac", "-b:a", "\(audioRate)"]
            attempts.append(
                RepairAttempt(
                    kind: isTooLong ? kind : .transcode,
                    target: .mp4,
                    command: command(demuxer, codecs),
                    losses: facts.height > height ? [.scaled] : []
                )
            )
        }
        guard !attempts.isEmpty else {
            throw RepairPlan.Refusal(kind: kind, outcome: .tooLarge, cause: "it is too long for its size limit")
        }
        return attempts
    }

    /// H.264 as every phone plays it, with even sides.
    private static func encoded(height: Int = 1080) -> [String] {
        let size = "scale=w='trunc(iw*min(1,\(height)/ih)/2)*2':h='trunc(min(ih,\(height))/2)*2'"
        return ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-vf", size]
    }

    private static func command(_ demuxer: String, _ codecs: [String]) -> ToolCommand {
        // The first video and sound only: a file may have thousands of tracks.
        let streams = ["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"]
        // The index first, so that a phone can show the video while it loads.
        let output = ["-movflags", "+faststart", "-f", "mp4", "file:\(ToolCommand.output)"]
        return FFmpeg.command(demuxer: demuxer, output: streams + codecs + output)
    }
}

/// Commands of ffmpeg, which read this one input only: a playlist or a reference could name other files.
enum FFmpeg {
    private static let input = ["-protocol_whitelist", "file,pipe", "-max_pixels", "\(RepairPlan.pixelLimit)"]
    /// The threads of a decoder, of filters and of an encoder each: many processors have as many repairs, and each thread
    /// has pictures in memory.
    private static let threads = "\(min(4, ProcessorCount.count))"

    static func command(demuxer: String, output: [String]) -> ToolCommand {
        let source = ["-threads", threads, "-f", demuxer, "-i", "file:\(ToolCommand.input)", "-threads", threads]
        let arguments =
            ["-nostdin", "-hide_banner", "-v", "error", "-y", "-filter_threads", threads] + input + source + output
        return ToolCommand(tool: .ffmpeg, arguments: arguments)
    }

    /// The command that measures a video.
    static func probe(demuxer: String) -> ToolCommand {
        let fields = "format=duration:stream=codec_type,codec_name,width,height,pix_fmt"
        let arguments =
            ["-hide_banner", "-v", "error"] + input
            + ["-f", demuxer, "-show_entries", fields, "-of", "json", "file:\(ToolCommand.input)"]
        return ToolCommand(tool: .ffprobe, arguments: arguments)
    }

    /// The names in the output of `encoders`: the second word of each line after the one of hyphens.
    static func encoders(in output: [UInt8]) -> Set<String> {
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        return Set(
            lines.drop { $0.first?.allSatisfy { $0 == "-" } != true }.compactMap {
                $0.dropFirst().first.map(String.init)
            }
        )
    }

    /// The command that lists encoders.
    static let encoders = ToolCommand(tool: .ffmpeg, arguments: ["-hide_banner", "-v", "error", "-encoders"])
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
