import Foundation

/// Bytes in a `Data`, as a source for the metadata reader.
struct DataBytes: ByteSource {
    let data: Data

    var byteCount: Int { data.count }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        guard position >= 0, position < data.count else { return 0 }
        // A slice of another `Data` begins anywhere.
        let start = data.startIndex + position
        return data.copyBytes(to: buffer, from: start..<min(start + buffer.count, data.endIndex))
    }
}
