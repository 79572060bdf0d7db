#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The texts that a search compares: a file's name and the texts in it, in the form of `AssetSearch.folded(_:)`.
enum SearchTexts {
    /// The maximum length of the texts of a file, in bytes; even a caption of a page is shorter.
    ///
    /// Anything longer is not searched, so that a file cannot fill the index with texts.
    static let longest = 4_096

    /// The title, caption, keywords, camera and lens of a file, each on its own line.
    static func words(of metadata: ImageMetadata) -> String {
        let (xmp, iptc) = (metadata.xmp, metadata.iptc)
        var texts = DistinctTexts()
        if !xmp.isEmpty { texts.add([xmp.title, xmp.caption] + xmp.keywords) }
        if !iptc.isEmpty { texts.add([iptc.title, iptc.caption] + iptc.keywords) }
        for text in metadata.texts where ["Title", "Description", "Comment"].contains(text.keyword) {
            texts.add(text.text)
        }
        texts.add(metadata.tiff.imageDescription)
        texts.add(metadata.make)
        texts.add(metadata.model)
        texts.add(metadata.lensModel)
        return texts.lines.isEmpty ? "" : cut(AssetSearch.folded(cut(texts.lines.joined(separator: "\n"))))
    }

    /// Adds further texts to the words, as far as there is room.
    static func adding(_ further: [String], to words: String) -> String {
        let lines = words.split(separator: "\n").map(String.init)
        let new = further.map { AssetSearch.folded(cut($0)) }.filter { !$0.isEmpty && !lines.contains($0) }
        return new.isEmpty ? words : cut((lines + new).joined(separator: "\n"))
    }

    /// Texts in order, each once, until they are long enough.
    private struct DistinctTexts {
        private(set) var lines: [String] = []
        private var length = 0

        mutating func add(_ text: String?) {
            guard let text, !text.isEmpty, length < longest, !lines.contains(text) else { return }
            lines.append(text)
            length += text.utf8.count + 1
        }

        mutating func add(_ texts: [String?]) {
            for text in texts { add(text) }
        }
    }

    /// The complete texts of an asset: the folded name, a line break, and the words.
    static func joined(name: [UInt8], words: String) -> String {
        var name = DisplacedName.original(of: name) ?? name
        if name.contains(lineBreak) { name = name.map { $0 == lineBreak ? space : $0 } }
        return AssetSearch.folded(String(decoding: name, as: UTF8.self)) + "\n" + words
    }

    /// The words in complete texts.
    static func words(in texts: String) -> String {
        // A name may end with a carriage return, which forms a single character with the line break.
        texts.utf8.firstIndex(of: lineBreak).map { String(texts[texts.utf8.index(after: $0)...]) } ?? ""
    }

    private static let lineBreak = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        // A truncated character is left out.
        var end = text.utf8.index(text.startIndex, offsetBy: longest)
        while end > text.startIndex, end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
#endif
