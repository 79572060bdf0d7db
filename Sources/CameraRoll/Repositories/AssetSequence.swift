/// The assets of a snapshot, one by one, read in pages.
///
/// Made by `PhotoRepository.assets(of:)`. Within a page `next` neither suspends nor leaves the caller's thread, unless
/// access is limited and the library has changed: then the rest of the page is read again. It fails with
/// `.snapshotWithdrawn` if the user has deselected a part of it.
public struct AssetSequence: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = MediaAsset
    /// What it fails with.
    public typealias Failure = LibraryError

    let pages: AssetPages

    /// Starts reading from the first asset.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Gives the assets of one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: AssetPages.Iterator
        private var assets: [MediaAsset] = []
        private var position = 0
        /// Where the first of them stands in the snapshot.
        private var offset = 0

        init(pages: AssetPages.Iterator) {
            self.pages = pages
        }

        /// The next asset; nil behind the last one and after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> MediaAsset? {
            while position == assets.count {
                guard let page = try await pages.next(isolation: actor) else { return nil }
                (assets, position, offset) = (page.assets, 0, page.offset ?? 0)
            }
            do throws(LibraryError) {
                if let rest = try await pages.again(offset + position..<offset + assets.count) {
                    (assets, position, offset) = (rest, 0, offset + position)
                }
            } catch {
                (assets, position) = ([], 0)
                pages.finish()
                throw error
            }
            defer { position += 1 }
            return assets[position]
        }
    }
}

@available(*, unavailable)
extension AssetSequence.Iterator: Sendable {}
