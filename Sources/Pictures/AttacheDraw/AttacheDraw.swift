import NotificationDrawing

/// The executable `attache-draw`: draws notifications for `attache preview`.
@main
enum AttacheDraw {
    static func main() { DrawProgram.run(CommandLine.arguments) }
}
