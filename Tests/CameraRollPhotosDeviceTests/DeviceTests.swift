#if !PhotosDouble && canImport(Photos)
import CameraRoll
import CameraRollTesting
import Foundation
import Photos
import CameraRollPhotos
import Testing

/// What only a real library can answer; run on a simulator or a device whose user has allowed access to all photos.
///
/// Nothing is edited. Each answer is printed as a line of a table: `| question | answer |`.
@Suite(.serialized, .enabled(if: DeviceTests.isAllowed, "The user has not allowed access to all photos."))
struct DeviceTests {
    static var isAllowed: Bool { PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized }

    @Test(arguments: ConformanceCheck.reading + ConformanceCheck.paging + ConformanceCheck.images)
    func `The library of this device keeps a library's promises`(check: ConformanceCheck) async throws {
        let outcome = try await check.run(LibrarySubject { .photos })
        if case .notApplicable(let reason) = outcome { print("not applicable: \(check): \(reason)") }
    }

    /// An unsupported key is an exception, which ends the process: the last line printed names it.
    @Test(arguments: AssetSort.Key.allCases.filter { ![.identifier, .addedDate].contains($0) }, [true, false])
    func `Photos sorts by each key`(key: AssetSort.Key, isAscending: Bool) async throws {
        print("sorting by \(key.rawValue), \(isAscending ? "ascending" : "descending")")
        let photos = MediaManager(.photos).photos
        let query = AssetQuery.all.sorted(by: AssetSort(key, ascending: isAscending))
        let snapshot = try await photos.snapshot(of: query)
        let assets = try await photos.assets(in: 0..<min(snapshot.count, 2_000), of: snapshot)
        // Assets that tie may have any order.
        let isSorted = zip(assets, assets.dropFirst()).allSatisfy { first, second in
            let values = [first, second].map { SortPosition(of: $0, in: query.order).values }
            return values[0] == values[1] || query.areInOrder(first, second)
        }
        let answer = isSorted ? "as documented" : "DIFFERENT"
        print("| order by \(key.rawValue), \(isAscending ? "up" : "down") | \(answer) |")
        #expect(isSorted)
    }

    /// The last pages have the assets without a date, which are sought by the predicate `creationDate == nil`.
    @Test(arguments: [true, false])
    func `Photos finds pages by date, and assets without a date at their end`(isAscending: Bool) async throws {
        let photos = MediaManager(.photos).photos
        let query = AssetQuery.all.sorted(by: isAscending ? .oldestFirst : .newestFirst)
        let snapshot = try await photos.snapshot(of: query)
        // From 2,000 assets before the end, so that a large library takes no longer than a small one.
        let start = max(snapshot.count - 2_000, 0)
        guard let first = try await photos.assets(in: start..<min(start + 1, snapshot.count), of: snapshot).first else {
            return
        }
        var (read, cursor) = (0, snapshot.cursor(after: first))
        while let place = cursor {
            let page = try await photos.page(after: place, size: 500)
            read += page.assets.count
            cursor = page.hasNextPage ? page.endCursor : nil
        }
        let expected = snapshot.count - start - 1
        print("| assets of the last pages by date, \(isAscending ? "up" : "down"), of \(expected) | \(read) |")
        // Assets that tie with the first one may come before or after it.
        #expect(abs(read - expected) < 100)
    }

    /// By its declaration, a fetch finds collections of one type, which it infers from the identifiers.
    @Test func `A fetch of albums of several types`() {
        let kinds = [PHAssetCollectionType.album, .smartAlbum]
        let found = kinds.compactMap {
            PHAssetCollection.fetchAssetCollections(with: $0, subtype: .any, options: nil).firstObject
        }
        let names = found.map(\.localIdentifier)
        let both = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: names, options: nil).count
        print("| albums found of \(names.count) types in one fetch | \(both) |")
        #expect(both >= min(names.count, 1))
    }

    /// If one of them takes far longer than the others, it is read for each asset by itself.
    @Test func `The values of an asset take so long`() {
        let found = PHAsset.fetchAssets(with: nil)
        let assets = found.objects(at: IndexSet(integersIn: 0..<min(found.count, 500)))
        func time(_ name: String, _ read: (PHAsset) -> Void) {
            let start = ContinuousClock().now
            for asset in assets { read(asset) }
            print("| \(name) of \(assets.count) assets | \(ContinuousClock().now - start) |")
        }
        time("duration") { _ = $0.duration }
        time("hasAdjustments") { _ = $0.hasAdjustments }
        time("playbackStyle") { _ = $0.playbackStyle }
        if #available(iOS 26, macOS 26, tvOS 26, visionOS 26, *) {
            time("addedDate") { _ = $0.addedDate }
            time("contentType") { _ = $0.contentType }
        }
        time("permission, asked as often as there are") { _ in _ = Self.isAllowed }
    }

    @Test func `Fetches, pages and images take so long`() async throws {
        let manager = MediaManager(.photos)
        let images = try CachingImageManager(of: manager)
        let clock = ContinuousClock()
        var start = clock.now
        let snapshot = try await manager.photos.snapshot()
        print("| assets | \(snapshot.count) |")
        print("| fetch of all, the first | \(clock.now - start) |")
        start = clock.now
        let page = try await manager.photos.assets(in: 0..<min(snapshot.count, 100), of: snapshot)
        print("| page of \(page.count) | \(clock.now - start) |")
        start = clock.now
        for asset in page.prefix(20) where asset.mediaType == .image {
            let request = AssetImageRequest(for: asset, size: .pixels(300, 300), deliveryMode: .highQuality)
            _ = try? await images.image(for: request)
        }
        print("| 20 images of 300 pixels, one after the other | \(clock.now - start) |")
        start = clock.now
        if let asset = page.first { _ = try? await images.resources(of: asset) }
        print("| list of the originals of an asset | \(clock.now - start) |")
    }

    @Test func `The longest wait of the main thread while four readers read`() async throws {
        let manager = MediaManager(.photos)
        let snapshot = try await manager.photos.snapshot()
        let readers = (0..<4).map { number in
            Task.detached {
                for start in stride(from: number * 100, to: snapshot.count, by: 400) {
                    let range = start..<min(start + 100, snapshot.count)
                    _ = try await manager.photos.assets(in: range, of: snapshot)
                }
            }
        }
        let longest = await Self.longestWait(of: 2_000)
        for reader in readers { try await reader.value }
        print("| longest wait of the main thread, 4 readers | \(longest) |")
        #expect(longest < .milliseconds(100))
    }

    /// Runs outside of the main actor, and waits for it in each turn.
    @concurrent private static func longestWait(of turns: Int) async -> Duration {
        let clock = ContinuousClock()
        var longest = Duration.zero
        for _ in 0..<turns {
            let start = clock.now
            await MainActor.run {}
            longest = max(longest, clock.now - start)
        }
        return longest
    }

    @Test func `The thread of the result handler is the main one`() async throws {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        guard let asset = PHAsset.fetchAssets(with: .image, options: nil).firstObject else { return }
        let isMain = await withCheckedContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFit, options: options,
                resultHandler: { @Sendable _, _ in continuation.resume(returning: Thread.isMainThread) })
        }
        print("| result handler on the main thread | \(isMain) |")
    }

    /// The last test, since an exception ends the process: then "sorting by localIdentifier" is the last line.
    ///
    /// If both answers are "as documented", `sortsByIdentifier` can be true in `PhotoLibrarySource.photos`.
    @Test(arguments: [true, false])
    func `Photos sorts ties by localIdentifier`(isAscending: Bool) {
        print("sorting by localIdentifier, \(isAscending ? "ascending" : "descending")")
        let options = PHFetchOptions()
        options.sortDescriptors = ["isFavorite", "localIdentifier"].map {
            NSSortDescriptor(key: $0, ascending: isAscending)
        }
        let found = PHAsset.fetchAssets(with: options)
        let ties = (0..<min(found.count, 2_000)).map { found.object(at: $0) }
            .filter { $0.isFavorite == found.firstObject?.isFavorite }.map(\.localIdentifier)
        let isSorted = zip(ties, ties.dropFirst()).allSatisfy { first, second in
            let (first, second) = isAscending ? (first, second) : (second, first)
            return first.utf8.lexicographicallyPrecedes(second.utf8)
        }
        let answer = isSorted ? "as documented" : "DIFFERENT"
        print("| ties by localIdentifier, \(isAscending ? "up" : "down") | \(answer) |")
        #expect(isSorted)
    }

    /// As the test before: if "sorting by addedDate" is the last line, Photos does not sort by it.
    @Test(arguments: [true, false])
    func `Photos sorts by addedDate`(isAscending: Bool) {
        guard #available(iOS 26, macOS 26, tvOS 26, visionOS 26, *) else { return }
        print("sorting by addedDate, \(isAscending ? "ascending" : "descending")")
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "addedDate", ascending: isAscending)]
        let found = PHAsset.fetchAssets(with: options)
        let dates = (0..<min(found.count, 2_000)).compactMap { found.object(at: $0).addedDate }
        let isSorted = zip(dates, dates.dropFirst()).allSatisfy { isAscending ? $0 <= $1 : $0 >= $1 }
        print("| order by addedDate, \(isAscending ? "up" : "down") | \(isSorted ? "as hoped" : "DIFFERENT") |")
        #expect(isSorted)
    }
}
#endif
