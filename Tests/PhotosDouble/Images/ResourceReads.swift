#if PhotosDouble
    import Foundation

    /// The reads of original data under way.
    struct ReadTable: Sendable {
        var lastID: PHAssetResourceDataRequestID = 0
        var reads: [PHAssetResourceDataRequestID: ResourceRead] = [:]
        var maximum = 0
    }

    /// One read under way.
    final class ResourceRead: @unchecked Sendable {  // Constants; the blocks are called on one serial queue.
        let id: PHAssetResourceDataRequestID
        let record: ResourceRecord
        let isNetworkAccessAllowed: Bool
        let progress: ((Double) -> Void)?
        let receive: (Data) -> Void
        let complete: ((any Error)?) -> Void
        private let alive: Alive

        init(
            _ id: PHAssetResourceDataRequestID, _ resource: PHAssetResource, _ options: PHAssetResourceRequestOptions?,
            _ receive: @escaping (Data) -> Void, _ complete: @escaping ((any Error)?) -> Void
        ) {
            (self.id, record) = (id, resource.record)
            isNetworkAccessAllowed = options?.isNetworkAccessAllowed ?? false
            (progress, self.receive, self.complete) = (options?.progressHandler, receive, complete)
            alive = resource.world.census.count("resource read")
        }

        /// The end of the data that are given, and the error behind them; nil if nothing comes there.
        func end(_ isDownloaded: Bool) -> (count: Int, error: (any Error)?, isStalled: Bool) {
            if record.isInCloud, !isDownloaded { return (0, PHPhotosError(.networkAccessRequired), false) }
            switch record.fault {
            case .error(let code, let count): return (min(count, record.data.count), PHPhotosError(code), false)
            case .cloud(let fault, let count): return (min(count, record.data.count), fault.error, false)
            case .stall(let count): return (min(count, record.data.count), nil, true)
            case nil: return (record.data.count, nil, false)
            }
        }
    }

    extension PhotosWorld {
        /// The reads of original data that PhotoKit works on.
        package var readsInFlight: Int { reads.withLock { $0.reads.count } }
        /// The most reads that were in flight at once.
        package var maximumReadsInFlight: Int { reads.withLock { $0.maximum } }

        /// A slow call.
        func resources(of asset: PHAsset) -> [PHAssetResource] {
            let isShown = access.withLock { $0.shows(asset.identifier) }
            let record = withLibrary(.resources) { $0.unavailability == nil ? $0.assets[asset.identifier] : nil }
            guard isShown, let record else { return [] }
            return record.resources.map { PHAssetResource($0, of: asset.identifier, in: self) }
        }

        func requestData(
            _ resource: PHAssetResource, _ options: PHAssetResourceRequestOptions?,
            _ receive: @escaping (Data) -> Void, _ complete: @escaping ((any Error)?) -> Void
        ) -> PHAssetResourceDataRequestID {
            call(.requestData)
            let read = reads.withLock { table in
                table.lastID += 1
                let read = ResourceRead(table.lastID, resource, options, receive, complete)
                table.reads[read.id] = read
                table.maximum = max(table.maximum, table.reads.count)
                return read
            }
            let chunk = max(switches.chunkSize, 1)
            readQueue.async { [self] in give(read, from: 0, chunk) }
            return read.id
        }

        /// Gives the next bytes, and then lets others have the queue.
        private func give(_ read: ResourceRead, from start: Int, _ chunk: Int) {
            guard reads.withLock({ $0.reads[read.id] != nil }) else { return }
            let (count, error, isStalled) = read.end(read.isNetworkAccessAllowed)
            let end = min(start + chunk, count)
            if end > start {
                read.receive(read.record.data.dropFirst(start).prefix(end - start))
                if read.record.isInCloud { read.progress?(Double(end) / Double(max(read.record.data.count, 1))) }
            }
            if end < count {
                readQueue.async { [self] in give(read, from: end, chunk) }
            } else if !isStalled {
                finish(read.id, error)
            }
        }

        func cancelDataRequest(_ id: PHAssetResourceDataRequestID) {
            call(.cancelData)
            readQueue.async { [self] in finish(id, PHPhotosError(.userCancelled)) }
        }

        private func finish(_ id: PHAssetResourceDataRequestID, _ error: (any Error)?) {
            guard let read = reads.withLock({ $0.reads.removeValue(forKey: id) }) else { return }
            read.complete(error)
        }
    }
#endif
