#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

extension AssetFacts {
    /// Creates an asset's facts from a file's metadata; without a date in them, from the file's own date.
    ///
    /// - Parameters:
    ///   - metadata: the metadata of the file.
    ///   - status: the file's status from the system.
    ///   - name: the file's name.
    ///   - zone: the time zone of the camera's clock, if the file does not state it.
    init(_ metadata: ImageMetadata, _ status: FileStatus, name: [UInt8], zone: TimeZone) {
        let isMovie = metadata.format == .quickTime || metadata.format == .mp4
        self.init(type: isMovie ? .video : .image, format: metadata.format)
        size = metadata.orientedSize ?? size
        orientation = metadata.orientation
        duration = isMovie ? max(metadata.movie.duration ?? 0, 0) : 0
        place = metadata.place
        burst = isMovie ? nil : metadata.tags.text(0x000B, .appleMakerNote)
        contentIdentifier = metadata.contentIdentifier
        if let date = metadata.captureDate?.date(in: zone) {
            (created, dateSource) = (Self.sortKey(of: date), isMovie ? .container : .metadata)
        } else {
            (created, dateSource) = (status.modifiedSince2001, .file)
        }
        if !isMovie { mediaSubtypes = Self.mediaSubtypes(metadata, name: name) }
    }

    private static func mediaSubtypes(_ metadata: ImageMetadata, name: [UInt8]) -> MediaSubtypes {
        var mediaSubtypes: MediaSubtypes = []
        // Apple's own values of CustomRendered, which EXIF leaves to the maker.
        switch metadata.tags.integer(0xA401, .exif) {
        case 2, 3: mediaSubtypes.insert(.hdr)
        case 6: mediaSubtypes.insert(.panorama)
        case 7: mediaSubtypes.formUnion([.hdr, .depthEffect])
        case 8: mediaSubtypes.insert(.depthEffect)
        default: break
        }
        if isScreenshot(metadata, name: name) { mediaSubtypes.insert(.screenshot) }
        return mediaSubtypes
    }

    /// Apple writes a comment into screenshots; other systems only name the files so, and cameras never do.
    private static func isScreenshot(_ metadata: ImageMetadata, name: [UInt8]) -> Bool {
        if name.starts(with: "Screenshot".utf8) || name.starts(with: "Screen Shot".utf8), metadata.make == nil {
            return true
        }
        if metadata.xmp.text("UserComment", in: .exif) == "Screenshot" { return true }
        guard let comment = metadata.tags[0x9286, .exif].flatMap({ metadata.tags.bytes(of: $0) }) else { return false }
        // The first eight bytes are the character code.
        return comment.dropFirst(8).starts(with: "Screenshot".utf8)
    }
}
#endif
