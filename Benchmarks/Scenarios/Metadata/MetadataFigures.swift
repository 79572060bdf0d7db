import CameraRoll
import Foundation

/// The costs of one file in nanoseconds: medians of several rounds, in which the variants alternate.
struct MetadataFigures: Sendable {
    let format: MetadataFormat
    let bytesRead: Int
    let bare: Double
    let metadata: Double
    let fields: Double
    let whole: Double

    init(of path: String, rounds: Int) throws {
        let first = try ImageMetadata(contentsOfFile: path)
        format = first.format
        bytesRead = first.bytesRead
        var buffer = [UInt8](repeating: 0, count: max(bytesRead, 1))
        var times: (bare: [Double], metadata: [Double], fields: [Double], whole: [Double]) = ([], [], [], [])
        for _ in 0..<rounds {
            times.bare.append(Self.time { Self.readBare(path, &buffer) })
            times.metadata.append(try Self.time { blackHole(try ImageMetadata(contentsOfFile: path)) })
            times.fields.append(try Self.time { Self.readFields(of: try ImageMetadata(contentsOfFile: path)) })
            times.whole.append(try Self.time { try Self.readWhole(path) })
        }
        (bare, metadata) = (median(times.bare), median(times.metadata))
        (fields, whole) = (median(times.fields), median(times.whole))
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = uptime()
        try body()
        return Double(uptime() - start)
    }

    /// Opens the file, reads as many bytes as the metadata have at once, and closes it.
    private static func readBare(_ path: String, _ buffer: inout [UInt8]) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        close(descriptor)
        blackHole(buffer[0])
    }

    private static func readFields(of metadata: ImageMetadata) {
        blackHole((metadata.captureDate, metadata.place, metadata.altitude, metadata.orientation))
        blackHole((metadata.make, metadata.model, metadata.lensModel, metadata.copyright, metadata.contentIdentifier))
        blackHole((metadata.exposureTime, metadata.fNumber, metadata.iso, metadata.focalLength))
    }

    /// The simplest alternative: loads all bytes into memory, then parses them.
    private static func readWhole(_ path: String) throws {
        blackHole(try ImageMetadata([UInt8](Data(contentsOf: URL(filePath: path)))))
    }
}
