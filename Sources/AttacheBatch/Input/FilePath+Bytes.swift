import MediaStore
import SystemPackage

extension FilePath {
    /// A path from bytes; `nil` when they hold a zero.
    init?(bytes: [UInt8]) {
        guard !bytes.contains(0) else { return nil }
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        self = unsafe text.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe FilePath(platformString: $0) } ?? FilePath()
        }
    }

    /// The path as the bytes that the system knows it by.
    var bytes: [UInt8] {
        unsafe withPlatformString { text in unsafe Array(UnsafeBufferPointer(start: text, count: length)) }
            .map { UInt8(bitPattern: $0) }
    }

    /// The path as text that no other path has: what is no UTF-8 is told in hexadecimal.
    var distinctText: String {
        String(validating: self) ?? "hex:" + HexText.of(bytes)
    }
}

extension FilePath.Component {
    /// The name as the bytes that the system knows it by.
    var bytes: [UInt8] { FilePath(root: nil, [self]).bytes }

    /// A name from bytes; `nil` when they are empty or hold a slash or a zero.
    init?(bytes: [UInt8]) {
        guard !bytes.contains(0) else { return nil }
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        guard
            let component = unsafe text.withUnsafeBufferPointer({ buffer -> FilePath.Component? in
                guard let start = buffer.baseAddress else { return nil }
                return unsafe FilePath.Component(platformString: start)
            })
        else { return nil }
        self = component
    }
}
