import CameraRoll

extension StoredPicture {
    /// The original files, the main one first; none where the kind of media is unknown.
    var resources: [AssetResource] {
        switch asset.mediaType {
        case .image: asset.subtypes.contains(.livePhoto) ? [photo, movie(.pairedVideo)] : [photo]
        case .video: [movie(.video)]
        case .audio: [resource(.audio, type: "com.apple.m4a-audio", suffix: "M4A")]
        default: []
        }
    }

    private var photo: AssetResource {
        let isHEIC = SeededHash.hash(asset.id.rawValue).isMultiple(of: 2)
        var photo = resource(.photo, type: isHEIC ? "public.heic" : "public.jpeg", suffix: isHEIC ? "HEIC" : "JPG")
        photo.orientation = orientation
        return photo
    }

    private func movie(_ kind: AssetResource.Kind) -> AssetResource {
        resource(kind, type: "com.apple.quicktime-movie", suffix: "MOV")
    }

    private func resource(_ kind: AssetResource.Kind, type: String, suffix: String) -> AssetResource {
        AssetResource(
            asset: asset.id, kind: kind, typeIdentifier: type, byteCount: SyntheticBytes(of: asset.id, kind).count,
            fileName: fileName(suffix))
    }

    /// Cameras count from 1, with four digits at least.
    private func fileName(_ suffix: String) -> String {
        let number = String(Int(RowName.row(of: asset.id) ?? 0) + 1)
        return "IMG_" + String(repeating: "0", count: max(0, 4 - number.count)) + number + "." + suffix
    }
}
