import AttachePrometheus

extension PrometheusRegistry {
    /// Shows what is known of the service when somebody asks.
    ///
    /// - Parameters:
    ///   - queue: Who waits, and who works.
    ///   - readiness: Whether new work is wanted.
    ///   - log: What drops lines.
    func observe(_ queue: AdmissionController, _ readiness: Readiness, _ log: ServiceLog) {
        observe(HTTPMetricName.queueWaiting, .gauge) { Double(queue.load.waiting) }
        observe(HTTPMetricName.queueWorking, .gauge) { Double(queue.load.working) }
        observe(HTTPMetricName.queuePlaces, .gauge) { Double(queue.permitCount) }
        observe(HTTPMetricName.accepting, .gauge) { readiness.isDraining ? 0 : 1 }
        observe(HTTPMetricName.droppedLines, .counter) { Double(log.droppedLineCount) }
        ProcessMetrics.observe(in: self)
    }
}
