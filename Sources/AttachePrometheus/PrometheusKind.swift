/// What a metric is; the words of the text format.
package enum PrometheusKind: String, Sendable {
    /// Only ever grows.
    case counter
    /// Goes up and down.
    case gauge
    /// How often a value fell into each range.
    case histogram
}
