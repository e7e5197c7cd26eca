import AttacheCore

extension URLRow {
    /// Hostile addresses: cases 30 to 55.
    static let addresses: [URLRow] =
        denied(30, ["127.0.0.1", "127.255.255.254"])
        + denied(31, ["127.1", "127.0.1"])
        + denied(32, ["2130706433"])
        + denied(33, ["0x7f000001", "0x7f.1", "0X7F.0.0.1"])
        + denied(34, ["0177.0.0.1", "017700000001"])
        + denied(35, ["0", "00", "0x0", "0.1.2.3"])
        + malformed(36, ["127..1", "127.0.0.1.", ".127.0.0.1", "0x7f..1", "127.0.0.1%lo", "0x", "1.2.3.08"])
        + malformed(37, ["256.1.1.1", "4294967296"])
        + allowed(37, ["1.2.3.4.5"])
        + [
            URLRow(38, "https://134744072/a.png", allowedAs: "https://8.8.8.8/a.png"),
            URLRow(38, "https://0x08080808/a.png", allowedAs: "https://8.8.8.8/a.png"),
        ]
        + denied(39, ["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"])
        + allowed(39, ["9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0"])
        + denied(40, ["169.254.169.254", "169.254.170.2", "2852039166"])
        + denied(41, ["100.64.0.0", "100.127.255.255", "100.100.100.200"])
        + allowed(41, ["100.63.255.255", "100.128.0.0"])
        + denied(42, ["192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "192.88.99.1"])
        + denied(43, ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"])
        + denied(44, ["168.63.129.16"])
        + allowed(44, ["168.63.129.15", "168.63.129.17"])
        + denied(45, ["[::]", "[::1]", "[0:0:0:0:0:0:0:1]"])
        + denied(46, ["[::ffff:127.0.0.1]", "[::ffff:7f00:1]"])
        + allowed(46, ["[::ffff:8.8.8.8]"])
        + denied(47, ["[::127.0.0.1]", "[::ffff:0:127.0.0.1]"])
        + denied(48, ["[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::a9fe:a9fe]"])
        + denied(49, ["[2002:7f00:1::]", "[2002:a9fe:a9fe::]"])
        + denied(50, ["[2001:0:a00:1::f5ff:fffe]", "[2001:0:4136:e378:8000:63bf:f5ff:fffe]"])
        + denied(51, ["[2606:4700::5efe:10.0.0.1]", "[2606:4700::200:5efe:192.168.0.1]"])
        + malformed(52, ["[fe80::1%eth0]", "[fe80::1%25lo]", "[2606:4700::1%lo]"])
        + denied(53, ["[fd00:ec2::254]", "[fc00::1]", "[fec0::1]", "[ff02::1]"])
        + denied(54, ["[2001:db8::1]", "[3fff::1]", "[100::1]", "[5f00::1]", "[2001:20::1]"])
        + denied(55, ["[1::1]", "[400::1]", "[3ffe::1]"])

    private static func denied(_ number: Int, _ hosts: [String]) -> [URLRow] {
        hosts.map { URLRow(number, "https://\($0)/a.png", .egressAddressDenied) }
    }

    private static func malformed(_ number: Int, _ hosts: [String]) -> [URLRow] {
        hosts.map { URLRow(number, "https://\($0)/a.png", .urlInvalid) }
    }

    private static func allowed(_ number: Int, _ hosts: [String]) -> [URLRow] {
        hosts.map { URLRow(number, "https://\($0)/a.png") }
    }
}
