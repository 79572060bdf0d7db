#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    @Suite(.serialized) struct ImageTests {
        private static let small = CGSize(width: 40, height: 40)

        /// A world with one asset "a" of 400 by 300 pixels, its answers, and a way to ask.
        private func withAsset(
            _ change: (inout AssetRecord) -> Void = { _ in }, switches: (inout Switches) -> Void = { _ in },
            _ body: (PhotosWorld, PHAsset, ImageAnswers) async throws -> Void
        ) async rethrows {
            try await PhotosWorld.exclusively { world in
                world.seed("a") { change(&$1) }
                switches(&world.switches)
                guard let asset = try? world.asset("a") else { return }
                try await body(world, asset, ImageAnswers())
            }
        }

        private func request(
            _ asset: PHAsset, _ answers: ImageAnswers, _ size: CGSize = small, mode: PHImageContentMode = .aspectFit,
            _ change: (PHImageRequestOptions) -> Void = { _ in }
        ) -> PHImageRequestID {
            let options = PHImageRequestOptions()
            change(options)
            return PHImageManager.default().requestImage(
                for: asset, targetSize: size, contentMode: mode, options: options, resultHandler: answers.handler)
        }

        @Test func `An opportunistic request answers before it returns, and again on main`() async {
            await withAsset { world, asset, answers in
                _ = request(asset, answers)
                #expect(answers.all.first?.isDegraded == true)
                let both = await answers.next(2)
                #expect(both.map(\.isDegraded) == [true, false])
                #expect(both[1].isOnMain)
                #expect(world.imagesInFlight.isEmpty)
            }
        }

        @Test(arguments: [PHImageRequestOptionsDeliveryMode.highQualityFormat, .fastFormat])
        func `Other modes answer once`(mode: PHImageRequestOptionsDeliveryMode) async {
            await withAsset { world, asset, answers in
                _ = request(asset, answers) { $0.deliveryMode = mode }
                #expect(await answers.next().map(\.isDegraded) == [false])
                #expect(world.imagesInFlight.isEmpty)
            }
        }

        @Test func `A synchronous request answers once, on the thread that asks`() async {
            await withAsset { _, asset, answers in
                _ = request(asset, answers) { $0.isSynchronous = true }
                #expect(answers.all.map(\.isDegraded) == [false])
            }
        }

        @Test func `Images fit or fill their target, and are larger in the mode fast`() async {
            await withAsset { _, asset, answers in
                let size = CGSize(width: 40, height: 40)
                func ask(
                    _ mode: PHImageContentMode, _ resize: PHImageRequestOptionsResizeMode, _ size: CGSize,
                    crop: CGRect = .zero
                ) async -> [Int]? {
                    _ = request(asset, answers, size, mode: mode) {
                        ($0.deliveryMode, $0.resizeMode, $0.normalizedCropRect) = (.highQualityFormat, resize, crop)
                    }
                    return await answers.next()[0].size
                }
                #expect(await ask(.aspectFit, .exact, size) == [40, 30])
                #expect(await ask(.aspectFill, .exact, size) == [54, 40])
                #expect(await ask(.aspectFit, .fast, size) == [60, 45])
                #expect(await ask(.aspectFit, .exact, CGSize(width: 900, height: 900)) == [400, 300])
                #expect(await ask(.aspectFit, .fast, PHImageManagerMaximumSize) == [400, 300])
                let quarter = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
                #expect(await ask(.aspectFit, .exact, CGSize(width: 200, height: 150), crop: quarter) == [200, 150])
                // Whose resize mode is ignored, while a crop needs the exact one.
                #expect(await ask(.aspectFit, .exact, PHImageManagerMaximumSize, crop: quarter) == [400, 300])
            }
        }

        @Test func `An original in the cloud needs the network, after a degraded image`() async {
            await withAsset({ $0.isInCloud = true }) { _, asset, answers in
                _ = request(asset, answers)
                let both = await answers.next(2)
                #expect(both.map(\.isInCloud) == [false, true])
                #expect(both[1].size == nil)
                // Written by one queue before the answer that the test waits for, and read after it.
                nonisolated(unsafe) var progress: [Double] = []
                _ = request(asset, answers) {
                    ($0.deliveryMode, $0.isNetworkAccessAllowed) = (.highQualityFormat, true)
                    $0.progressHandler = { @Sendable part, _, _, _ in progress.append(part) }
                }
                #expect(await answers.next()[0].size != nil)
                #expect(progress == [0, 0.5, 1])
            }
        }

        @Test func `Progress can stop a download`() async {
            await withAsset({ $0.isInCloud = true }, switches: { $0.cancelAnswer = .call }) { world, asset, answers in
                _ = request(asset, answers) {
                    ($0.deliveryMode, $0.isNetworkAccessAllowed) = (.highQualityFormat, true)
                    $0.progressHandler = { @Sendable _, _, stop, _ in stop.pointee = true }
                }
                #expect(await answers.next().map(\.isCancelled) == [true])
                #expect(world.imagesInFlight.isEmpty)
            }
        }

        @Test func `A cancelled request is silent or says so, by the switch`() async {
            await withAsset(switches: { ($0.holdsImages, $0.deliversEarly) = (true, false) }) { world, asset, answers in
                let silent = request(asset, answers)
                PHImageManager.default().cancelImageRequest(silent)
                world.deliver(silent)
                world.switches.cancelAnswer = .call
                let told = request(asset, answers)
                PHImageManager.default().cancelImageRequest(told)
                #expect(await answers.next().map(\.isCancelled) == [true])
                #expect(answers.all.count == 1)
            }
        }

        @Test func `A script gives each oddity: no image, twice, late, another queue`() async {
            let script = ImageScript(
                [.degraded, .nothing, .error(.networkError), .final], early: 1, queue: .own, ignoresCancel: true)
            await withAsset({ $0.script = script }, switches: { $0.holdsImages = true }) { world, asset, answers in
                let id = request(asset, answers)
                PHImageManager.default().cancelImageRequest(id)
                #expect(world.imagesInFlight.isEmpty)
                #expect(answers.all.map(\.isDegraded) == [true])
                let again = request(asset, answers)
                world.deliverAll()
                let four = await answers.next(5).dropFirst(2)
                #expect(again != id)
                #expect(four.map { $0.size == nil } == [true, true, false])
                #expect(four.map(\.error) == [nil, .networkError, nil])
                #expect(four.allSatisfy { !$0.isOnMain })
            }
        }

        @Test func `Requests in flight are counted, those without an end until they are cancelled`() async {
            await withAsset({ $0.script = ImageScript([]) }) { world, asset, answers in
                let requests = (0..<3).map { _ in request(asset, answers) }
                #expect(world.imagesInFlight == requests)
                for id in requests { PHImageManager.default().cancelImageRequest(id) }
                #expect(world.imagesInFlight.isEmpty)
                #expect(world.maximumImagesInFlight == 3)
            }
        }

        @Test func `Pixels are drawn when they are read, and the thread is recorded`() async throws {
            try await withAsset { world, asset, _ in
                let options = PHImageRequestOptions()
                options.isSynchronous = true
                // A synchronous request calls its handler before it returns, on this thread.
                nonisolated(unsafe) var image: UIImage?
                PHImageManager.default().requestImage(
                    for: asset, targetSize: Self.small, contentMode: .aspectFit, options: options
                ) { @Sendable found, _ in image = found }
                #expect(world.record.counts[.draw] == nil)
                let picture = try #require(image?.cgImage)
                #expect(picture.rgba.count == picture.width * picture.height * 4)
                #expect(world.record.counts[.draw] == 1)
            }
        }

        @Test func `A cached image comes before the request returns, if all options match`() async {
            await withAsset { world, asset, answers in
                let manager = PHCachingImageManager()
                let options = PHImageRequestOptions()
                manager.startCachingImages(
                    for: [asset], targetSize: Self.small, contentMode: .aspectFit, options: options)
                // The first has precedence.
                manager.startCachingImages(
                    for: [asset], targetSize: CGSize(width: 9, height: 9), contentMode: .aspectFit, options: options)
                _ = request(asset, answers)
                #expect(answers.all.map(\.isDegraded) == [false])
                _ = request(asset, answers, CGSize(width: 9, height: 9))
                #expect(world.cacheHits == 1)
                #expect(world.cacheMisses == 1)
                manager.stopCachingImages(
                    for: [asset], targetSize: Self.small, contentMode: .aspectFit, options: options)
                #expect(world.cachedAssets.isEmpty)
                #expect(world.maximumCachedAssets == 1)
                _ = await answers.next(3)
            }
        }

        @Test func `What is in the cloud is cached only where the network is allowed`() async {
            await withAsset({ $0.isInCloud = true }) { world, asset, _ in
                let (manager, options) = (PHCachingImageManager(), PHImageRequestOptions())
                manager.startCachingImages(
                    for: [asset], targetSize: Self.small, contentMode: .aspectFit, options: options)
                #expect(world.cachedAssets.isEmpty)
                options.isNetworkAccessAllowed = true
                manager.startCachingImages(
                    for: [asset], targetSize: Self.small, contentMode: .aspectFit, options: options)
                #expect(world.cachedAssets == ["a"])
                manager.stopCachingImagesForAllAssets()
                #expect(world.cachedAssets.isEmpty)
            }
        }

        @Test func `A request of a deleted asset fails`() async {
            await withAsset { world, asset, answers in
                world.edit { $0.delete(["a"]) }
                _ = request(asset, answers)
                #expect(await answers.next().map(\.error) == [.identifierNotFound])
            }
        }
    }
#endif
