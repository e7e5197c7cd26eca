import CenterProgram

/// The executable `attache-play`: the work of the commands of `attache` for which an iPhone's centre and calendar are needed.
@main
enum AttachePlay {
    static func main() { DeviceMain.run() }
}
