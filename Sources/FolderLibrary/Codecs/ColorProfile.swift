#if FolderLibrary || canImport(Darwin)

/// What is asked of an ICC profile before it is kept with pixels.
enum ColorProfile {
    private static let headLength = 128
    /// Where a profile has its signature.
    private static let signature = 36..<40
    /// Where a profile says which kind of colors it is for.
    private static let space = 16..<20
    /// More than any profile of a camera or a screen; CMYK tables can be larger.
    static let longest = 4 << 20

    /// The profile, where it is one for red, green and blue: the others do not fit what codecs give.
    static func usable(_ profile: [UInt8]?) -> [UInt8]? {
        guard let profile, profile.count >= headLength, profile.count <= longest,
            profile[signature].elementsEqual("acsp".utf8), profile[space].elementsEqual("RGB ".utf8)
        else { return nil }
        return profile
    }
}
#endif
