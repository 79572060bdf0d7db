/// Reads originals for their metadata, a few at once, on threads that all reads of a repository share.
final class MetadataReads: Sendable {
    private let reads: ResourceReads
    private let isNetworkAllowed: Bool
    private let limits: OriginalLimits

    init(pools: OriginalPools, isNetworkAllowed: Bool, limits: OriginalLimits) throws(MetadataError) {
        do throws(ImageError) {
            try limits.validate()
            reads = try pools.reads(limits.concurrency)
        } catch {
            throw .original(error)
        }
        self.isNetworkAllowed = isNetworkAllowed
        self.limits = limits
    }

    func metadata(for asset: MediaAsset) async throws(MetadataError) -> ImageMetadata {
        guard !Task.isCancelled else { throw .original(.cancelled) }
        let (isNetworkAllowed, limits) = (isNetworkAllowed, limits)
        // Those in line behind it are patient as long as it goes on.
        let noteSign: @Sendable () -> Void = { [weak reads] in reads?.noteSign() }
        let result: Result<ImageMetadata, MetadataError>
        do throws(ImageError) {
            result = try await reads.perform(for: asset.id, timeout: limits.timeout) {
                source, call throws(ImageError) in
                let parts = try source.resources(of: asset.id)
                guard let original = parts.first(where: { $0.kind == asset.originalKind }) else {
                    throw .noResource(asset.id, asset.originalKind)
                }
                let read = OriginalRead(original, limits: limits, isNetworkAllowed: isNetworkAllowed)
                return try read.run(source) { () throws(ImageError) in
                    noteSign()
                    try call.note()
                }
            }
        } catch {
            throw .original(error)
        }
        return try result.get()
    }

    /// In the order of the assets; as many at once as there are threads, so that no line grows with the page.
    ///
    /// - Throws: what keeps all of them away: it is told once, and not of each asset.
    func metadata(for assets: [MediaAsset]) async throws(MetadataError) -> [AssetMetadata] {
        guard !Task.isCancelled else { throw .original(.cancelled) }
        guard !assets.isEmpty else { return [] }
        do throws(ImageError) {
            try await reads.checkLibrary()
        } catch {
            throw .original(error)
        }
        let found = await withTaskGroup(of: (Int, AssetMetadata).self) { group in
            var found = [AssetMetadata?](repeating: nil, count: assets.count)
            for (index, asset) in assets.enumerated() {
                if index >= limits.concurrency, let (done, metadata) = await group.next() { found[done] = metadata }
                guard !Task.isCancelled else { break }
                group.addTask { (index, await self.result(for: asset)) }
            }
            for await (done, metadata) in group { found[done] = metadata }
            return found.compactMap(\.self)
        }
        guard !Task.isCancelled else { throw .original(.cancelled) }
        return found
    }

    private func result(for asset: MediaAsset) async -> AssetMetadata {
        do throws(MetadataError) {
            return AssetMetadata(asset: asset, result: .success(try await metadata(for: asset)))
        } catch {
            return AssetMetadata(asset: asset, result: .failure(error))
        }
    }
}

extension MediaAsset {
    /// What the original of an asset is, whose metadata are read.
    fileprivate var originalKind: AssetResource.Kind {
        switch mediaType {
        case .video: .video
        case .audio: .audio
        default: .photo
        }
    }
}
