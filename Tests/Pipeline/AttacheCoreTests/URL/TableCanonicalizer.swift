import AttacheCore

/// Maps the names of a table and rejects every other, so that parsing is tested without a Unicode library.
struct TableCanonicalizer: HostCanonicalizing {
    var labels: [String: String] = [
        "bücher.example": "xn--bcher-kva.example",
        "xn--bcher-kva.example": "xn--bcher-kva.example",
        "аpple.example": "xn--pple-43d.example",
        "xn--pple-43d.example": "xn--pple-43d.example",
        "ⓛocalhost": "localhost",
        "１２７.０.０.１": "127.0.0.1",
        "127。0．0｡1": "127.0.0.1",
        "exampleａ.com.": "examplea.com.",
        "a℀b.example": "aa/cb.example",
        "％31.example": "%31.example",
    ]

    func aLabel(of name: String) -> String? { labels[name] }
}
