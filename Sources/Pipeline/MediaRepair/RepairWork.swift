import AttacheCore
import AttacheSystem

/// The repair of one file by programs, on a thread that may block.
struct RepairWork: Sendable {
    /// The result: a file that is not inspected yet, and how it was made.
    struct Result: Sendable {
        var file: ScratchFile
        var attempt: RepairAttempt
        /// The time for the work, without waiting for a thread.
        var time: Duration
    }

    /// The limit of what a program tells about a file, in bytes.
    private static let answerLimit = 256 * 1024
    /// The part of the time that is left for the inspection of the result.
    private static let reserve = Duration.milliseconds(300)
    /// The limit of one use of libvips, which needs a second for most files.
    private static let pictureTime = Duration.seconds(8)
    /// The limit of a drawing in all, which may state any work in a few bytes, and mostly needs a tenth of a second.
    private static let drawingTime = Duration.seconds(2)

    let runner: ToolRunner
    /// The directory of temporary files.
    let directory: String
    let encoders: RepairEncoders

    /// Makes a result that is within its limit.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - head: Its first bytes.
    ///   - format: Its format by its first bytes.
    ///   - targets: The formats that the policy accepts.
    ///   - limit: The limit of the result in bytes.
    ///   - deadline: The instant at which there must be a verdict.
    ///   - stop: Ends the work early.
    /// - Returns: The result.
    /// - Throws: Why there is none.
    func run(
        _ input: ScratchFile,
        head: [UInt8],
        format: MediaFormat,
        targets: [MediaFormat],
        limit: Int,
        until deadline: ContinuousClock.Instant,
        unless stop: RepairStop
    ) throws(RepairPlan.Refusal) -> Result {
        let began = ContinuousClock.now
        let byteCount = input.byteCount
        let kind = RepairPlan.kind(of: format, byteCount: byteCount, limit: limit)
        let task = Task(
            input: try Self.usable(kind) { () throws(SystemCallError) in try input.readOnly() },
            kind: kind,
            drawingEnd: began.advanced(by: Self.drawingTime),
            deadline: deadline.advanced(by: .zero - Self.reserve),
            stop: stop
        )
        let fault = try Self.usable(kind) { () throws(SystemCallError) in
            try SourceCheck.fault(of: input, head: head, format: format)
        }
        if let fault { throw RepairPlan.Refusal(kind: kind, outcome: .failed, cause: fault) }
        let facts = try facts(of: format, head: head, task)
        let source = RepairSource(format: format, byteCount: byteCount, targets: targets, limit: limit, facts: facts)
        let plan = try RepairPlan(for: source)
        var last = RepairPlan.Refusal(kind: kind, outcome: .tooLarge, cause: "every version is over the size limit")
        for attempt in plan.attempts {
            do throws(RepairPlan.Refusal) {
                let file = try make(attempt, limit, task)
                if case .drawing(let size) = facts { try check(file, attempt, of: size) }
                return Result(file: file, attempt: attempt, time: began.duration(to: .now))
            } catch {
                // Another version of a file that is too long or unreadable in one way may do.
                guard [.tooLarge, .failed].contains(error.outcome) else { throw error }
                last = error
            }
        }
        throw last
    }

    private struct Task {
        let input: FileDescriptor
        let kind: RepairRecord.Kind
        /// The instant at which a drawing is given up.
        let drawingEnd: ContinuousClock.Instant
        let deadline: ContinuousClock.Instant
        let stop: RepairStop
    }

    /// Makes one version.
    private func make(_ attempt: RepairAttempt, _ limit: Int, _ task: Task) throws(RepairPlan.Refusal) -> ScratchFile {
        if attempt.target == .mp4 { try checkEncoders(of: attempt, task) }
        let file = try Self.usable(attempt.kind) { () throws(SystemCallError) in try ScratchFile(in: directory) }
        try run(attempt.command, attempt.kind, to: file, limit: limit, task)
        return file
    }

    /// Throws where ffmpeg has not the encoders that a version needs.
    private func checkEncoders(of attempt: RepairAttempt, _ task: Task) throws(RepairPlan.Refusal) {
        let needed = attempt.command.encoders
        guard !needed.isEmpty else { return }
        let names: Set<String>
        if let known = encoders.names.withLock({ $0 }) {
            names = known
        } else {
            names = FFmpeg.encoders(in: try answer(to: FFmpeg.encoders, task))
            encoders.names.withLock { $0 = names }
        }
        let missing = needed.filter { !names.contains($0) }
        guard !missing.isEmpty else { return }
        throw .missing(missing, attempt.kind)
    }

    /// Throws for a result that is not the drawing.
    private func check(
        _ file: ScratchFile,
        _ attempt: RepairAttempt,
        of size: PixelSize
    ) throws(RepairPlan.Refusal) {
        guard let drawn = try? ContainerTable.read(file, format: attempt.target).pixels,
            DrawingRepair.isTooSmall(drawn, of: size)
        else { return }
        throw RepairPlan.Refusal(kind: attempt.kind, outcome: .overLimit, cause: "its size is beyond what can be drawn")
    }

    private func facts(
        of format: MediaFormat,
        head: [UInt8],
        _ task: Task
    ) throws(RepairPlan.Refusal) -> RepairSource.Facts {
        let damaged = RepairPlan.Refusal(kind: task.kind, outcome: .failed, cause: "its header is damaged")
        if format == .bmp {
            guard let facts = PictureFacts(bitmap: head) else { throw damaged }
            return .picture(facts)
        }
        if let loader = PictureRepair.loaders[format] {
            let isDrawing = format == .svg
            let command = ToolCommand(tool: .vipsheader, arguments: ["-a", ToolCommand.input], isDrawing: isDrawing)
            let answer = try answer(to: command, task)
            guard let facts = PictureFacts(vipsheader: answer, loader: loader) else { throw damaged }
            // libvips has read units, shares of the view box and shapes as it will draw them.
            return isDrawing ? .drawing(PixelSize(width: facts.width, height: facts.height)) : .picture(facts)
        }
        guard let demuxer = VideoRepair.demuxers[format] else {
            throw RepairPlan.Refusal(kind: task.kind, outcome: .failed, cause: "\(format.mimeType) is not converted")
        }
        let answer = try answer(to: FFmpeg.probe(demuxer: demuxer), task)
        guard let facts = VideoFacts(ffprobe: answer) else { throw damaged }
        return .video(facts)
    }

    private func answer(to command: ToolCommand, _ task: Task) throws(RepairPlan.Refusal) -> [UInt8] {
        let file = try Self.usable(task.kind) { () throws(SystemCallError) in try ScratchFile(in: directory) }
        try run(command, task.kind, to: file, limit: Self.answerLimit, task)
        return try Self.usable(task.kind) { () throws(SystemCallError) in
            try file.read(at: 0, count: Self.answerLimit)
        }
    }

    private func run(
        _ command: ToolCommand,
        _ kind: RepairRecord.Kind,
        to file: ScratchFile,
        limit: Int,
        _ task: Task
    ) throws(RepairPlan.Refusal) {
        let isVideo = command.tool == .ffmpeg
        let time = command.isDrawing ? Self.drawingTime : Self.pictureTime
        let end = command.isDrawing ? task.drawingEnd : ContinuousClock.now.advanced(by: time)
        let deadline = isVideo ? task.deadline : min(task.deadline, end)
        let result = runner.run(
            command,
            input: task.input,
            output: file.descriptor,
            limit: limit,
            until: deadline,
            unless: task.stop
        )
        if result == .tooLate, deadline < task.deadline {
            let cause = "it takes longer than \(time.components.seconds) s"
            // On a machine with less work it may be in time.
            throw RepairPlan.Refusal(kind: kind, outcome: .overLimit, cause: cause, isMomentary: true)
        }
        guard let refusal = Self.refusal(result, kind) else {
            guard file.byteCount > 0 else {
                throw RepairPlan.Refusal(kind: kind, outcome: .failed, cause: "\(command.tool) made no file of it")
            }
            return
        }
        throw refusal
    }

    private static func refusal(_ end: ToolRunner.End, _ kind: RepairRecord.Kind) -> RepairPlan.Refusal? {
        switch end {
        case .finished: nil
        case .outputTooLong: .init(kind: kind, outcome: .tooLarge, cause: "every version is over the size limit")
        case .tooLate, .cancelled: .init(kind: kind, outcome: .tooLate, cause: "the time was over")
        case .noSandbox:
            .init(kind: kind, outcome: .failed, cause: "the sandbox cannot be entered; it needs Landlock, Linux 5.13")
        case .notInstalled(let tool):
            .init(kind: kind, outcome: .toolMissing, cause: "the program \(tool) is not installed", tool: tool)
        case .failed: .init(kind: kind, outcome: .failed, cause: "it is damaged, or too large for the limits")
        }
    }

    /// Runs a step that needs a file of this machine.
    private static func usable<Value>(
        _ kind: RepairRecord.Kind,
        _ body: () throws(SystemCallError) -> Value
    ) throws(RepairPlan.Refusal) -> Value {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw RepairPlan.Refusal(kind: kind, outcome: .failed, cause: "no temporary file: \(error.message)")
        }
    }
}

/// The encoders of the installed ffmpeg, which is asked once.
final class RepairEncoders: Sendable {
    /// The names; `nil` before ffmpeg was asked.
    let names = Locked<Set<String>?>(nil)
}

extension RepairPlan.Refusal {
    /// The refusal of a file for which ffmpeg lacks encoders, one or more.
    static func missing(_ encoders: [String], _ kind: RepairRecord.Kind) -> RepairPlan.Refusal {
        let names = (encoders.count == 1 ? "encoder " : "encoders ") + encoders.joined(separator: " and ")
        let cause = "this ffmpeg has no \(names), which Debian's package \(RepairTool.ffmpeg.package) has"
        return RepairPlan.Refusal(kind: kind, outcome: .toolMissing, cause: cause, tool: .ffmpeg)
    }
}
