extension AddressRegistry {
    /// Cloud services that hand credentials to whoever asks from inside; no option opens them.
    package static let metadataIPv4: [UInt32] = [
        0xA9FE_A9FE,  // 169.254.169.254, nearly every cloud
        0xA9FE_AA02,  // 169.254.170.2, Amazon ECS task credentials
        0xC000_00C0,  // 192.0.0.192, Oracle Cloud
        0x6464_64C8,  // 100.100.100.200, Alibaba Cloud
        0xA83F_8110,  // 168.63.129.16, Azure WireServer, public by its number
    ]

    /// The same in IPv6.
    package static let metadataIPv6: [IPAddress] = [
        .v6(high: 0xFD00_0EC2_0000_0000, low: 0x254)  // fd00:ec2::254, Amazon EC2
    ]
}
