package import NotificationPicture

/// Draws requests; used by one thread.
package enum PictureDrawer {
    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - request: What to draw.
    ///   - pixels: The pixels of each notification whose media file has them, in the order of the notifications.
    /// - Returns: The file, or the raw pixels, and its measures; no bytes for a picture that is too large, and `nil` when
    ///   memory is short.
    package static func draw(_ request: PictureRequest, pixels: [PicturePixels?]) -> (
        bytes: [UInt8], report: PictureReport
    )? {
        guard !request.notifications.isEmpty else { return nil }
        var images: [ImageSurface] = []
        var places: [Int?] = []
        var next = pixels.makeIterator()
        for notification in request.notifications {
            guard notification.medium?.form == .pixels, let pixels = next.next() ?? nil,
                let image = ImageSurface(pixels)
            else {
                places.append(nil)
                continue
            }
            places.append(images.count)
            images.append(image)
        }
        let scene = SheetLayout(request: request, images: places).scene
        let scale = min(4, max(0.25, request.scale ?? request.device.scale))
        var report = PictureReport()
        let (columns, rows) = ((scene.width * scale).rounded(.up), (scene.height * scale).rounded(.up))
        if request.format != .svg, columns * rows > Double(PictureProtocol.areaLimit) {
            (report.width, report.height) = (Int(columns), Int(rows))
            return ([], report)
        }
        let canvas = Canvas(width: scene.width, height: scene.height, scale: scale, format: request.format)
        guard let canvas else { return nil }
        SceneDrawing(canvas: canvas, images: images).draw(scene)
        guard let picture = canvas.finish() else { return nil }
        (report.width, report.height) = (picture.width, picture.height)
        report.texts = scene.texts
        return (picture.bytes, report)
    }
}
