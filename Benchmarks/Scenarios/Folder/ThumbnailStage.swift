#if FolderLibrary && os(Linux)
    import CameraRollCTurboJPEG
    import CameraRoll
    import FolderLibrary
    import Foundation
    import CameraRollCodecs

    /// Pictures in a folder, prepared for all variants.
    struct ThumbnailStage: Sendable {
        let threads = CachingImageManager.Limits.suggestedDecodes
        private let photos: ThumbnailPhotos
        private let manager: MediaManager
        private let assets: [MediaAsset]

        init(_ photos: ThumbnailPhotos) async throws {
            self.photos = photos
            var configuration = FolderConfiguration()
            configuration.followsFolder = false
            configuration.thumbnailCacheByteLimit = 0
            let folder = PhotoFolder(at: URL(filePath: photos.folder), configuration: configuration)
            try await folder.index().waitUntilFinished()
            manager = MediaManager(.folder(folder))
            let snapshot = try await manager.photos.snapshot(of: .all)
            assets = try await manager.photos.assets(in: 0..<snapshot.count, of: snapshot)
        }

        /// Measures all variants alternately, and the quality of the images.
        func measure(side: Int, rounds: Int) async throws -> ThumbnailFigures {
            var figures = ThumbnailFigures(side: side, count: photos.paths.count)
            for _ in 0..<rounds {
                let bare = try await timed { try await decodeBare(side) }
                let own = try await timed { try await request(side, of: manager) }
                let keeper = try await emptyKeeper()
                let made = try await timed { try await request(side, of: keeper) }
                let kept = try await timed { try await request(side, of: keeper) }
                figures.add(bare: bare, own: own, made: made, kept: kept)
            }
            for _ in 0..<rounds where VipsThumbnails.isInstalled {
                figures.vips.append(try await timed { try await VipsThumbnails(photos.paths, threads).make(side) })
            }
            return figures
        }

        /// A manager with an empty store of thumbnails.
        private func emptyKeeper() async throws -> MediaManager {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(
                    atPath: photos.folder + "/.cameraroll/thumbnails.sqlite" + suffix)
            }
            var configuration = FolderConfiguration()
            configuration.followsFolder = false
            let folder = PhotoFolder(at: URL(filePath: photos.folder), configuration: configuration)
            let manager = MediaManager(.folder(folder))
            _ = try await manager.photos.snapshot(of: .all)
            return manager
        }

        /// Requests all images at once from a new manager with an empty memory cache.
        private func request(_ side: Int, of manager: MediaManager) async throws {
            let images = try CachingImageManager(of: manager)
            try await withThrowingTaskGroup { group in
                for asset in assets {
                    let request = AssetImageRequest(
                        for: asset, size: .pixels(side, side), deliveryMode: .highQuality)
                    group.addTask { blackHole(try await images.image(for: request)) }
                }
                try await group.waitForAll()
            }
            images.close()
        }

        /// Reads, decodes and resamples all pictures, on as many threads as the manager uses to decode.
        private func decodeBare(_ side: Int) async throws {
            try await withThrowingTaskGroup { group in
                for thread in 0..<threads {
                    let paths = photos.paths.enumerated().filter { $0.offset % threads == thread }.map(\.element)
                    group.addTask {
                        try await onThread { for path in paths { blackHole(try BareThumbnail(of: path, side).pixels) } }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Makes thumbnails with TurboJPEG and the resampler alone.
    struct BareThumbnail {
        let pixels: [UInt8]

        init(of path: String, _ side: Int) throws {
            let bytes = try Self.read(path)
            let handle = tjInitDecompress()
            defer { tjDestroy(handle) }
            var (width, height, sampling, space): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
            tjDecompressHeader3(handle, bytes, CUnsignedLong(bytes.count), &width, &height, &sampling, &space)
            let factor = Double(side) / Double(max(width, height))
            let target = PixelSize(
                width: Int((Double(width) * factor).rounded()), height: Int((Double(height) * factor).rounded()))
            let whole = PixelSize(width: Int(width), height: Int(height))
            let size = JPEGScale(of: whole, for: target).size(of: whole)
            let decoded = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { buffer, count in
                tjDecompress2(
                    handle, bytes, CUnsignedLong(bytes.count), buffer.baseAddress, CInt(size.width), 0,
                    CInt(size.height), CInt(TJPF_RGBA.rawValue), 0)
                count = buffer.count
            }
            pixels = LanczosResampler(size, to: target).resampled(decoded)
        }

        private static func read(_ path: String) throws -> [UInt8] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw UsageError(description: "'\(path)' cannot be opened.") }
            defer { close(descriptor) }
            var status = stat()
            fstat(descriptor, &status)
            return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
                count = max(Foundation.read(descriptor, buffer.baseAddress, buffer.count), 0)
            }
        }
    }
#endif
