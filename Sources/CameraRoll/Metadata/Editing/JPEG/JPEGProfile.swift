/// A JPEG file's colour profile, which goes over several segments where it is long: without what stands around it.
struct JPEGProfile {
    private static let headLength = 14
    private var left = 0
    private var segments = 0

    /// What stays of the next segment that says it is a part of the profile; nil where it is none.
    ///
    /// The first one begins with the profile's length and has `acsp` in its head (ICC.1, 7.2).
    mutating func next(_ payload: [UInt8]) -> [UInt8]? {
        segments += 1
        if segments == 1, payload.matches("acsp", at: Self.headLength + 36) {
            left = payload.uint32(at: Self.headLength) ?? 0
        }
        let count = min(left, payload.count - Self.headLength)
        guard count > 0 else { return nil }
        left -= count
        return Array(payload.prefix(Self.headLength + count))
    }
}
