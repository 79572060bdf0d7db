#if FolderLibrary && os(Linux)

/// Bytes that look like an ICC profile from outside.
enum SampleProfile {
    static func rgb(count: Int = 200) -> [UInt8] {
        profile(count: count, space: "RGB ")
    }

    static func profile(count: Int, space: String) -> [UInt8] {
        var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        bytes.replaceSubrange(16..<20, with: Array(space.utf8))
        bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return bytes
    }

    /// One of the JPEG segments that hold a profile.
    static func segment(_ part: [UInt8], _ number: UInt8, of count: UInt8) -> [UInt8] {
        let content = Array("ICC_PROFILE\0".utf8) + [number, count] + part
        return [0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }
}

extension [UInt8] {
    func inserting(_ bytes: [UInt8], at index: Int) -> [UInt8] {
        Array(self[..<index]) + bytes + Array(self[index...])
    }
}
#endif
