/// Bytes that can be read at any position: a file, memory, an asset's original.
///
/// A reader asks for no more than it needs, so a source should neither read ahead nor keep what it read. Its length
/// must not change while it is read; a source that is cut short gives fewer bytes than asked for, and the reader says
/// so.
public protocol ByteSource {
    /// How many bytes there are.
    var byteCount: Int { get }

    /// Copies bytes from a position on into a buffer.
    ///
    /// - Parameters:
    ///   - position: where to begin, from 0; at or behind the end there is nothing to copy.
    ///   - buffer: where the bytes go; it is filled unless the source ends.
    /// - Returns: how many bytes were copied, fewer than the buffer holds only at the source's end.
    /// - Throws: `MetadataError.cannotRead`, or what else kept the bytes away.
    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int
}

extension ByteSource {
    /// The bytes of a range, such as that of an ``EmbeddedThumbnail``; fewer where the source ends within it.
    ///
    /// - Throws: as ``read(at:into:)``.
    public func bytes(in range: Range<Int>) throws(MetadataError) -> [UInt8] {
        var failure: MetadataError?
        let range = range.clamped(to: 0..<max(byteCount, 0))
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            do throws(MetadataError) {
                let found = try read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
                filled = min(max(found, 0), range.count)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
