import Foundation
import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// The tags that exiftool finds in the edited files of the set of real images.
@Suite(.enabled(if: PhotoSet.isThere && Exiftool.isThere, "It needs shared/photos and exiftool."))
struct ExiftoolTests {
    /// Beginnings of tag names that hold no place of the picture: the addresses of its owners.
    private static let harmless = ["SubjectLocation", "Creator", "CiAdr", "Licensor"]

    private static func isPlace(_ tag: String) -> Bool {
        let name = String(tag.split(separator: ":").last ?? "")
        guard !harmless.contains(where: name.hasPrefix), !tag.hasPrefix("System:"), !tag.hasPrefix("File:") else {
            return false
        }
        return name.hasPrefix("GPS") || tag.hasPrefix("GPS:") || name.contains("Location")
            || ["City", "State", "Country", "CountryCode", "Sub-location", "Province-State"].contains(name)
            || name.contains("Latitude") || name.contains("Longitude") || name.contains("City")
            || name.contains("Country")
    }

    @Test func `Without its place a file has no tag of a place in any group, and the same picture`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cameraroll-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var names: [String: String] = [:]
        for (number, file) in try PhotoSet.sample().enumerated() {
            let bytes = try file.bytes()
            guard let edited = try? MetadataEditor(.removeLocation).edited(bytes) else { continue }
            let name = "\(number)." + (file.name.split(separator: ".").last ?? "")
            try Data(edited).write(to: folder.appending(path: name))
            names[name] = file.name
            let isSame = PictureData(of: edited) == PictureData(of: bytes)
            #expect(isSame, "\(file.name)")
        }
        #expect(names.count > Effort.of(110, full: 200))
        for tags in try Exiftool.tags(of: folder.path) {
            let file = (tags["SourceFile"] as? String).flatMap { $0.split(separator: "/").last }.map(String.init) ?? ""
            let places = tags.keys.filter(Self.isPlace).sorted()
            #expect(places.isEmpty, "\(names[file] ?? file)")
            names[file] = nil
        }
        #expect(names.isEmpty)
    }
}

/// The exiftool on the path, if any.
enum Exiftool {
    private static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { $0 + "/exiftool" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static let isThere = path != nil

    /// All tags of every file of a folder, by group and name.
    static func tags(of folder: String) throws -> [[String: Any]] {
        #if os(Linux) || os(macOS)
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(filePath: path ?? "")
            process.arguments = ["-json", "-G1", "-a", "-u", "-ee", "-api", "largefilesupport", "-r", folder]
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return try JSONSerialization.jsonObject(with: output) as? [[String: Any]] ?? []
        #else
            // The other systems run no other programs.
            return []
        #endif
    }
}
