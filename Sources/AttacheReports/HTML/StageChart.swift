import AttacheCore

/// A bar for each timed stage, as inline SVG.
enum StageChart {
    static func figure(_ summary: RunSummary) -> String {
        let stages = summary.stages.filter { $0.durations.count > 0 }
        guard !stages.isEmpty else {
            return
                "<figure>\n<h2>Time per stage</h2>\n<p class=\"soft\">No origin was asked in this run.</p>\n</figure>\n"
        }
        let longest = stages.map { $0.durations.percentile95.milliseconds }.max() ?? 0
        let scale = longest > 0 ? longest : 1
        var chart = BarChart(identifier: "stages", title: "Time per stage", rowCount: stages.count)
        for stage in stages {
            let times = stage.durations
            let bars = [
                BarChart.Bar(style: "most", share: times.percentile95.milliseconds / scale),
                BarChart.Bar(style: "half", share: times.median.milliseconds / scale),
            ]
            let words = "\(DurationText.text(times.median)) · \(DurationText.text(times.percentile95))"
            chart.add(stage.stage.title, words, bars: bars)
        }
        return chart.figure(
            caption: "Full colour and first number: the median. Faint and second: 95 of 100 took no longer."
        )
    }
}
