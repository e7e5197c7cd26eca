/// Where results go; stands in for the reader's own types.
protocol OutputFile {
    func write(_ line: [UInt8]) throws
}
