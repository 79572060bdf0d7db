/// The small picture within EXIF: where it lies, so that it can be read by whoever wants it; it is not copied.
///
/// There is none where EXIF is packed or in several parts, since the picture then lies nowhere in the file as it is.
public struct EmbeddedThumbnail: Hashable, Sendable {
    /// Where its JPEG data lie in the file, in bytes from the file's start.
    public let range: Range<Int>
    /// Whether its last bytes are missing: it claims to go on behind the end of its block.
    public let isCut: Bool

    /// From the offset and length in the thumbnail's directory; nil where they name nothing within the block.
    init?(in tags: MetadataTags, of block: ByteBlock) {
        guard let offset = tags.integer(0x0201, .image(1)), let length = tags.integer(0x0202, .image(1)),
            offset > 0, length > 0, offset < block.count, block.reader.origin == nil
        else { return nil }
        let available = min(length, block.count - offset)
        range = block.start + offset..<block.start + offset + available
        isCut = available < length
    }
}
