#if PhotosDouble
    import Foundation

    // How requests are answered where no script says otherwise.

    extension PhotosWorld {
        /// The first use of a manager asks for permission.
        func createManager() {
            call(.createManager)
            promptIfNeeded(.createManager)
        }

        func requestImage(
            _ order: ImageOrder, _ options: PHImageRequestOptions?,
            _ handler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
        ) -> PHImageRequestID {
            call(.requestImage)
            promptIfNeeded(.requestImage)
            let switches = switches
            let record = readable(order.asset)
            let isCached = takeCached(order)
            var script =
                record?.script
                ?? Self.script(
                    order.deliveryMode, record, order.isNetworkAccessAllowed, switches)
            if isCached, record?.script == nil { script = ImageScript([.final], early: 1, queue: switches.imageQueue) }
            if order.isSynchronous { script.steps = Array(script.steps.filter { $0 != .degraded }) }
            let size = record.map { order.size(of: $0, fastIsLarger: switches.fastIsLarger) } ?? (1, 1)
            return start(
                script, early: script.early, isSynchronous: order.isSynchronous, progress: options?.progressHandler
            ) { [self] step, info in
                switch (step, record) {
                case (.final, let record?): handler(image(of: record, version: order.version, size), info)
                case (.degraded, let record?):
                    handler(image(of: record, version: order.version, ImageOrder.degraded(size)), info)
                default: handler(nil, info)
                }
            }
        }

        /// As images.
        func requestLivePhoto(
            _ asset: PHAsset, _ size: CGSize, _ options: PHLivePhotoRequestOptions?,
            _ handler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
        ) -> PHImageRequestID {
            call(.requestImage)
            let record = readable(asset.identifier)
            var script = ImageScript([.error(.requestNotSupportedForAsset)])
            if record.map({ $0.shownStyle == .livePhoto }) ?? true {
                let mode = options?.deliveryMode ?? .opportunistic
                script =
                    record?.script
                    ?? Self.script(mode, record, options?.isNetworkAccessAllowed ?? false, switches)
            }
            return start(script, early: script.early, isSynchronous: false, progress: options?.progressHandler) {
                step, info in
                handler(step == .final || step == .degraded ? PHLivePhoto(size: size) : nil, info)
            }
        }

        /// On an arbitrary queue.
        func requestPlayerItem(
            _ asset: PHAsset, _ options: PHVideoRequestOptions?,
            _ handler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
        ) -> PHImageRequestID {
            call(.requestImage)
            let record = readable(asset.identifier)
            var script = ImageScript([.error(.requestNotSupportedForAsset)])
            if record?.shownStyle == .video || record?.shownStyle == .videoLooping {
                script =
                    record?.script
                    ?? Self.script(.highQualityFormat, record, options?.isNetworkAccessAllowed ?? false, switches)
            }
            script.queue = .own
            let item = Handed(value: AVPlayerItem(of: asset.identifier, options))
            return start(script, early: 0, isSynchronous: false, progress: options?.progressHandler) { step, info in
                handler(step == .final ? item.value : nil, info)
            }
        }

        /// An asset as it is now; nil if it is gone, or not shown to this app.
        private func readable(_ identifier: String) -> AssetRecord? {
            guard access.withLock({ $0.shows(identifier) }) else { return nil }
            return database.withLock { $0.unavailability == nil ? $0.assets[identifier] : nil }
        }

        /// The answers to a request without a script: by its delivery mode, and by the switches.
        private static func script(
            _ mode: PHImageRequestOptionsDeliveryMode, _ record: AssetRecord?, _ isNetworkAllowed: Bool,
            _ switches: Switches
        ) -> ImageScript {
            guard let record else { return ImageScript([.error(.identifierNotFound)], queue: switches.imageQueue) }
            if record.mediaType == .audio {
                return ImageScript([.error(.requestNotSupportedForAsset)], queue: switches.imageQueue)
            }
            let isOpportunistic = mode == .opportunistic
            var steps: [ImageScript.Step] = isOpportunistic ? [.degraded] : []
            switch (record.isInCloud, isNetworkAllowed) {
            case (false, _): steps.append(.final)
            case (true, true): steps += [.progress(0), .progress(0.5), .progress(1), .final]
            case (true, false) where mode == .fastFormat: steps.append(.final)
            case (true, false): steps.append(.inCloud)
            }
            let early = isOpportunistic && switches.deliversEarly ? 1 : 0
            return ImageScript(steps, early: early, queue: switches.imageQueue)
        }
    }

    // MARK: - Caching

    extension PhotosWorld {
        func startCaching(_ orders: [ImageOrder]) {
            call(.startCaching, count: orders.count)
            promptIfNeeded(.startCaching)
            let local = orders.filter { order in
                // What has to be downloaded is cached only where that is allowed.
                readable(order.asset).map { !$0.isInCloud || order.isNetworkAccessAllowed } ?? false
            }
            images.withLock { table in
                table.started += orders
                for order in local where table.cached[order.asset] == nil { table.cached[order.asset] = order }
                table.cachedMaximum = max(table.cachedMaximum, table.cached.count)
            }
            switches.onCaching?()
        }

        func stopCaching(_ orders: [ImageOrder]) {
            call(.stopCaching, count: orders.count)
            images.withLock { table in
                for order in orders {
                    if table.cached[order.asset] == order { table.cached[order.asset] = nil }
                    if let place = table.started.firstIndex(of: order) {
                        table.started.remove(at: place)
                    } else {
                        table.unmatchedStops += 1
                    }
                }
            }
            switches.onCaching?()
        }

        func stopAllCaching() {
            call(.stopCaching)
            images.withLock { ($0.cached, $0.started) = ([:], []) }
        }

        private func takeCached(_ order: ImageOrder) -> Bool {
            images.withLock { table in
                guard let cached = table.cached[order.asset] else { return false }
                if cached == order { table.cacheHits += 1 } else { table.cacheMisses += 1 }
                return cached == order
            }
        }
    }
#endif
