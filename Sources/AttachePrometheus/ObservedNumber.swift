/// A number that is asked for when it is read.
final class ObservedNumber: PrometheusSeries {
    private let value: @Sendable () -> Double

    /// Creates it.
    ///
    /// - Parameter value: Gives the number; it must be quick.
    init(_ value: @escaping @Sendable () -> Double) {
        self.value = value
    }

    func write(name: String, labels: PrometheusLabels, to writer: inout ExpositionWriter) {
        writer.sample(name, labels.text, value())
    }
}
