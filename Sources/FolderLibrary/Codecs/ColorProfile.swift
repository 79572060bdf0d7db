#if FolderLibrary || canImport(Darwin)

/// Checks an ICC profile before it is kept with pixels.
enum ColorProfile {
    private static let headLength = 128
    /// The position of a profile's signature.
    private static let signature = 36..<40
    /// The position of a profile's color space.
    private static let space = 16..<20
    /// Larger than any profile of a camera or a screen; CMYK tables can be larger.
    static let longest = 4 << 20

    /// The profile if it is for red, green and blue: others do not fit the codecs' pixels.
    static func usable(_ profile: [UInt8]?) -> [UInt8]? {
        guard let profile, profile.count >= headLength, profile.count <= longest,
            profile[signature].elementsEqual("acsp".utf8), profile[space].elementsEqual("RGB ".utf8)
        else { return nil }
        return profile
    }
}
#endif
