import AttacheCore
import AttacheSystem
import Glibc

/// What comes from an extension's process: reports, and lines of its two outputs.
final class ProcessOutput: @unchecked Sendable {
    enum Line {
        case report(ArraySlice<UInt8>)
        case printed(String)
        case logged(String)
    }

    /// A descriptor with the lines read from it.
    private struct Source {
        let descriptor: FileDescriptor
        var splitter: LineSplitter
        var isOpen = true

        /// Reads once; returns whether there may be more.
        mutating func read(_ buffer: inout [UInt8]) -> Bool {
            let number = descriptor.number
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe FileDescriptor.read(number, into: $0) }
            if count > 0 {
                splitter.append(buffer[..<count])
                return true
            }
            if count == 0 || errno != EAGAIN {
                isOpen = false
                splitter.finish()
            }
            return false
        }
    }

    /// The bytes of a line of output; the rest of a longer one is left out.
    private static let lineLimit = 1 << 16
    /// The bytes of all lines of output of one process; more are read and left out.
    private static let outputLimit = 8 << 20

    /// The bytes that an event takes besides its text.
    private static let lineCost = 64

    private var channel: Source
    private var output: Source
    private var errors: Source
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var outputCount = 0

    init(channel: FileDescriptor, output: FileDescriptor, errors: FileDescriptor) {
        // Contents are as large as the extension makes them.
        self.channel = Source(descriptor: channel, splitter: LineSplitter(limit: 1 << 28))
        self.output = Source(descriptor: output, splitter: LineSplitter(limit: Self.lineLimit, skipsBlankLines: false))
        self.errors = Source(descriptor: errors, splitter: LineSplitter(limit: Self.lineLimit, skipsBlankLines: false))
        for descriptor in [channel, output, errors] {
            _ = fcntl(descriptor.number, F_SETFL, fcntl(descriptor.number, F_GETFL) | O_NONBLOCK)
        }
    }

    /// Reads until the channel closes; passes on what was printed before a report ahead of it.
    func read(_ take: (Line) -> Void) {
        while channel.isOpen {
            let watched = [channel, output, errors].filter(\.isOpen)
            var waiting = watched.map { pollfd(fd: $0.descriptor.number, events: Int16(POLLIN), revents: 0) }
            guard unsafe poll(&waiting, nfds_t(waiting.count), -1) >= 0 || errno == EINTR else { return }
            // The channel is read first and passed on last, so that what was written before a report is there.
            while channel.isOpen, channel.read(&buffer) {}
            var reports: [ArraySlice<UInt8>] = []
            while let line = channel.splitter.next() { reports.append(line.bytes) }
            // The extension prints behind this one.
            let isStart = reports.first.map(Self.isStart) ?? false
            if isStart { take(.report(reports.removeFirst())) }
            drain(take)
            for report in reports { take(.report(report)) }
        }
        drain(take)
    }

    private static func isStart(_ report: ArraySlice<UInt8>) -> Bool {
        if case .event(_, .receiveStarted, _) = ProcessReport(report) { true } else { false }
    }

    private func drain(_ take: (Line) -> Void) {
        // An extension may write as fast as this reads: then the channel has its turn again.
        for _ in 0..<16 {
            let hasOutput = output.isOpen && output.read(&buffer)
            let hasErrors = errors.isOpen && errors.read(&buffer)
            while let line = output.splitter.next() { pass(line.bytes) { take(.printed($0)) } }
            while let line = errors.splitter.next() { pass(line.bytes) { take(.logged($0)) } }
            if !hasOutput && !hasErrors { return }
        }
    }

    private func pass(_ bytes: ArraySlice<UInt8>, _ take: (String) -> Void) {
        guard outputCount <= Self.outputLimit else { return }
        // A line without text costs an event too.
        outputCount += bytes.count + Self.lineCost
        guard outputCount <= Self.outputLimit else {
            return take("The process has printed more than \(Self.outputLimit >> 20) MB; the rest is left out.")
        }
        take(String(decoding: bytes, as: UTF8.self))
    }
}
