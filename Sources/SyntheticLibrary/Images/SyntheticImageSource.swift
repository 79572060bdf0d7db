import CameraRoll

/// Paints a synthetic library's pictures, on the threads of the decode pool, as a codec would read them from files.
struct SyntheticImageSource: ImageSource {
    let lane = ImageLane.decodePool
    let requestLimit = 10
    let store: SyntheticStore
    let painter: SyntheticPainter

    /// Paints an image; a small one first where degraded images are wanted.
    func start(_ request: ImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        do throws(ImageError) {
            guard let (asset, orientation) = store.picture(of: request.asset) else {
                throw .library(.assetNotFound(request.asset))
            }
            if request.deliveryMode != .highQuality {
                sink.degraded(try SyntheticPainter().paint(asset, storedOrientation: orientation, size: Self.thumbnail))
            }
            sink.final(
                try painter.paint(
                    asset, storedOrientation: orientation, size: request.size, contentMode: request.contentMode,
                    crop: request.crop))
        } catch {
            sink.fail(error)
        }
        return nil
    }

    /// What a file has embedded.
    private static let thumbnail = ImageTargetSize.pixels(64, 64)
}

extension SyntheticStore {
    /// An asset and how its picture is stored; costs no modelled time, since the picture's file is read, not the library.
    func picture(of id: AssetID) -> (asset: MediaAsset, orientation: Int)? {
        change { contents in
            guard let asset = contents.asset(id), let orientation = contents.storedOrientation(of: id) else {
                return nil
            }
            return (asset, orientation)
        }
    }
}
