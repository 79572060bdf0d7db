import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// EXIF blocks that end too early, as some cameras write them: appended bytes must not become part of them.
@Suite struct UnsoundEXIFTests {
    private static let builder = TIFFBuilder()

    private static func entry(_ id: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        builder.number(id, 2) + builder.number(type, 2) + builder.number(count, 4) + builder.number(value, 4)
    }

    /// A block whose last bytes are a second directory with these entries, and the bytes behind it.
    ///
    /// - Parameter pointer: whether the directory ends with the four bytes of the next one's position.
    private static func block(_ entries: [[UInt8]], pointer: Bool = true, _ tail: [UInt8] = []) -> [UInt8] {
        let first = builder.number(1, 2) + entry(0x0112, 3, 1, 6 << 16) + builder.number(26, 4)
        let second = builder.number(entries.count, 2) + entries.joined() + (pointer ? builder.number(0, 4) : [])
        return Array("MM\0*".utf8) + builder.number(8, 4) + first + second + tail
    }

    private static let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 7, 0xFF, 0xDA, 0, 2, 9, 9, 0xFF, 0xD9]
    private static let end = 26 + 2 + 24 + 4

    private static let blocks: [(name: String, bytes: [UInt8])] = [
        ("a thumbnail of no bytes at the end", block([entry(513, 4, 1, end), entry(514, 4, 1, 0)])),
        ("a thumbnail without a length", block([entry(513, 4, 1, end), entry(0x0103, 3, 1, 6 << 16)], thumbnail)),
        (
            "a thumbnail that claims a byte more",
            block([entry(513, 4, 1, end), entry(514, 4, 1, thumbnail.count + 1)], thumbnail)
        ),
        ("a thumbnail that is cut", block([entry(513, 4, 1, end), entry(514, 4, 1, 9_000)], thumbnail)),
        ("a value that is cut", block([entry(0x010E, 2, 40, end), entry(0x0103, 3, 1, 6 << 16)], Array("cut".utf8))),
        ("a directory without the next one's position", block([entry(0x0103, 3, 1, 6 << 16)], pointer: false)),
        ("a value behind the end", block([entry(0x010E, 2, 40, end + 6), entry(0x0103, 3, 1, 6 << 16)])),
        ("a directory behind the end", block([entry(0x0103, 3, 1, 6 << 16), entry(0xA005, 4, 1, end + 6)])),
        ("a thumbnail behind the end", block([entry(513, 4, 1, end + 6), entry(514, 4, 1, 20)])),
        ("a directory right behind the end", block([entry(0x0103, 3, 1, 6 << 16), entry(0x8825, 4, 1, end)])),
    ]
    /// Blocks with a description whose bytes are missing, and so cannot be overwritten.
    private static let lacking = [4, 6]

    private static func overwritesDescription(_ edit: MetadataEdit) -> Bool {
        if case .setCaption = edit { true } else { edit.isRemoval }
    }

    @Test(arguments: blocks.indices) func `What was edited can be edited again, and reads as it did`(
        index: Int
    ) throws {
        let exif = Self.blocks[index].bytes
        for file in [SampleFile.jpeg(exif: exif), SampleFile.png(exif: exif), SampleFile.webP(exif: exif)] {
            for first in SampleSet.edits {
                guard let once = try? MetadataEditor(first).edited(file) else {
                    #expect(Self.overwritesDescription(first) && Self.lacking.contains(index))
                    continue
                }
                for second in SampleSet.edits {
                    if Self.overwritesDescription(second), Self.lacking.contains(index) { continue }
                    let twice = try MetadataEditor(second).edited(once)
                    #expect(second != first || twice == once, "\(first)")
                    let metadata = try ImageMetadata(twice)
                    #expect(metadata.tags.all.allSatisfy { $0.directory != .image(2) })
                    #expect(PictureData(of: twice) == PictureData(of: file))
                    if case .setCopyright(let text) = second { #expect(metadata.copyright == text) }
                }
            }
        }
    }

    @Test func `A directory without the next one's position gets zeros there`() throws {
        let exif = Self.blocks[5].bytes
        let edited = try MetadataEditor(.setCopyright("Ana")).edited(SampleFile.jpeg(exif: exif))
        let start = try #require(edited.indices.first { edited[$0...].starts(with: exif.suffix(14)) })
        #expect(Array(edited[start + 14..<start + 18]) == [0, 0, 0, 0])
        #expect(try ImageMetadata(edited).problems.isEmpty)
    }
}
