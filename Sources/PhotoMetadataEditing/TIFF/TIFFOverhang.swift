import PhotoMetadata

/// A claim that extends behind a structure's end: of a file that was cut short, or a thumbnail with a wrong length.
///
/// Bytes that are appended there would become part of it: decoders would take them for a picture, and the next edit
/// would find bytes with two owners.
struct TIFFOverhang {
    /// Where the claim begins.
    let position: Int
    /// The length that the structure may have without a change to the claim.
    let reach: Int
    /// Where the claim says that it ends; `Int.max` if that is unknown.
    let end: Int
    /// Where another owner's bytes begin within an open claim.
    var next: Int?
}

extension [TIFFOverhang] {
    /// The most bytes that are filled with zeros before anything is appended.
    private static var longestFill: Int { 64 << 10 }
    /// The bytes by which positions may differ because they are even.
    private static var padding: Int { 2 }

    /// The position up to which zeros must precede appended bytes, so that these become part of no claim.
    ///
    /// Claims that the appended bytes do not reach need no zeros: a thumbnail may claim more than its segment holds.
    ///
    /// - Parameters:
    ///   - count: the number of appended bytes.
    ///   - start: the structure's length without them.
    /// - Throws: `.damaged` if these are too many, or the zeros would be in a claim that has other owners' bytes in it.
    /// - Complexity: O(*n* log *n*).
    func fill(appending count: Int, at start: Int) throws(MetadataEditError) -> Int {
        var end = start
        guard count > 0 else { return end }
        let most = start + count + Self.longestFill + Self.padding
        for overhang in filter({ $0.reach < most }).sorted(by: { $0.reach < $1.reach }) {
            guard end + count + Self.padding > overhang.reach else { break }
            guard overhang.end > end else { continue }
            let isOwn = overhang.next.map { $0 >= start } ?? true
            guard isOwn, overhang.end - start <= Self.longestFill else { throw .damaged(.exif, at: overhang.position) }
            end = overhang.end
        }
        return end
    }
}
