import Attache
import AttacheSystem
import Glibc

/// Metrics of this process, under the standard Prometheus names.
///
/// https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
enum ProcessMetrics {
    static let residentMemory = "process_resident_memory_bytes"
    static let processorTime = "process_cpu_seconds_total"
    static let openDescriptors = "process_open_fds"
    static let descriptorLimit = "process_max_fds"
    static let startTime = "process_start_time_seconds"

    /// Registers the metrics; they are read at each scrape.
    static func observe(in registry: PrometheusRegistry) {
        // Close enough to the start: called before the service accepts connections.
        let start = Double(time(nil))
        registry.observe(residentMemory, .gauge) { Double(residentByteCount) }
        registry.observe(processorTime, .counter) { processorSeconds }
        registry.observe(openDescriptors, .gauge) { Double(openDescriptorCount) }
        registry.observe(descriptorLimit, .gauge) { Double(descriptorLimitCount) }
        registry.observe(startTime, .gauge) { start }
    }

    private static var residentByteCount: Int {
        let number = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return 0 }
        defer { close(number) }
        let bytes = (try? FileDescriptor.readAll(256, from: number)) ?? []
        // Pages: total, resident, shared …
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
    }

    private static var processorSeconds: Double {
        var usage = rusage()
        guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return 0 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static var openDescriptorCount: Int {
        guard let directory = unsafe opendir("/proc/self/fd") else { return 0 }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // Without `.`, `..` and the descriptor of the directory.
        return max(0, count - 3)
    }

    private static var descriptorLimitCount: UInt {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return UInt(limit.rlim_cur)
    }
}

extension PrometheusRegistry {
    /// Registers the running version.
    func observeBuild() {
        observe(HTTPMetricName.information, .gauge, [(HTTPMetricName.version, AttacheVersion.text)]) { 1 }
    }

    /// Registers the metrics of the service that are read at each scrape; `certificate` is `nil` without TLS.
    func observe(
        _ queue: AdmissionController,
        _ readiness: Readiness,
        _ log: ServiceLog,
        _ certificate: ReloadableCertificate?
    ) {
        if let certificate {
            observe(HTTPMetricName.certificateExpiry, .gauge) { Double(certificate.expiry) }
        }
        observe(HTTPMetricName.queueWaiting, .gauge) { Double(queue.load.waiting) }
        observe(HTTPMetricName.queueWorking, .gauge) { Double(queue.load.working) }
        observe(HTTPMetricName.queuePlaces, .gauge) { Double(queue.permitCount) }
        // Weakly: readiness checks an Attache, which counts in this registry.
        observe(HTTPMetricName.accepting, .gauge) { [weak readiness] in readiness?.isDraining == false ? 1 : 0 }
        observe(HTTPMetricName.droppedLines, .counter) { Double(log.droppedLineCount) }
        ProcessMetrics.observe(in: self)
    }
}
