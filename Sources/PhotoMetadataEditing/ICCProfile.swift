import PhotoMetadata

/// A color profile (ICC.1, 7.2): it begins with its own length, and has `acsp` in its head.
enum ICCProfile {
    /// How many of its first bytes are needed to find its length.
    static let headLength = 40

    /// The length that a profile says to have, regardless of the bytes behind it; nil if the bytes are no profile.
    static func length(of bytes: some RandomAccessCollection<UInt8>) -> Int? {
        let head = Array(bytes.prefix(headLength))
        return head.matches("acsp", at: 36) ? head.uint32(at: 0) : nil
    }
}
