#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// What a search compares: the name of a file, and the texts in it, in the form of `AssetSearch.folded(_:)`.
enum SearchTexts {
    /// The maximum length of the texts of a file, in bytes; a caption of a page is shorter.
    ///
    /// What follows is not searched, so that a file of texts cannot fill the index.
    static let longest = 4_096

    /// The title, caption, keywords, camera and lens of a file, one in each line.
    static func words(of metadata: ImageMetadata) -> String {
        let xmp = metadata.xmp
        let named = metadata.texts.filter { ["Title", "Description", "Comment"].contains($0.keyword) }.map(\.text)
        let texts =
            [xmp.title, metadata.iptc.title, xmp.caption, metadata.iptc.caption, metadata.tiff.imageDescription]
            + xmp.keywords + metadata.iptc.keywords + named + [metadata.make, metadata.model, metadata.lensModel]
        var seen: Set<String> = []
        let lines = texts.compactMap(\.self).filter { !$0.isEmpty && seen.insert($0).inserted }
        return cut(AssetSearch.folded(cut(lines.joined(separator: "\n"))))
    }

    /// The whole texts of an asset: the folded name, and the words behind a line break.
    static func joined(name: [UInt8], words: String) -> String {
        let name = String(decoding: DisplacedName.original(of: name) ?? name, as: UTF8.self)
        return AssetSearch.folded(name.replacing("\n", with: " ")) + "\n" + words
    }

    /// The words in whole texts.
    static func words(in texts: String) -> String {
        texts.firstIndex(of: "\n").map { String(texts[texts.index(after: $0)...]) } ?? ""
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        // A character that was cut is left out.
        var end = text.utf8.index(text.startIndex, offsetBy: longest)
        while end > text.startIndex, end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
#endif
