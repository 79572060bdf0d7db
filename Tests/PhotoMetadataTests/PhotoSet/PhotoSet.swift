import Foundation
import TestSupport

/// A set of real images with exiftool's output; beside the package, or at `CAMERAROLL_PHOTOS`.
enum PhotoSet {
    static let folder: String? = {
        let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        let places = [ProcessInfo.processInfo.environment["CAMERAROLL_PHOTOS"], "\(package)/../shared/photos"]
        return places.compactMap(\.self).first { FileManager.default.fileExists(atPath: $0 + "/expected.json") }
    }()

    static let isThere = folder != nil
    static let absence: String = "There is no shared/photos beside the package."

    /// A file of the set, and exiftool's values by group and name.
    struct File {
        let name: String
        let path: String
        let expected: [String: Any]

        /// The first present and non-empty one of some values, as text.
        func text(_ keys: String...) -> String? {
            keys.lazy.compactMap { expected[$0] }.map { "\($0)" }.first { !$0.isEmpty }
        }

        var byteCount: Int {
            (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        }

        func bytes() throws -> [UInt8] {
            try Array(Data(contentsOf: URL(filePath: path)))
        }
    }

    /// All files; in unoptimized builds only every sixth of the larger ones.
    static func sample() throws -> [File] {
        try files().enumerated().filter { number, file in
            Effort.isFull || number % 6 == 0 || file.byteCount < 40_000
        }.map(\.element)
    }

    /// All files except those that describe the set.
    static func files() throws -> [File] {
        guard let folder else { return [] }
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: folder + "/expected.json")))
        return (json as? [[String: Any]] ?? []).compactMap { expected in
            guard let name = (expected["SourceFile"] as? String)?.dropFirst(2), name.contains("/") else { return nil }
            return File(name: String(name), path: "\(folder)/\(name)", expected: expected)
        }
    }
}
