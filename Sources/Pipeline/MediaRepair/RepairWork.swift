import AttacheCore
import AttacheSystem

/// A file to repair, and what its result must be.
struct RepairTask: Sendable {
    let input: ScratchFile
    /// Its first bytes.
    let head: [UInt8]
    /// Its format by its first bytes.
    let format: MediaFormat
    /// The formats that the policy accepts.
    let targets: [MediaFormat]
    /// The limit of the result in bytes.
    let limit: Int
    /// The instant at which there must be a verdict.
    let deadline: ContinuousClock.Instant
    /// Ends the work early.
    let stop: StopSignal
}

/// The result: a file that is not inspected yet, and how it was made.
struct RepairResult: Sendable {
    var file: ScratchFile
    var attempt: RepairAttempt
    /// The time for the work, without waiting for a thread.
    var time: Duration
}

/// Repairs files by programs.
struct RepairWork: Sendable {
    let runner: ToolRunner
    /// The directory of temporary files.
    let directory: String
    /// The names of the encoders of the installed ffmpeg, which is asked once; `nil` before.
    let encoders = Locked<Set<String>?>(nil)

    /// Makes a result that is within its limit, on a thread that may block; throws why there is none.
    func run(_ task: RepairTask) throws(RepairPlan.Refusal) -> RepairResult {
        try RepairRun(self, task).result()
    }
}

/// The repair of one file.
private struct RepairRun {
    /// The limit of what a program tells about a file, in bytes.
    private static let answerLimit = 256 * 1024
    /// The part of the time that is left for the inspection of the result.
    private static let reserve = Duration.milliseconds(300)
    /// The limit of one use of libvips, which needs a second for most files.
    private static let pictureTime = Duration.seconds(8)
    /// The processor time of one use of it for a drawing, which may state any work in a few bytes, and mostly needs a tenth of a
    /// second. Time alone would refuse good drawings on a busy machine.
    private static let drawingSeconds = 2

    private let work: RepairWork
    private let task: RepairTask
    private let kind: RepairRecord.Kind
    private let began = ContinuousClock.now
    private let deadline: ContinuousClock.Instant

    init(_ work: RepairWork, _ task: RepairTask) {
        self.work = work
        self.task = task
        kind = RepairPlan.kind(of: task.format, byteCount: task.input.byteCount, limit: task.limit)
        deadline = task.deadline.advanced(by: .zero - Self.reserve)
    }

    func result() throws(RepairPlan.Refusal) -> RepairResult {
        let fault = try usable { () throws(SystemCallError) in
            try SourceCheck.fault(of: task.input, head: task.head, format: task.format)
        }
        if let fault { throw refusal(.failed, fault) }
        let facts = try facts()
        let source = RepairSource(
            format: task.format,
            byteCount: task.input.byteCount,
            targets: task.targets,
            limit: task.limit,
            facts: facts
        )
        let plan = try RepairPlan(for: source)
        var last = refusal(of: .outputTooLong, kind)
        for attempt in plan.attempts {
            do throws(RepairPlan.Refusal) {
                if attempt.target == .mp4 { try checkEncoders(of: attempt) }
                let file = try output(of: attempt.command, limit: task.limit, attempt.kind)
                if case .drawing(let size) = facts { try check(file, attempt, of: size) }
                return RepairResult(file: file, attempt: attempt, time: began.duration(to: .now))
            } catch {
                // Another version of a file that is too long or unreadable in one way may do.
                guard [.tooLarge, .failed].contains(error.outcome) else { throw error }
                last = error
            }
        }
        throw last
    }

    /// Throws where ffmpeg has not the encoders that a version needs.
    private func checkEncoders(of attempt: RepairAttempt) throws(RepairPlan.Refusal) {
        let needed = attempt.command.encoders
        guard !needed.isEmpty else { return }
        let names: Set<String>
        if let known = work.encoders.withLock({ $0 }) {
            names = known
        } else {
            names = FFmpeg.encoders(in: try answer(to: FFmpeg.encoders))
            work.encoders.withLock { $0 = names }
        }
        let missing = needed.filter { !names.contains($0) }
        guard !missing.isEmpty else { return }
        let words = (missing.count == 1 ? "encoder " : "encoders ") + missing.joined(separator: " and ")
        let cause = "this ffmpeg has no \(words), which Debian's package \(RepairTool.ffmpeg.package) has"
        throw RepairPlan.Refusal(kind: attempt.kind, outcome: .toolMissing, cause: cause, tool: .ffmpeg)
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

    private func facts() throws(RepairPlan.Refusal) -> RepairSource.Facts {
        let damaged = refusal(.failed, "its header is damaged")
        if task.format == .bmp {
            guard let facts = PictureFacts(bitmap: task.head) else { throw damaged }
            return .picture(facts)
        }
        if let loader = PictureRepair.loaders[task.format] {
            let isDrawing = task.format == .svg
            let command = ToolCommand(tool: .vipsheader, arguments: ["-a", ToolCommand.input], isDrawing: isDrawing)
            guard let facts = PictureFacts(vipsheader: try answer(to: command), loader: loader) else { throw damaged }
            // libvips has read units, shares of the view box and shapes as it will draw them.
            return isDrawing ? .drawing(PixelSize(width: facts.width, height: facts.height)) : .picture(facts)
        }
        guard let demuxer = VideoRepair.demuxers[task.format] else {
            throw refusal(.failed, "\(task.format.mimeType) is not converted")
        }
        guard let facts = VideoFacts(ffprobe: try answer(to: FFmpeg.probe(demuxer: demuxer))) else { throw damaged }
        return .video(facts)
    }

    /// What a program tells about the file.
    private func answer(to command: ToolCommand) throws(RepairPlan.Refusal) -> [UInt8] {
        let file = try output(of: command, limit: Self.answerLimit, kind)
        return try usable { () throws(SystemCallError) in try file.read(at: 0, count: Self.answerLimit) }
    }

    /// Runs a program on the file; returns its output.
    private func output(
        of command: ToolCommand,
        limit: Int,
        _ kind: RepairRecord.Kind
    ) throws(RepairPlan.Refusal) -> ScratchFile {
        let (input, file) = try usable { () throws(SystemCallError) in
            (try task.input.readOnly(), try ScratchFile(in: work.directory))
        }
        // A drawing has its time in all, and a picture for each use; its processor time is for each use.
        let end = (command.isDrawing ? began : .now).advanced(by: Self.pictureTime)
        let last = command.tool == .ffmpeg ? deadline : min(deadline, end)
        let result = work.runner.run(
            command,
            input: input,
            output: file.descriptor,
            limit: limit,
            until: last,
            processorSeconds: command.isDrawing ? Self.drawingSeconds : nil,
            unless: task.stop
        )
        if result == .overworked || result == .tooLate && last < deadline {
            let seconds = result == .overworked ? Self.drawingSeconds : Int(Self.pictureTime.components.seconds)
            let cause = "it takes longer than \(seconds) s\(result == .overworked ? " of processor time" : "")"
            // On a machine with less work it may be in time, but it needs the same processor time.
            throw RepairPlan.Refusal(kind: kind, outcome: .overLimit, cause: cause, isMomentary: result == .tooLate)
        }
        guard result == .finished else { throw refusal(of: result, kind) }
        guard file.byteCount > 0 else {
            throw RepairPlan.Refusal(kind: kind, outcome: .failed, cause: "\(command.tool) made no file from it")
        }
        return file
    }

    private func refusal(_ outcome: RepairRecord.Outcome, _ cause: String) -> RepairPlan.Refusal {
        RepairPlan.Refusal(kind: kind, outcome: outcome, cause: cause)
    }

    /// The refusal that the end of a program without a result is.
    private func refusal(of end: ToolRunner.End, _ kind: RepairRecord.Kind) -> RepairPlan.Refusal {
        switch end {
        case .outputTooLong: .init(kind: kind, outcome: .tooLarge, cause: "every version is over the size limit")
        case .tooLate, .overworked, .cancelled: .init(kind: kind, outcome: .tooLate, cause: "the time was over")
        case .noSandbox:
            .init(kind: kind, outcome: .failed, cause: "the sandbox cannot be entered; it needs Landlock, Linux 5.13")
        case .notInstalled(let tool):
            .init(kind: kind, outcome: .toolMissing, cause: "the program \(tool) is not installed", tool: tool)
        case .failed, .finished:
            .init(kind: kind, outcome: .failed, cause: "it is damaged, or too large for the limits")
        }
    }

    /// Runs a step that needs a file of this machine.
    private func usable<Value>(_ body: () throws(SystemCallError) -> Value) throws(RepairPlan.Refusal) -> Value {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw refusal(.failed, "no temporary file: \(error.message)")
        }
    }
}
