/// One series of a metric: what has the same name and the same labels.
protocol PrometheusSeries: AnyObject, Sendable {
    /// Writes the series' samples.
    ///
    /// - Parameters:
    ///   - name: The metric's name.
    ///   - labels: The series' labels.
    ///   - writer: Takes the lines.
    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter)
}
