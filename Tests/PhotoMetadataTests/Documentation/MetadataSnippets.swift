import Foundation
import PhotoMetadata
import PhotoMetadataEditing

/// What "Reading metadata" and "Changing metadata" show.
enum MetadataSnippets {
    static func read(_ path: String) throws -> [String] {
        let metadata = try ImageMetadata(contentsOfFile: path)  // or contentsOf: url, data: data, reading: a ByteSource
        let date = metadata.captureDate  // when, with fraction and zone if the file has them
        let place = metadata.place  // where, in degrees
        let time = metadata.exif.exposureTime  // 1/125, exact; its value in seconds: 0.008
        let orientation = metadata.orientation  // how to turn it; .up if the file says nothing sensible
        let thumbnail = metadata.thumbnail?.range  // where the small picture lies; FileBytes(path:).bytes(in:) reads it
        return ["\(date as Any)", "\(place as Any)", "\(time as Any)", "\(orientation)", "\(thumbnail as Any)"]
    }

    static func read(_ url: URL) async throws -> ImageMetadata {
        let metadata = try await onBlockingThread { try ImageMetadata(contentsOf: url) }
        return metadata
    }

    static func readTags(of metadata: ImageMetadata) -> [String] {
        let time = metadata.tags.rational(0x829A, .exif)  // the exposure time
        let turn = metadata.tags.integer(0x0112, .image(0))  // the orientation, as it is written
        let make = metadata.tags.text(0x010F, .image(0))  // the camera's maker
        let lens = metadata.tags.rationals(0xA432, .exif)  // all values of a tag that has several; also integers, bytes
        for tag in metadata.tags.all { print(tag) }  // 0x010F image(0), 6 ascii; …
        return ["\(time as Any)", "\(turn as Any)", "\(make as Any)", "\(lens as Any)"]
    }

    static func show(_ metadata: ImageMetadata) -> [[String: String]] {
        for line in MetadataFormatter(.chinese).lines(of: metadata) { print(line.name, line.text) }
        // 相机 Apple iPhone 4, 镜头 …, 光圈 f/2.8, 快门 1/125秒, ISO ISO 80, 焦距 3mm, …
        let exif = MetadataFormatter(.chinese).exif(of: metadata)  // ["相机": "Apple iPhone 4", …]
        let gps = MetadataFormatter(.english).gps(of: metadata)  // ["Altitude": "35.2 m", …]
        return [exif, gps]
    }

    static func edit(_ path: String, copy: String) throws {
        try MetadataEditor(.removeLocation, .setCopyright("© 2026 Ana")).edit(fileAt: path)
        try MetadataEditor(.removeCopyright).edit(fileAt: path, writingTo: copy)  // the old file stays

        // A camera whose clock was an hour slow, in a zone that is known.
        let taken = MetadataDate(year: 2024, month: 2, day: 29, hour: 11, minute: 30, offset: 60)
        if let taken { try MetadataEditor(.setCaptureDate(taken)).edit(fileAt: path) }
    }

    static func describe(_ path: String) throws {
        let editor = MetadataEditor(
            .setTitle("Harbor"), .setCaption("Boats at the old harbor."), .setKeywords(["sea", "boats"]), .setRating(4),
            .setLocation(Coordinate(latitude: 43.2951, longitude: 5.3744), altitude: 2), .setTimeZone(offset: 120))
        try editor.edit(fileAt: path)
        try MetadataEditor(.removeTitle, .removeRating).edit(fileAt: path)
    }

    static func share(_ bytes: [UInt8]) throws -> [UInt8] {
        let shared = try MetadataEditor(.removeSensitive).edited(bytes)
        return shared
    }
}
