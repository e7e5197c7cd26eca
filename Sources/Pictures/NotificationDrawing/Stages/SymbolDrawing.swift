/// Draws the shapes of our own in any size.
struct SymbolDrawing {
    let canvas: Canvas

    func draw(_ symbol: Symbol, _ rect: Rect, _ color: Color) {
        switch symbol {
        case .play:
            let points = [(rect.x, rect.y), (rect.x + rect.width * 0.82, rect.middleY), (rect.x, rect.bottom)]
            canvas.line(points, width: rect.width * 0.12, isClosed: true, isFilled: true, color)
        case .wave: wave(rect, color)
        case .film: film(rect, color)
        case .broken: broken(rect, color)
        case .lock: lock(rect, color)
        case .send:
            let stem = [(rect.middleX, rect.bottom), (rect.middleX, rect.y)]
            let head = [(rect.x + 2, rect.middleY - 1), (rect.middleX, rect.y), (rect.right - 2, rect.middleY - 1)]
            for points in [stem, head] { canvas.line(points, width: 2.2, color) }
        case .battery: battery(rect, color)
        case .signal:
            for bar in 0..<4 {
                let height = rect.height * (0.4 + 0.2 * Double(bar))
                let x = rect.x + Double(bar) * rect.width / 4
                canvas.fill(Rect(x, rect.bottom - height, rect.width / 4 - 1.4, height), radius: 0.8, color)
            }
        }
    }

    private func wave(_ rect: Rect, _ color: Color) {
        let heights = [0.3, 0.55, 0.9, 0.5, 0.75, 1, 0.6, 0.35, 0.8, 0.55, 0.95, 0.7, 0.4, 0.65, 0.3]
        let step = rect.width / Double(heights.count)
        for (index, height) in heights.enumerated() {
            let bar = Rect(
                rect.x + Double(index) * step,
                rect.middleY - rect.height * height / 2,
                3,
                rect.height * height
            )
            canvas.fill(bar, radius: 1.5, color)
        }
    }

    /// A picture in a frame: a hill and a sun.
    private func film(_ rect: Rect, _ color: Color) {
        let line = max(1.2, rect.width * 0.06)
        let frame = Rect(rect.x, rect.y + rect.height * 0.1, rect.width, rect.height * 0.8)
        canvas.stroke(frame, radius: rect.width * 0.14, width: line, color)
        let hill = [
            (frame.x + frame.width * 0.1, frame.bottom - frame.height * 0.18),
            (frame.x + frame.width * 0.4, frame.y + frame.height * 0.45),
            (frame.x + frame.width * 0.6, frame.bottom - frame.height * 0.3),
            (frame.x + frame.width * 0.72, frame.y + frame.height * 0.58),
            (frame.right - frame.width * 0.1, frame.bottom - frame.height * 0.18),
        ]
        canvas.line(hill, width: line, color)
        let side = rect.width * 0.14
        let sun = Rect(frame.right - frame.width * 0.34, frame.y + frame.height * 0.2, side, side)
        canvas.fill(sun, radius: side / 2, color)
    }

    private func broken(_ rect: Rect, _ color: Color) {
        film(rect, color)
        canvas.line([(rect.x, rect.bottom), (rect.right, rect.y)], width: max(1.4, rect.width * 0.07), color)
    }

    private func lock(_ rect: Rect, _ color: Color) {
        let body = Rect(rect.x + 1, rect.y + rect.height * 0.44, rect.width - 2, rect.height * 0.56)
        canvas.fill(body, radius: 2.5, color)
        let radius = rect.width * 0.28
        let top = rect.y + radius + 1
        canvas.arc(x: rect.middleX, y: top, radius: radius, from: .pi, to: 2 * .pi, width: 1.6, color)
        for x in [rect.middleX - radius, rect.middleX + radius] {
            canvas.line([(x, top), (x, body.y)], width: 1.6, color)
        }
    }

    private func battery(_ rect: Rect, _ color: Color) {
        let body = Rect(rect.x, rect.y, rect.width - 3, rect.height)
        canvas.stroke(body.inset(0.5), radius: 3.4, width: 1, color.faded(0.6))
        canvas.fill(Rect(body.x + 2, body.y + 2, (body.width - 4) * 0.8, body.height - 4), radius: 2, color)
        canvas.fill(Rect(body.right + 1, rect.middleY - 2, 1.6, 4), radius: 0.8, color.faded(0.6))
    }
}
