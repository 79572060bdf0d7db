/// Finds a library's assets by text and place; obtained and used on the library executor.
///
/// A search is made of slices, each of which looks at some of the assets, so that no other read waits for a whole
/// search (*Bounded Wait*). Nothing is kept between two slices: what changes in between is found or not.
public protocol AssetSearcher: AnyObject {
    /// Looks at the next assets.
    ///
    /// - Parameters:
    ///   - search: what is searched for: a text with a word, an area, or both.
    ///   - place: where the previous slice ended; nil for the first one.
    ///   - items: about how many assets to look at, at least 1.
    /// - Returns: the assets that were found, including hidden ones and members of bursts, and where the next slice
    ///   begins; nil after the last one.
    func find(
        _ search: AssetSearch, from place: Int64?, items: Int
    ) throws(LibraryError) -> (found: [AssetID], next: Int64?)
}
