import ExtensionNetworking

private func useNetworkOfDevice() throws {
    var network = ExtensionNetwork()
    network.infoPlist = "NotificationService/Info.plist"
    network.network = "lte"
    network.allowedAddresses = ["127.0.0.1/32"]
    network.allowedPorts = ["8137"]
    try ExtensionNetwork.use(network)
}
