#if PhotosDouble
    import Foundation

    /// The requests under way, and what is cached for those to come.
    struct ImageTable: Sendable {
        var lastID: PHImageRequestID = 0
        var requests: [PHImageRequestID: ImageRequest] = [:]
        var maximum = 0
        /// The first caching request of each asset, which has precedence until it is stopped.
        var cached: [String: ImageOrder] = [:]
        var cachedMaximum = 0
        /// What was started to be cached and not stopped, in order.
        var started: [ImageOrder] = []
        /// The number of stops of what was not started with the same size, mode and options.
        var unmatchedStops = 0
        var cacheHits = 0
        /// Requests of assets that are cached with other options or sizes.
        var cacheMisses = 0
    }

    /// One request under way.
    final class ImageRequest: @unchecked Sendable {  // `steps` is behind the table's lock, all else constant.
        let id: PHImageRequestID
        let queue: DispatchQueue
        let ignoresCancel: Bool
        var steps: ArraySlice<ImageScript.Step>
        /// Calls the result handler.
        let deliver: (ImageScript.Step, [AnyHashable: Any]) -> Void
        let progress: PHAssetImageProgressHandler?
        private let alive: Alive

        init(
            _ id: PHImageRequestID, _ script: ImageScript, in world: PhotosWorld,
            progress: PHAssetImageProgressHandler?, deliver: @escaping (ImageScript.Step, [AnyHashable: Any]) -> Void
        ) {
            (self.id, self.progress, self.deliver) = (id, progress, deliver)
            (steps, ignoresCancel) = (script.steps[...], script.ignoresCancel)
            queue = script.queue == .main ? .main : world.imageQueue
            alive = world.census.count("image request")
        }
    }

    // MARK: - What tests see and do

    extension PhotosWorld {
        /// The requests that PhotoKit works on.
        package var imagesInFlight: [PHImageRequestID] { images.withLock { $0.requests.keys.sorted() } }
        /// The most requests that were in flight at once.
        package var maximumImagesInFlight: Int { images.withLock { $0.maximum } }
        /// The identifiers of the assets whose images are cached.
        package var cachedAssets: Set<String> { images.withLock { Set($0.cached.keys) } }
        /// The most assets whose images were cached at once.
        package var maximumCachedAssets: Int { images.withLock { $0.cachedMaximum } }
        /// The identifiers of the assets whose caching was started and not stopped, in order; once for each start.
        package var startedCaching: [String] { images.withLock { $0.started.map(\.asset) } }
        /// The number of stops of what was not started with the same size, mode and options.
        package var unmatchedStops: Int { images.withLock { $0.unmatchedStops } }
        package var cacheHits: Int { images.withLock { $0.cacheHits } }
        /// Requests of cached assets with other options or another size: they find nothing.
        package var cacheMisses: Int { images.withLock { $0.cacheMisses } }

        /// Does the next step of a request that is held.
        package func deliver(_ id: PHImageRequestID) {
            guard let request = images.withLock({ $0.requests[id] }) else { return }
            request.queue.async { [self] in advance(request) }
        }

        /// Does the next step of the first request that is held, and returns after its callback.
        package func deliverNext() async {
            guard let request = images.withLock({ $0.requests.values.min { $0.id < $1.id } }) else { return }
            let handed = Handed(value: request)
            await withCheckedContinuation { continuation in
                request.queue.async { [self] in
                    advance(handed.value)
                    continuation.resume()
                }
            }
        }

        /// Does all steps of all requests that are held.
        package func deliverAll() {
            for request in images.withLock({ $0.requests.values.sorted { $0.id < $1.id } }) { schedule(request) }
        }
    }

    // MARK: - Requests

    extension PhotosWorld {
        func start(
            _ script: ImageScript, early: Int, isSynchronous: Bool, progress: PHAssetImageProgressHandler?,
            deliver: @escaping (ImageScript.Step, [AnyHashable: Any]) -> Void
        ) -> PHImageRequestID {
            let (request, inFlight) = images.withLock { table in
                table.lastID += 1
                let request = ImageRequest(table.lastID, script, in: self, progress: progress, deliver: deliver)
                table.requests[request.id] = request
                table.maximum = max(table.maximum, table.requests.count)
                return (request, table.requests.count)
            }
            // Before the request returns, on the thread that asks.
            let count = isSynchronous ? script.steps.count : early
            for _ in 0..<count { advance(request) }
            if !isSynchronous, !switches.holdsImages { schedule(request) }
            switches.onRequest?(inFlight)
            return request.id
        }

        private func schedule(_ request: ImageRequest) {
            let request = Handed(value: request)
            request.value.queue.async { [self] in
                if advance(request.value) { schedule(request.value) }
            }
        }

        /// Does the next step of a request, if it is still wanted.
        ///
        /// - Returns: whether there is another.
        @discardableResult private func advance(_ request: ImageRequest) -> Bool {
            let step = images.withLock { table -> ImageScript.Step? in
                guard table.requests[request.id] != nil || request.ignoresCancel else { return nil }
                let step = request.steps.popFirst()
                // The last call ends the request; one without a final answer stays until it is cancelled.
                if request.steps.isEmpty, step?.isTerminal == true { table.requests[request.id] = nil }
                return step
            }
            switch step {
            case nil: return false
            case .progress(let fraction)?:
                var stop = ObjCBool(false)
                let info: [AnyHashable: Any] = [PHImageResultRequestIDKey: NSNumber(value: request.id)]
                request.progress?(fraction, nil, &stop, info)
                if stop.boolValue { cancelImageRequest(request.id) }
            case let step?: request.deliver(step, step.info(request.id))
            }
            return images.withLock { _ in !request.steps.isEmpty }
        }

        func cancelImageRequest(_ id: PHImageRequestID) {
            call(.cancelImage)
            guard let request = images.withLock({ $0.requests.removeValue(forKey: id) }) else { return }
            guard switches.cancelAnswer == .call else { return }
            request.queue.async { request.deliver(.cancelled, ImageScript.Step.cancelled.info(id)) }
        }
    }

    extension ImageScript.Step {
        /// Whether nothing comes behind it.
        fileprivate var isTerminal: Bool {
            switch self {
            case .degraded, .progress: false
            default: true
            }
        }

        /// The dictionary beside a result.
        fileprivate func info(_ id: PHImageRequestID) -> [AnyHashable: Any] {
            var info: [AnyHashable: Any] = [PHImageResultRequestIDKey: NSNumber(value: id)]
            switch self {
            case .degraded: info[PHImageResultIsDegradedKey] = true
            case .final: info[PHImageResultIsDegradedKey] = false
            case .error(let code): info[PHImageErrorKey] = PHPhotosError(code)
            case .cloud(let fault): info[PHImageErrorKey] = fault.error
            case .inCloud: info[PHImageResultIsInCloudKey] = true
            case .cancelled: info[PHImageCancelledKey] = true
            case .nothing, .progress: break
            }
            return info
        }
    }
#endif
