#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    /// The answers to an image request, in their order.
    final class ImageAnswers: Sendable {
        struct Answer: Sendable, Equatable {
            var size: [Int]?
            var isDegraded: Bool?
            var isInCloud = false
            var isCancelled = false
            var error: PHPhotosError.Code?
            var isOnMain = false
        }

        private let coming: AsyncStream<Answer>
        private let going: AsyncStream<Answer>.Continuation
        private let seen = Locked<[Answer]>([])

        init() {
            (coming, going) = AsyncStream.makeStream()
        }

        /// Those so far.
        var all: [Answer] { seen.withLock { $0 } }

        /// Waits for so many answers from now on.
        func next(_ count: Int = 1) async -> [Answer] {
            var answers: [Answer] = []
            for await answer in coming {
                answers.append(answer)
                if answers.count == count { break }
            }
            return answers
        }

        var handler: @Sendable (UIImage?, [AnyHashable: Any]?) -> Void {
            { [self] image, info in
                var answer = Answer()
                if let picture = image?.cgImage { answer.size = [picture.width, picture.height] }
                answer.isDegraded = info?[PHImageResultIsDegradedKey] as? Bool
                answer.isInCloud = info?[PHImageResultIsInCloudKey] as? Bool ?? false
                answer.isCancelled = info?[PHImageCancelledKey] as? Bool ?? false
                answer.error = (info?[PHImageErrorKey] as? PHPhotosError)?.code
                answer.isOnMain = PhotosWorld.isOnMain
                seen.withLock { $0.append(answer) }
                going.yield(answer)
            }
        }
    }

    /// Counts the changes that it is told of.
    final class ChangeCounter: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver {
        let changes: AsyncStream<Void>
        private let changed: AsyncStream<Void>.Continuation
        let losses: AsyncStream<Void>
        private let lost: AsyncStream<Void>.Continuation

        override init() {
            (changes, changed) = AsyncStream.makeStream()
            (losses, lost) = AsyncStream.makeStream()
        }

        func photoLibraryDidChange(_ changeInstance: PHChange) {
            changed.yield()
        }

        func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
            lost.yield()
        }
    }

    extension PHFetchResult where ObjectType: PHObject {
        /// The identifiers, in order.
        var names: [String] { (0..<count).map { object(at: $0).localIdentifier } }
    }

    extension PHFetchOptions {
        convenience init(_ change: (PHFetchOptions) -> Void) {
            self.init()
            change(self)
        }

        /// A predicate of a format.
        convenience init(format: String, _ arguments: Any...) {
            self.init { $0.predicate = NSPredicate(format: format, argumentArray: arguments) }
        }

        /// An order of a key.
        convenience init(by key: String, ascending: Bool = true) {
            self.init { $0.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)] }
        }
    }

    extension PhotosWorld {
        /// Assets with these names, each with a date of its own, and changes to each.
        func seed(_ names: String..., change: (Int, inout AssetRecord) -> Void = { _, _ in }) {
            seed { library in
                for (number, name) in names.enumerated() {
                    var record = AssetRecord(name)
                    record.creationDate = Date(timeIntervalSinceReferenceDate: Double(number) * 1_000)
                    change(number, &record)
                    library.add(record)
                }
            }
        }

        /// An album of these assets.
        func seedAlbum(_ name: String, _ assets: [String]) {
            var album = CollectionRecord(name, title: name)
            album.assets = assets
            seed { $0.add(album) }
        }

        func album(_ name: String) throws -> PHAssetCollection {
            try #require(
                PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [name], options: nil).firstObject)
        }

        func asset(_ name: String) throws -> PHAsset {
            let options = PHFetchOptions { ($0.includeHiddenAssets, $0.includeAllBurstAssets) = (true, true) }
            return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [name], options: options).firstObject)
        }

        /// The number of smart albums that a fetch finds.
        var smartAlbumCount: Int {
            PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil).count
        }

        /// The identifiers of an album's assets.
        func members(of album: String) throws -> [String] {
            PHAsset.fetchAssets(in: try self.album(album), options: nil).names
        }
    }

    /// The code of the error that a body throws.
    func code(of body: () throws -> Void) -> PHPhotosError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PHPhotosError)?.code
        }
    }
#endif
