import Foundation
import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// The folder to read, and the one to write.
private enum JudgedFolders {
    static let paths: (from: String, to: String)? = {
        let environment = ProcessInfo.processInfo.environment
        guard let from = environment["CAMERAROLL_JUDGED"], let to = environment["CAMERAROLL_JUDGED_OUTPUT"] else {
            return nil
        }
        return (from, to)
    }()
}

/// Every edit of every file of a folder, made twice: `.ci/judge-edits` starts it, and asks exiftool about the results.
///
/// Each result is written to a folder of the edit's own number, and a line about it to `edits.tsv`.
@Suite(.enabled(if: JudgedFolders.paths != nil, "It needs folders: .ci/judge-edits FOLDER OUTPUT."))
struct JudgedEditTests {
    @Test func `Each edit is made of every file of the folder, and made again`() throws {
        let (from, to) = try #require(JudgedFolders.paths)
        var lines: [String] = []
        for (number, edit) in SampleSet.edits.enumerated() {
            let name = "\(edit)".prefix { $0 != "(" }
            try FileManager.default.createDirectory(
                atPath: "\(to)/\(number)-\(name)", withIntermediateDirectories: true)
        }
        for path in try FileManager.default.subpathsOfDirectory(atPath: from).sorted() {
            guard let data = FileManager.default.contents(atPath: "\(from)/\(path)") else { continue }
            let file = Array(data)
            guard let metadata = try? ImageMetadata(file) else { continue }
            for (number, edit) in SampleSet.edits.enumerated() {
                let name = "\(edit)".prefix { $0 != "(" }
                let copy = "\(to)/\(number)-\(name)/" + path.replacing("/", with: "\u{29F8}")
                lines.append("\(path)\t\(name)\t\(metadata.format)\t\(try outcome(of: edit, file, to: copy))")
            }
        }
        try lines.joined(separator: "\n").write(toFile: to + "/edits.tsv", atomically: true, encoding: .utf8)
        #expect(!lines.isEmpty)
    }

    private func outcome(of edit: MetadataEdit, _ file: [UInt8], to copy: String) throws -> String {
        do throws(MetadataEditError) {
            let new = try MetadataEditor(edit).edited(file)
            do throws(MetadataEditError) {
                guard try MetadataEditor(edit).edited(new) == new else { return "other bytes the second time" }
            } catch {
                return "refused the second time: \(error)"
            }
            try? Data(new).write(to: URL(filePath: copy))
            let previews = edit != .removeSensitive
            let isSame = PictureData(of: new, previews: previews) == PictureData(of: file, previews: previews)
            return isSame ? "done" : "another picture"
        } catch {
            return "refused: \(error)".replacing("\n", with: " ")
        }
    }
}
