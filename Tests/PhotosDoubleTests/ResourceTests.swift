#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    @Suite(.serialized) struct ResourceTests {
        /// Reads a resource to its end.
        private func read(
            _ resource: PHAssetResource, isNetworkAllowed: Bool = false,
            then: (PHAssetResourceDataRequestID) -> Void = { _ in }
        ) async -> (chunks: [Int], data: Data, error: PHPhotosError.Code?) {
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = isNetworkAllowed
            // Both blocks are called on one serial queue, and the end is awaited.
            nonisolated(unsafe) var chunks: [Data] = []
            let (ends, end) = AsyncStream<PHPhotosError.Code?>.makeStream()
            let id = PHAssetResourceManager.default().requestData(
                for: resource, options: options, dataReceivedHandler: { @Sendable data in chunks.append(data) },
                completionHandler: { @Sendable error in end.yield((error as? PHPhotosError)?.code) })
            then(id)
            var code: PHPhotosError.Code?
            for await ended in ends {
                code = ended
                break
            }
            return (chunks.map(\.count), Data(chunks.joined()), code)
        }

        private func withResource(
            _ change: (inout ResourceRecord) -> Void = { _ in },
            _ body: (PhotosWorld, PHAssetResource) async throws -> Void
        ) async throws {
            try await PhotosWorld.exclusively { world in
                var resource = ResourceRecord(
                    .photo, typeIdentifier: "public.jpeg", fileName: "IMG.JPG", data: Data(0..<100))
                change(&resource)
                world.seed("a") { $1.resources = [resource] }
                world.switches.chunkSize = 40
                try await body(
                    world, try #require(PHAssetResource.assetResources(for: try world.asset("a")).first))
            }
        }

        @Test func `A resource is read in parts`() async throws {
            try await withResource { world, resource in
                #expect(resource.originalFilename == "IMG.JPG")
                let (chunks, data, error) = await read(resource)
                #expect(chunks == [40, 40, 20])
                #expect(data == Data(0..<100))
                #expect(error == nil)
                #expect(world.readsInFlight == 0)
                #expect(world.maximumReadsInFlight == 1)
            }
        }

        @Test func `One in the cloud needs the network`() async throws {
            try await withResource({ $0.isInCloud = true }) { _, resource in
                #expect(await read(resource).error == .networkAccessRequired)
                #expect(await read(resource, isNetworkAllowed: true).data.count == 100)
            }
        }

        @Test func `A read fails in the middle`() async throws {
            try await withResource({ $0.fault = .error(.networkError, after: 50) }) { _, resource in
                let (chunks, _, error) = await read(resource)
                #expect(chunks == [40, 10])
                #expect(error == .networkError)
            }
        }

        @Test func `A download that stalls ends when it is cancelled`() async throws {
            try await withResource({ $0.fault = .stall(after: 40) }) { world, resource in
                let end = await read(resource) { PHAssetResourceManager.default().cancelDataRequest($0) }
                #expect(end.error == .userCancelled)
                #expect(world.readsInFlight == 0)
            }
        }
    }
#endif
