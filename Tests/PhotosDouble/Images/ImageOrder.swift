#if PhotosDouble
    import Foundation

    /// The values of an image request: those of two that match exactly are equal.
    struct ImageOrder: Sendable, Equatable {
        let asset: String
        let targetSize: CGSize
        let contentMode: PHImageContentMode
        let version: PHImageRequestOptionsVersion
        let deliveryMode: PHImageRequestOptionsDeliveryMode
        let resizeMode: PHImageRequestOptionsResizeMode
        let crop: CGRect
        let isNetworkAccessAllowed: Bool
        let isSynchronous: Bool

        init(
            _ asset: PHAsset, _ targetSize: CGSize, _ contentMode: PHImageContentMode, _ options: PHImageRequestOptions?
        ) {
            let options = options ?? PHImageRequestOptions()
            (self.asset, self.targetSize, self.contentMode) = (asset.identifier, targetSize, contentMode)
            (version, deliveryMode) = (options.version, options.deliveryMode)
            (resizeMode, crop) = (options.resizeMode, options.normalizedCropRect)
            (isNetworkAccessAllowed, isSynchronous) = (options.isNetworkAccessAllowed, options.isSynchronous)
            if crop != .zero, resizeMode != .exact { raise("a crop needs the resize mode exact") }
        }

        // MARK: Sizes

        /// The size of the delivered image of a picture.
        func size(of record: AssetRecord, fastIsLarger: Bool) -> (width: Int, height: Int) {
            var (width, height) = (Double(max(record.pixelWidth, 1)), Double(max(record.pixelHeight, 1)))
            // The resize mode counts for no maximum size, and a crop only with the exact one.
            if crop != .zero, targetSize != PHImageManagerMaximumSize {
                (width, height) = (width * crop.width, height * crop.height)
            }
            let own = (width: max(Int(width.rounded()), 1), height: max(Int(height.rounded()), 1))
            guard targetSize != PHImageManagerMaximumSize, resizeMode != .none else { return own }
            let (across, down) = (targetSize.width / width, targetSize.height / height)
            var scale = contentMode == .aspectFill ? max(across, down) : min(across, down)
            // The sources of thumbnails come in a few sizes.
            if resizeMode == .fast, fastIsLarger { scale *= 1.5 }
            guard scale < 1 else { return own }
            let rule: FloatingPointRoundingRule = contentMode == .aspectFill ? .up : .toNearestOrAwayFromZero
            return (max(Int((width * scale).rounded(rule)), 1), max(Int((height * scale).rounded(rule)), 1))
        }

        /// The size of a degraded image: a quarter, as far as its shape is seen in it.
        static func degraded(_ size: (width: Int, height: Int)) -> (width: Int, height: Int) {
            let long = Double(max(size.width, size.height))
            let scale = min(max(0.25, 48 / long), 1)
            return (
                max(Int((Double(size.width) * scale).rounded()), 1),
                max(Int((Double(size.height) * scale).rounded()), 1)
            )
        }
    }

    extension PhotosWorld {
        /// An image of a picture, which is drawn when its pixels are read.
        func image(
            of record: AssetRecord, version: PHImageRequestOptionsVersion, _ size: (width: Int, height: Int)
        ) -> UIImage {
            let isTurned = [.left, .right, .leftMirrored, .rightMirrored].contains(record.orientation)
            let (width, height) = isTurned ? (size.height, size.width) : size
            let draw = record.draw ?? { Self.plain($0, $1, record, version) }
            let image = CGImage(width: width, height: height, in: self) { draw(width, height) }
            return UIImage(image, orientation: record.orientation, alive: census.count("UIImage"))
        }

        /// One colour, which the identifier and the version of the picture determine.
        private static func plain(
            _ width: Int, _ height: Int, _ record: AssetRecord, _ version: PHImageRequestOptionsVersion
        ) -> [UInt8] {
            var seed: UInt32 = version == .current ? UInt32(truncatingIfNeeded: record.contentVersion) : 0
            for byte in record.identifier.utf8 { seed = seed &* 31 &+ UInt32(byte) }
            let pixel = [UInt8(seed & 255), UInt8(seed >> 8 & 255), UInt8(seed >> 16 & 255), 255]
            return [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
                for place in 0..<width * height * 4 { bytes[place] = pixel[place & 3] }
                count = width * height * 4
            }
        }
    }
#endif
