import PhotoMetadata
import PhotoMetadataEditing
import TestSupport
import Testing

/// JPEG files with bytes between their segments, and with Samsung's blocks behind the picture.
@Suite struct StrayByteTests {
    private static let exif = TIFFBuilder.camera().bytes()
    private static let plain = SampleFile.jpeg(exif: exif, xmp: SampleSet.xmp)

    /// A file with bytes in front of a segment.
    private static func file(_ stray: [UInt8], before marker: UInt8) throws -> [UInt8] {
        let place = try #require(plain.indices.dropLast().first { plain[$0] == 0xFF && plain[$0 + 1] == marker })
        return Array(plain[..<place]) + stray + Array(plain[place...])
    }

    private static let strays: [[UInt8]] = [
        [0], [1, 2, 3], [0xFF, 0], [0xFF, 0xFF], [7, 0xFF, 0, 0xFF], Array("GPSLatitude SECRET".utf8),
    ]

    @Test(arguments: strays, [0xE0, 0xE1, 0xDB, 0xC0] as [UInt8])
    func `What stands behind stray bytes is read, and they are noted`(stray: [UInt8], marker: UInt8) throws {
        let metadata = try ImageMetadata(Self.file(stray, before: marker))
        let whole = try ImageMetadata(Self.plain)
        #expect(metadata.pixelSize == SampleFile.size && metadata.make == whole.make)
        #expect(metadata.place == whole.place && metadata.xmp.place == whole.xmp.place)
        let isFill = stray.allSatisfy { $0 == 0xFF }
        #expect(metadata.problems.map(\.kind) == (isFill ? [] : [.malformed]))
    }

    @Test(arguments: strays, [0xE0, 0xE1, 0xDB] as [UInt8])
    func `Stray bytes stay where something is set, and go where something is removed`(
        stray: [UInt8], marker: UInt8
    ) throws {
        let file = try Self.file(stray, before: marker)
        for edit in SampleSet.edits {
            let edited = try MetadataEditor(edit).edited(file)
            let reference = try MetadataEditor(edit).edited(Self.plain)
            #expect(edited.count == reference.count + (edit.isRemoval ? 0 : stray.count))
            #expect(PictureData(of: edited) == PictureData(of: Self.plain))
            #expect(try MetadataEditor(edit).edited(edited) == edited)
            #expect(!edit.isRemoval || !String(decoding: edited, as: UTF8.self).contains("SECRET"))
        }
    }

    @Test func `Stray bytes of a picture behind the first one become zeros, so that nothing moves`() throws {
        let second = try Self.file(Array("GPSLatitude SECRET".utf8), before: 0xE1)
        let edited = try MetadataEditor(.removeLocation).edited(SampleFile.jpeg() + second)
        #expect(edited.count == SampleFile.jpeg().count + second.count)
        #expect(!String(decoding: edited, as: UTF8.self).contains("SECRET"))
    }

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test func `A file that only begins like a JPEG is not searched to its end`() async throws {
        let source = CountingBytes([0xFF, 0xD8] + [UInt8](repeating: 7, count: 8 << 20))
        let metadata = try ImageMetadata(reading: source)
        #expect(metadata.pixelSize == nil && source.bytesRead < 2 << 20)
    }

    // MARK: - Samsung

    private static func block(_ type: Int, _ name: String, _ content: [UInt8]) -> (type: Int, bytes: [UInt8]) {
        var bytes: [UInt8] = []
        for number in [type << 16, name.utf8.count] { bytes.append(number, bytes: 4, .little) }
        return (type, bytes + name.utf8 + content)
    }

    private static func trailer(_ blocks: [(type: Int, bytes: [UInt8])]) -> [UInt8] {
        let content = blocks.flatMap(\.bytes)
        var directory = Array("SEFH".utf8)
        for number in [107, blocks.count] { directory.append(number, bytes: 4, .little) }
        var back = content.count
        for block in blocks {
            for number in [block.type << 16, back, block.bytes.count] { directory.append(number, bytes: 4, .little) }
            back -= block.bytes.count
        }
        directory.append(directory.count, bytes: 4, .little)
        return content + directory + "SEFT".utf8
    }

    private static let moment = block(0x0A01, "Image_UTC_Data", Array("1580000000000".utf8))
    private static let country = block(0x0AA1, "MCC_Data", Array("262".utf8))
    private static let unknown = block(0x7777, "Any", Array("SECRET".utf8))
    private static let sound = block(0x0100, "SoundShot_000", [UInt8](repeating: 5, count: 40))
    private static let movie = block(0x0A30, "MotionPhoto_Data", SampleSet.movie)

    @Test func `Samsung's blocks are carried along, and lose the country and what is not known with the place`() throws
    {
        let file = Self.plain + Self.trailer([Self.moment, Self.country, Self.unknown, Self.sound])
        let bare = Self.trailer([Self.moment, Self.sound])
        for edit in SampleSet.edits {
            let edited = try MetadataEditor(edit).edited(file)
            let picture = try MetadataEditor(edit).edited(Self.plain)
            switch edit {
            case .removeLocation: #expect(edited == picture + bare)
            case .removeSensitive: #expect(edited == picture)
            default: #expect(edited == picture + file[Self.plain.count...])
            }
            #expect(try MetadataEditor(edit).edited(edited) == edited)
        }
        let second = SampleFile.jpeg(exif: Self.exif)
        let gainMap = try MetadataEditor(.removeLocation).edited(Self.plain + second + bare)
        let cleaned = try MetadataEditor(.removeLocation).edited(Self.plain + second)
        #expect(gainMap == cleaned + bare)
    }

    @Test func `A motion photo of Samsung's is refused where the place goes, and keeps its movie otherwise`() throws {
        let file = Self.plain + Self.trailer([Self.moment, Self.movie])
        let error = #expect(throws: MetadataEditError.self) { try MetadataEditor(.removeLocation).edited(file) }
        guard case .unknownTrailer = error else { return #expect(Bool(false), "\(String(describing: error))") }
        let edited = try MetadataEditor(.setCopyright("Ana")).edited(file)
        #expect(edited.suffix(200) == file.suffix(200))
    }

    /// A picture without its end marker.
    private static let endless = Array(plain.dropLast(2))

    @Test func `What looks like a segment in Samsung's blocks stays as they do, behind a picture without its end`()
        throws
    {
        let segment: [UInt8] = [0xFF, 0xE5, 0, 8] + Array("abcdef".utf8)
        let moment = Self.block(0x0A01, "Image_UTC_Data", segment)
        let edited = try MetadataEditor(.removeLocation).edited(Self.endless + Self.trailer([moment, Self.sound]))
        let picture = try MetadataEditor(.removeLocation).edited(Self.endless)
        #expect(edited == picture + Self.trailer([moment, Self.sound]))
    }

    @Test(arguments: [MetadataEdit.removeLocation, .removeSensitive])
    func `A segment that extends into Samsung's blocks is removed in front of them`(edit: MetadataEdit) throws {
        // Its length is that of a longer segment.
        let picture = Self.endless + [0xFF, 0xE5, 0, 40] + Array("SECRET".utf8)
        let trailer = Self.trailer([Self.moment, Self.sound])
        let edited = try MetadataEditor(edit).edited(picture + trailer)
        #expect(!String(decoding: edited, as: UTF8.self).contains("SECRET"))
        let zeros = [UInt8](repeating: 0, count: 6)
        let kept = try MetadataEditor(edit).edited(Self.endless) + [0xFF, 0xE5, 0, 40] + zeros
        #expect(edited == kept + (edit == .removeLocation ? trailer : []))
    }

    /// A file with a sound that is located by its positions in the file.
    private static func sounding(_ picture: [UInt8], _ blocks: [(type: Int, bytes: [UInt8])]) -> [UInt8] {
        let content = blocks.prefix { $0.type != 0x0100 }.flatMap(\.bytes).count
        let start = picture.count + content + 8 + 13
        var bytes = picture + trailer(blocks) + "QDIO".utf8
        for number in [101, 1, start, start + 40, 20] { bytes.append(number, bytes: 4, .little) }
        return bytes + "QDIOBS".utf8
    }

    @Test func `The sound of an older phone's picture is found where it is after every edit`() throws {
        let file = Self.sounding(Self.plain, [Self.country, Self.sound, Self.moment])
        for edit in SampleSet.edits where edit != .removeSensitive {
            let picture = try MetadataEditor(edit).edited(Self.plain)
            let kept = edit == .removeLocation ? [Self.sound, Self.moment] : [Self.country, Self.sound, Self.moment]
            #expect(try MetadataEditor(edit).edited(file) == Self.sounding(picture, kept), "\(edit)")
        }
    }

    @Test func `Blocks that lie in each other, or in the picture, are no trailer of Samsung's`() throws {
        var file = Self.plain + Self.trailer([Self.moment, Self.sound])
        // The first block is declared to extend over the second one.
        let entry = file.count - 8 - 36 + 12
        file[entry + 8] += 9
        #expect(throws: MetadataEditError.self) { try MetadataEditor(.removeLocation).edited(file) }
        #expect(try MetadataEditor(.removeSensitive).edited(file).count < Self.plain.count)
    }
}
