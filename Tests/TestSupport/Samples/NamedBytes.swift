import Testing

/// Bytes that are an argument of a test, which prints their name instead of each of them.
package struct NamedBytes: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let bytes: [UInt8]

    package init(_ name: String, _ bytes: [UInt8]) {
        testDescription = name
        self.bytes = bytes
    }
}
