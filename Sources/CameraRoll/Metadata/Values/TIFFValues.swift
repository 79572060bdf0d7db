/// The values of a file's first directory (IFD0): camera, orientation, copyright.
public struct TIFFValues: Hashable, Sendable {
    /// All raw tags.
    public let tags: MetadataTags

    /// Whether there are any in the first directory.
    public var isEmpty: Bool { !tags.all.contains { $0.directory == .image(0) } }

    /// The camera's maker (0x010F).
    public var make: String? { tags.text(0x010F, .image(0)) }
    /// The camera's model (0x0110).
    public var model: String? { tags.text(0x0110, .image(0)) }
    /// What wrote the file (0x0131).
    public var software: String? { tags.text(0x0131, .image(0)) }
    /// What the picture shows (0x010E).
    public var imageDescription: String? { tags.text(0x010E, .image(0)) }
    /// Who took the picture (0x013B).
    public var artist: String? { tags.text(0x013B, .image(0)) }
    /// When the file was changed last (0x0132), with its fraction and zone from EXIF.
    public var modified: MetadataDate? {
        MetadataDate(
            exif: tags.textBytes(0x0132, .image(0)), subseconds: tags.textBytes(0x9290, .exif),
            offset: tags.textBytes(0x9010, .exif))
    }

    /// The orientation (0x0112); nil where there is none, or it is outside 1 to 8 (R109).
    public var orientation: ImageOrientation? {
        tags.integer(0x0112, .image(0)).flatMap(ImageOrientation.init)
    }

    /// The copyright notice (0x8298): the photographer's, and behind a line break the editor's where there is one.
    public var copyright: String? {
        guard let bytes = tags[0x8298, .image(0)].flatMap({ tags.bytes(of: $0) }) else { return nil }
        let notices = bytes.split(separator: 0, maxSplits: 2).prefix(2).map(MetadataText.decode).filter { !$0.isEmpty }
        return notices.isEmpty ? nil : notices.joined(separator: "\n")
    }

    /// How large the first picture of a TIFF file is (0x0100, 0x0101).
    var pixelSize: PixelSize? {
        guard let width = tags.integer(0x0100, .image(0)), let height = tags.integer(0x0101, .image(0)) else {
            return nil
        }
        return PixelSize(storedWidth: width, height: height)
    }
}

extension ImageMetadata {
    /// The values of the file's first directory.
    public var tiff: TIFFValues { TIFFValues(tags: tags) }
}
